"""The `.race` text: heads and inputs are read back as they are written, and any text is a record or malformed."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.editions import editions
from companion.rules import inputs
from companion.rules.cards import BATTLE_HAZARDS, KIND_OF, SAFETIES, Card
from companion.rules.inputs import Entry, Input
from companion.rules.malformed import Malformed
from companion.rules.reading import Tap
from companion.rules.record import Record, read_entry, read_record
from companion.rules.setup import Setup
from companion.rules.vocabulary import reserved, seconds, seconds_text
from companion.rules.write import write_head, write_input, write_line
from tests.companion.rules.walks import setups

RESERVED = reserved(editions())
NAMES = st.text(st.characters(exclude_characters="\n=+/:", exclude_categories=["Cs"]), min_size=1).filter(
    lambda name: name not in RESERVED
)
"""Any name that a record can have: with blanks, quotes, `#`, in any script."""
SECONDS = st.from_regex(r"[0-9]{1,30}(\.[0-9]{1,40})?", fullmatch=True)


@st.composite
def named_setups(draw: st.DrawFn) -> Setup:
    """Tables of every form, with names of every kind."""
    setup = draw(setups())
    players = len(setup.players)
    names = draw(st.lists(NAMES, min_size=players + len(setup.cars), max_size=players + len(setup.cars), unique=True))
    size = len(setup.crews[0])
    crews = tuple(tuple(names[car * size : (car + 1) * size]) for car in range(len(setup.cars)))
    cars = tuple(names[players:]) if setup.in_teams else tuple(crew[0] for crew in crews)
    first = draw(st.sampled_from(["", *names[:players]]))
    return Setup(setup.edition, cars, crews, first, setup.draws_seen, setup.switches)


@st.composite
def cards(draw: st.DrawFn, setup: Setup) -> Card:
    card = draw(st.sampled_from([*setup.edition.deck, "help"]))
    copies = setup.edition.deck.get(card, setup.edition.help_cards)
    return Card(card, draw(st.none() | st.integers(1, copies)))


def any_input(setup: Setup) -> st.SearchStrategy[Input]:
    cars, players = st.integers(0, len(setup.cars) - 1), st.integers(0, len(setup.players) - 1)
    facts: list[st.SearchStrategy[inputs.SetCar]] = [
        st.builds(inputs.SetCar, cars, st.just(fact), values)
        for fact, values in {
            "km": st.integers(0, 40).map(lambda steps: steps * 25),
            "started": st.booleans(),
            "stopped_by": st.sampled_from([None, *BATTLE_HAZARDS]),
            "limited": st.booleans(),
            "safeties": st.lists(st.sampled_from(SAFETIES), unique=True).map(tuple),
        }.items()
    ]
    alone: list[Input] = [inputs.Draw(), inputs.End(), inputs.Undo(), inputs.Redo(), inputs.Overrule()]
    return st.one_of(
        st.builds(Tap, st.none() | cars, cards(setup), st.none() | players, st.just("")),
        st.builds(Tap, st.none() | cars, st.none(), st.none() | players, st.from_regex(r"[0-9A-F]+", fullmatch=True)),
        st.sampled_from(alone),
        st.builds(inputs.Pass, cars),
        st.builds(inputs.By, players),
        st.builds(inputs.SetTurn, players),
        st.builds(inputs.SetDispenser, st.integers(0, 106)),
        *facts,
    )


def read(text: str | bytes) -> Record:
    return read_record(text if isinstance(text, bytes) else text.encode(), editions())


@given(named_setups())
def test_heads_are_read_back(setup: Setup) -> None:
    assert read("\n".join(write_head(setup))).setup == setup


@given(named_setups(), st.data())
def test_inputs_are_read_back(setup: Setup, data: st.DataObject) -> None:
    entry = Entry(data.draw(any_input(setup)), Fraction(data.draw(SECONDS)))
    line = write_line(write_input(entry.input, setup), entry.after)
    assert read_entry(line, setup, {}) == entry
    assert read("\n".join([*write_head(setup), "# then", "", line])).entries == ((len(write_head(setup)) + 3, entry),)


@given(SECONDS)
@example("0.1")
@example("000.000")
@example("12345678901234567890.00000000000000000000000000000000000001")
def test_seconds_are_kept_exactly(text: str) -> None:
    after = seconds(f"+{text}")
    assert after == Fraction(text)
    assert seconds(f"+{seconds_text(after)}") == after


def test_seconds_of_any_length_are_kept() -> None:
    text = "9" * 5000 + ".5"
    assert seconds_text(seconds(f"+{text}")) == text


def test_tenths_add_up() -> None:
    """Ten times a tenth is a second: at exactly 15 s a stroke is in time, at any sum of times."""
    record = read("cars Toad Bowser\n" + "+0.1 end\n" * 150)
    assert sum(entry.after for _, entry in record.entries) == 15


def test_order_of_the_head_is_free() -> None:
    head = ["tag 04FF 100/12", "first Ann", "draws seen", "switch self_attack on", "cars Ann Ben", "edition mario-kart"]
    assert read("\n".join(head)) == read("\n".join(reversed(head)))


def test_a_tag_is_its_card_in_either_case() -> None:
    record = read(
        "cars Ann Ben\ntag 04fF aCCident/1\n".replace("aCC", "acc") + "Ben tag:04Ff\nBen accident/1\nBen tag:04FE\n"
    )
    assert [entry.input for _, entry in record.entries] == [
        Tap(1, Card("accident", 1)),
        Tap(1, Card("accident", 1)),
        Tap(1, None, tag="04FE"),
    ]


@pytest.mark.parametrize("switch", ["right_of_way_starts", "self_attack"])
def test_the_last_switch_counts(switch: str) -> None:
    assert read(f"cars Ann Ben\nswitch {switch} off\nswitch {switch} on").setup.switches == {switch}
    assert read(f"cars Ann Ben\nswitch {switch} on\nswitch {switch} off").setup.switches == frozenset()


NAMED = ["Ann", "Ben", "Sun=Ann+Ben", "Moon=Cleo+Dora"]
VALUES = [
    "+1.5",
    "+",
    "tag:04FF",
    "04FF",
    "100/13",
    "25/1",
    "red-light/06",
    "help/7",
    "gas-tank,ace-driver",
    "1000",
    "975",
]
MARKS = ["'", '"', "\\", "#", "", "\r", "=", "٣"]
WORDS = st.sampled_from([*sorted(RESERVED), *KIND_OF, *NAMED, *NAMED, *VALUES, *MARKS])
LINES = st.lists(WORDS, max_size=5).map(" ".join) | st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


def broken_line(text: bytes) -> int | None:
    """The line that is malformed; None for a record."""
    try:
        record = read(text)
    except Malformed as error:
        return error.line
    assert all(1 <= number <= text.count(b"\n") + 1 for number, _ in record.entries)
    return None


@given(st.lists(LINES, max_size=8).map("\n".join).map(str.encode) | st.binary(max_size=60))
@example(b"\xef\xbb\xbfcars Ann Ben")
@example(b"cars Ann Ben\n+" + b"9" * 6000 + b" end")
@example(b"cars Ann Ben\nset dispenser " + b"9" * 6000)
@example(b"cars Ann Ben\nAnn 100/" + b"0" * 6000)
def test_any_text_is_a_record_or_malformed(text: bytes) -> None:
    line = broken_line(text)
    assert line is None or 1 <= line <= text.count(b"\n") + 1


@given(st.lists(LINES, max_size=8).map("\n".join))
@example("\n0")
def test_any_line_after_a_head_is_an_input_or_malformed(lines: str) -> None:
    line = broken_line(f"cars Ann Ben\ntag 04FF 100/1\n{lines}".encode())
    assert line is None or 3 <= line <= lines.count("\n") + 3
