"""Texts that are no record: every rule of "Malformed, exactly", with its place and a word of the sentence.

Through the real command, which prints `FILE:LINE: what is wrong` and exits with 2.
"""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import companion.rules
from companion.cli import main
from companion.editions import editions
from companion.lang import FOLDER, LANGUAGES
from companion.rules.malformed import Malformed
from companion.rules.record import read_record

HEAD = "cars Toad Bowser\n"
TEAMS = "cars Red=Toad+Daisy Blue=Bowser+Yoshi\n"
FORMAT_WORDS = """
edition cars first draws switch tag discard draw end pass by undo redo overrule set
25 50 75 100 200 red-light speed-limit out-of-gas flat-tire accident green-light end-of-limit gas spare-tire repairs
right-of-way gas-tank puncture-proof ace-driver help mario-kart ryvo right_of_way_starts self_attack
km started stopped-by limited safeties turn dispenser yes no none on off assumed seen
"""
"""Every word of the format (RECORD.md, Head): none of them is a name."""

MALFORMED: list[tuple[str, int, str]] = [
    # Words that are none
    (HEAD + "Peach 25", 2, "Peach"),
    (HEAD + "jump", 2, "jump"),
    (HEAD + "toad 25", 2, "toad"),
    (HEAD + "UNDO", 2, "UNDO"),
    (HEAD + "# fine\n\nToad 25\nToad 30", 5, "30"),
    (HEAD + "Toad", 2, "Toad CARD"),
    (HEAD + "Toad 25 Bowser", 2, "by PLAYER"),
    (HEAD + "Toad 25 by", 2, "by PLAYER"),
    (HEAD + "Toad 25 by Peach", 2, "Peach"),
    (HEAD + "Toad 25 by Toad now", 2, "by PLAYER"),
    (TEAMS + "Toad 25", 2, "Toad"),
    (TEAMS + "Red 25 by Red", 2, "Red"),
    (HEAD + "discard", 2, "discard"),
    (HEAD + "draw Toad", 2, "draw"),
    (HEAD + "end now", 2, "end"),
    (HEAD + "pass", 2, "pass"),
    (HEAD + "pass Peach", 2, "Peach"),
    (TEAMS + "pass Toad", 2, "Toad"),
    (HEAD + "by", 2, "by"),
    (HEAD + "by Peach", 2, "Peach"),
    (HEAD + "undo 2", 2, "undo"),
    (HEAD + "''", 2, "no input"),
    # Cards and copies
    (HEAD + "Toad 30", 2, "30"),
    (HEAD + "Toad Green-Light", 2, "Green-Light"),
    (HEAD + "Toad 25/0", 2, "1 to 10"),
    (HEAD + "Toad 25/11", 2, "1 to 10"),
    (HEAD + "Toad 100/13", 2, "1 to 12"),
    (HEAD + "Toad ace-driver/2", 2, "ace-driver/2"),
    (HEAD + "Toad help/7", 2, "1 to 6"),
    (HEAD + "Toad 25/", 2, "25/"),
    (HEAD + "Toad 25/x", 2, "25/x"),
    (HEAD + "Toad 25/٣", 2, "25/٣"),
    (HEAD + "Toad 25/-1", 2, "25/-1"),
    (HEAD + "Toad 25/1/1", 2, "25/1/1"),
    (HEAD + "Toad tag:", 2, "tag"),
    (HEAD + "Toad tag:04G", 2, "04G"),
    (HEAD + "Toad tag:0x04", 2, "0x04"),
    # Times
    (HEAD + "+ end", 2, "+"),
    (HEAD + "+.5 end", 2, "+.5"),
    (HEAD + "+5. end", 2, "+5."),
    (HEAD + "+-1 end", 2, "+-1"),
    (HEAD + "+1e3 end", 2, "+1e3"),
    (HEAD + "+" + "9" * 1_000_000 + " end", 2, "10000 digits"),
    (HEAD + "+1,5 end", 2, "+1,5"),
    (HEAD + "+٣ end", 2, "+٣"),
    (HEAD + "+5", 2, "time"),
    (HEAD + "+5 +5 end", 2, "+5"),
    ("+1 cars Toad Bowser", 1, "cars"),
    # set
    (HEAD + "set", 2, "set"),
    (HEAD + "set Toad", 2, "set"),
    (HEAD + "set Toad km", 2, "set"),
    (HEAD + "set Toad km 25 50", 2, "set"),
    (HEAD + "set Peach km 25", 2, "Peach"),
    (HEAD + "set Toad speed 25", 2, "speed"),
    (HEAD + "set Toad km 30", 2, "25"),
    (HEAD + "set Toad km 1025", 2, "1000"),
    (HEAD + "set Toad km -25", 2, "-25"),
    (HEAD + "set Toad km 25.0", 2, "25.0"),
    (HEAD + "set Toad started true", 2, "yes, no"),
    (HEAD + "set Toad limited on", 2, "yes, no"),
    (HEAD + "set Toad stopped-by speed-limit", 2, "speed-limit"),
    (HEAD + "set Toad stopped-by gas", 2, "gas"),
    (HEAD + "set Toad safeties gas-tank,gas-tank", 2, "gas-tank"),
    (HEAD + "set Toad safeties gas-tank,", 2, "right-of-way"),
    (HEAD + "set Toad safeties gas-tank ace-driver", 2, "set"),
    (HEAD + "set Toad safeties none,gas-tank", 2, "none"),
    (HEAD + "set turn Peach", 2, "Peach"),
    (TEAMS + "set turn Red", 2, "Red"),
    (HEAD + "set dispenser 107", 2, "106"),
    (HEAD + "set dispenser few", 2, "few"),
    (HEAD + "set dispenser", 2, "set"),
    # The head
    ("", 1, "cars"),
    ("# nothing\n", 2, "cars"),
    ("edition ryvo\nToad 25\n", 2, "cars"),
    ("edition classic\n" + HEAD, 1, "mario-kart, ryvo"),
    ("edition\n" + HEAD, 1, "edition"),
    ("edition ryvo ryvo\n" + HEAD, 1, "edition"),
    ("edition ryvo\n" + HEAD + "edition ryvo\n", 3, "edition"),
    (HEAD + HEAD, 2, "cars"),
    (HEAD + "first Toad\nfirst Toad", 3, "first"),
    (HEAD + "draws seen\ndraws seen", 3, "draws"),
    (HEAD + "first Peach", 2, "Peach"),
    ("first Peach\n" + HEAD, 1, "Peach"),
    (TEAMS + "first Red", 2, "Red"),
    (HEAD + "draws counted", 2, "assumed, seen"),
    (HEAD + "switch fast on", 2, "fast"),
    (HEAD + "switch self_attack", 2, "switch"),
    (HEAD + "switch self_attack yes", 2, "on, off"),
    (HEAD + "edition ryvo\nswitch self_attack off", 3, "self_attack"),
    ("switch self_attack on\nedition ryvo\n" + HEAD, 1, "self_attack"),
    (HEAD + "tag 04FF", 2, "tag"),
    (HEAD + "tag 04FF 25/1 25/2", 2, "tag"),
    (HEAD + "tag 04FX 25/1", 2, "04FX"),
    (HEAD + "tag 04FF 25", 2, "25/1 to 25/10"),
    (HEAD + "tag 04FF 25/11", 2, "1 to 10"),
    (HEAD + "tag 04FF help/7", 2, "1 to 6"),
    (HEAD + "tag 04FF 30/1", 2, "30/1"),
    (HEAD + "tag 04FF tag:04FE", 2, "tag:04FE"),
    (HEAD + "tag 04FF 25/1\ntag 04ff 25/2", 3, "04FF"),
    (HEAD + "Toad 25\ndraws seen", 3, "head"),
    (HEAD + "undo\ntag 04FF 25/1", 3, "head"),
    # Cars and names
    ("cars", 1, "2 to 6"),
    ("cars Toad", 1, "2 to 6"),
    ("cars A B C D E F G", 1, "2 to 6"),
    ("edition ryvo\ncars A B C D E", 2, "2 to 4"),
    ("cars Red=Toad+Daisy", 1, "2×2"),
    ("cars Red=Toad Blue=Bowser", 1, "2×2"),
    ("cars Red=A+B Blue=C+D Pink=E+F Gold=G+H", 1, "2×2"),
    ("cars Red=A+B+C Blue=D+E", 1, "2×2"),
    ("cars Red=A+B+C+D Blue=E+F+G+H", 1, "2×2"),
    ("edition ryvo\ncars Red=A+B+C Blue=D+E+F", 2, "2×2"),
    ("edition ryvo\ncars Red=A+B Blue=C+D Pink=E+F", 2, "2×2"),
    ("cars Red=Toad+Daisy Bowser", 1, "teams"),
    ("cars Toad Toad", 1, "Toad"),
    ("cars Red=Toad+Daisy Blue=Toad+Yoshi", 1, "Toad"),
    ("cars Red=Toad+Daisy Red=Bowser+Yoshi", 1, "Red"),
    ("cars Red=Toad+Daisy Blue=Red+Yoshi", 1, "Red"),
    ("cars Red=Toad+ Blue=Bowser+Yoshi", 1, "empty"),
    ("cars =Toad+Daisy Blue=Bowser+Yoshi", 1, "empty"),
    ("cars '' Toad", 1, "empty"),
    ("cars Toad Bo+wser", 1, "Bo+wser"),
    ("cars Toad Bo/wser", 1, "Bo/wser"),
    ("cars Toad Bo:wser", 1, "Bo:wser"),
    ("cars Red=Toad+Da=isy Blue=Bowser+Yoshi", 1, "Da=isy"),
    *((f"cars Toad {word}", 1, word) for word in FORMAT_WORDS.split()),
    ("cars gas=Toad+Daisy Blue=Bowser+Yoshi", 1, "gas"),
    # Quotes
    (HEAD + "'Toad 25", 2, "'"),
    (HEAD + 'Toad "25', 2, '"'),
    (HEAD + "Toad 25 \\", 2, "\\"),
    ("cars 'Toad Bowser", 1, "'"),
    # Of several faults the first is named
    ("cars Toad help\nToad 30", 1, "help"),
    (HEAD + "Toad 30\nToad 'x", 2, "30"),
    # Only a line feed ends a line, and only one CR goes with it
    ("cars Toad\rBowser\n", 1, "2 to 6"),
    (HEAD + "Bow\rser 25", 2, "Bow\\rser"),
    ("cars Toad Bowser\n\rToad 30", 2, "Toad"),
    ("cars Toad Bowser\nToad 25\r\r\n", 2, "25"),
    ("\ufeffcars Toad Bowser", 1, "byte order mark"),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.race"


@pytest.mark.parametrize(("text", "line", "word"), MALFORMED, ids=lambda each: each if isinstance(each, int) else None)
def test_malformed_line_is_named(
    path: Path, capsys: pytest.CaptureFixture[str], text: str, line: int, word: str
) -> None:
    path.write_bytes(text.encode())
    assert main(["replay", "--json", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == "", "nothing of a malformed record is replayed"
    assert err.startswith(f"{path}:{line}: "), err
    assert word in err.removeprefix(f"{path}:{line}: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")


def test_every_problem_is_shown_and_has_its_sentence() -> None:
    """Of the problems that the rules know two need no line: a file that is no UTF-8, and no text at all."""
    sources = "".join(path.read_text("utf-8") for path in Path(companion.rules.__path__[0]).glob("*.py"))
    known = set(re.findall(r'Malformed\(\s*"([a-z0-9-]+)"', sources))
    assert {problem(text) for text, _, _ in MALFORMED} == known - {"not-utf8", "empty-line"}
    for language in LANGUAGES:
        with (FOLDER / language / "LC_MESSAGES" / "rulings.po").open("rb") as file:
            keys = {str(message.id) for message in read_po(file)}
        assert {f"malformed.{each}" for each in known} - keys == set(), language


def problem(text: str) -> str:
    with pytest.raises(Malformed) as raised:
        read_record(text.encode(), editions())
    return raised.value.problem


def test_the_exception_tells_its_line() -> None:
    with pytest.raises(Malformed, match=r"^unknown-card in line 2: "):
        read_record(f"{HEAD}Toad 30".encode(), editions())


def test_sentence_of_a_malformed_line_in_spanish(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_bytes(f"{HEAD}Toad 30".encode())
    assert main(["replay", "--lang", "es", str(path)]) == 2
    english = "there is no card"
    err = capsys.readouterr().err
    assert err.startswith(f"{path}:2: ")
    assert english not in err


@pytest.mark.parametrize(
    "text",
    [
        "cars Toad Bowser\r\nToad green-light\r\n",
        "\r\n# \r\n\tcars\tToad  Bowser # two\r\n\r\n",
        'cars Mario#1 "D\'Artagnan"\n"D\'Artagnan" 25',
        "cars 'Donkey Kong' \"a'b\"\nDonkey\\ Kong 25\n",
        "cars '#1' 日本\n'#1' 25 # it's a \"comment",
        "cars Toad Bowser # don't",
        "cars Toad Bowser\nset Toad km 0075\nToad 25/01\nset dispenser 000",
        "cars Toad Bowser\ntag 04FF help\ntag 04FE help/6\ntag 00 25/10",
        "cars Draw Toads\nDraw 25\nToads 25",
        "cars ; |\n; 25\n| 25",
        "cars 26 -x\n26 25\n-x 25",
        "cars Toad Bowser\n+0 end\n+0.0 end\n+12345678901234567890.123456789 end",
        "cars Toad Bowser",
        "draws assumed\nfirst Bowser\ncars Toad Bowser\nedition mario-kart\nswitch self_attack off",
    ],
)
def test_odd_but_well_formed(path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    path.write_bytes(text.encode())
    assert main(["replay", str(path)]) == 0
    assert capsys.readouterr().err == ""
