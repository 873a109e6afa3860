"""Every mistake in a description is refused with its file, line, key and a cure."""

import re
from pathlib import Path

import pytest

from hardware.description import TABLES, TableError, load

TABLE = (TABLES / "six-seats.toml").read_text().replace("limit_ma = 2000 ", "bus = 0 ")

ONE_PAD = "\n[[pads]]\nname = 'any'\nbus = 1\ndevice = 0\nchip_select = 8\n"


def part(begin: str, end: str) -> str:
    """The table's text from one word up to another."""
    return TABLE[TABLE.index(begin) : TABLE.index(end)]


# What stands in the six-seat table, what somebody writes instead, the key that is named, words of the cure.
CLASHES = [
    ("reset_pin = 25", "reset_pin = 8", "readers.reset_pin", "GPIO8 is already the chip select of seat-1; give"),
    ("seat-1 = 17", "seat-1 = 25", "buttons.seat-1", "already the readers' reset; give the button seat-1 a free pin"),
    ("seat-1 = 17", "seat-1 = 20", "buttons.seat-1", "GPIO20 is already the readers' SPI1 MOSI"),
    ("seat-1 = 17", "seat-1 = 21", "buttons.seat-1", "GPIO21 is already the readers' SPI1 clock"),
    ("seat-1 = 17", "seat-1 = 11", "buttons.seat-1", "the strip's clock, to which nothing is wired"),
    ("undo = 9", "undo = 10", "buttons.undo", "GPIO10 is already the strip's data line"),
    ("seat-2 = 27", "seat-2 = 17", "buttons.seat-2", "GPIO17 is already the button seat-1"),
    ("seat-2 = 27", "seat-2 = 1", "buttons.seat-2", "must be 2 to 27"),
    ("pin = 13", "pin = 18", "buzzer.pin", "already the dispenser's sensor; give the buzzer a free pin"),
    ("pin = 18", "pin = 19", "beam.pin", "GPIO19 is already the readers' SPI1 MISO"),
    ("chip_select = 7\n", "chip_select = 8\n", "pads[1].chip_select", "chip select of seat-1"),
    ("chip_select = 7\n", "chip_select = 20\n", "pads[1].chip_select", "readers' SPI1 MOSI"),
    ("chip_select = 7\n", "chip_select = 11\n", "strip.pin", "clock on GPIO11 too, which is the chip select of seat-2"),
    ("device = 1\n", "device = 0\n", "pads[1].device", "spidev1.0 is already seat-1; give each reader its own"),
    ("pin = 10 ", "pin = 20 ", "strip.pin", "a strip has no chip select; put it on GPIO10 with the readers on SPI1"),
    ("pin = 10 ", "pin = 21 ", "strip.pin", "a strip has no chip select"),
    ("bus = 1\ndevice = 1\n", "bus = 0\ndevice = 1\n", "strip.pin", "already the readers' SPI0 MOSI; a strip has"),
    ("pin = 10 ", "pin = 14 ", "strip.pin", "driver 'auto' cannot send on GPIO14; give the strip's data"),
    ('driver = "auto"', 'driver = "pwm"', "strip.pin", "cannot send on GPIO10; give the strip's data line GPIO12"),
    ("bus = 0 ", "bus = 1 ", "strip.bus", "must be 0"),
    ("bus = 0 ", "device = 1 ", "strip.device", "must be 0"),
]
LIGHTS = [
    ("pixels = [44, 46]", "pixels = [43, 45]", "pads[1].pixels", "pixel 43 already shows seat-1; let seat-2 begin"),
    ("pixels = [44, 46]", "pixels = [44, 47]", "pads[1].pixels", "one to three pixels"),
    ("pixels = [44, 46]", "pixels = [46, 44]", "pads[1].pixels", "one to three pixels"),
    ("pixels = [44, 46]", "pixels = 44", "pads[1].pixels", "must be a list"),
    ("first_pixel = 0", "first_pixel = 5", "pads[0].pixels", "already shows space 36"),
    ("first_pixel = 0", "first_pixel = 30", "strip.lanes[0].first_pixel", "raise strip.pixels"),
    ("pixels_a_space = 1", "pixels_a_space = 2", "strip.lanes[0].first_pixel", "raise strip.pixels"),
    ("pixels_a_space = 1", "gap = 21", "strip.lanes[0].gap", "must be 0 to 20"),
    ("pixels = 62", "pixels = 60", "pads[6].pixels", "each 0 to 59"),
    ("pixels = 62", "pixels = 151", "strip.pixels", "spidev.bufsiz=8192 on the kernel's command line"),
    ("spaces = [0, 40]", "spaces = [0, 39]", "strip.lanes", "no lane has space 40; the lanes must cover 0 to 40"),
    (
        "[[strip.lanes]]",
        "[[strip.lanes]]\nspaces = [7, 7]\nfirst_pixel = 0\n[[strip.lanes]]",
        "strip.lanes[1].first_pixel",
        "pixel 0 already shows space 7",
    ),
    (
        "[[strip.lanes]]",
        "[[strip.lanes]]\nspaces = [40, 40]\nfirst_pixel = 61\n[[strip.lanes]]",
        "strip.lanes[1].spaces",
        "space 40 is in two lanes; let each lane have its own",
    ),
    (part("[strip]", "[supply]"), "", "pads[0].pixels", "has no strip to light; add [strip], or remove pixels"),
    ('order = "GRB"', 'order = "GBA"', "strip.order", "must be one of RGB"),
    ("brightness = 96", "brightness = 256", "strip.brightness", "must be 0 to 255"),
]
CURRENT = [
    ("amps = 4", "amps = 1.5", "strip.brightness", "the supply leaves 1260 for them; set brightness to 86"),
    ("amps = 4", "amps = 0.25", "strip.brightness", "the supply leaves 10 for them; take a stronger supply"),
    ("bufsiz = 4096", "limit_ma = 3761", "strip.limit_ma", "the supply leaves 3760 mA for the strip"),
    ("pi_ma = 0", "pi_ma = 3000", "strip.brightness", "take a stronger supply"),
    ("pi_ma = 0", "pi_ma = 3800", "supply.amps", "Pi and readers draw up to 4.0 A; take a supply that gives more"),
    ("pi_ma = 0", "", "supply.pi_ma", "is missing; it is a whole number"),
    ("volts = 5", "volts = 12", "supply.volts", "use a supply of 5 V"),
    ("amps = 4", 'amps = "4 A"', "supply.amps", "must be a number from 0 to 20"),
    ("amps = 4", "amps = true", "supply.amps", "must be a number from 0 to 20"),
    ("amps = 4", "", "supply.amps", "is missing; it is a number"),
    (part("[supply]", "[beam]"), "", "strip.driver", "[supply] is missing; add it with amps"),
]
NAMES = [
    ('"seat-6"', '"seat-7"', "pads[5].name", "must be one of seat-1, seat-2"),
    ('"seat-6"', '"seat-5"', "pads[5].name", "two pads are named seat-5; name each of them once"),
    ('"seat-6"', '"any"', "pads[5].name", "is for a table with one reader; name this pad by its seat, or discard"),
    (part('[[pads]]\nname = "seat-2"', '[[pads]]\nname = "seat-3"'), "", "pads", "seat-2 is missing"),
    (part('[[pads]]\nname = "discard"', "[strip]"), "", "pads", "discard is missing; add [[pads]]"),
    (part('[[pads]]\nname = "seat-6"', '[[pads]]\nname = "d'), "", "buttons.seat-6", "no pad is named"),
    (
        "speed_hz = 1000000",
        'groups = [["seat-1", "seat-2"]]',
        "readers.groups",
        "must be lists that name each pad once",
    ),
    ("speed_hz = 1000000", 'groups = ["seat-1"]', "readers.groups", "must be lists that name each pad once"),
    ("speed_hz = 1000000", "speed_hz = 11000000", "readers.speed_hz", "must be 100000 to 10000000"),
    ("bus = 1\ndevice = 3", "device = 3", "pads[3].bus", "is missing; it is a whole number"),
    ("help_cards = 6", "help_cards = 7", "help_cards", "must be 0 to 6"),
    ("title =", "titel =", "titel", "did you mean title?"),
    ("brightness = 96", "brightnes = 96", "strip.brightnes", "did you mean brightness?"),
    ("brightness = 96", "brightness = 0.5", "strip.brightness", "must be a whole number"),
    ("brightness = 96", "brightness = true", "strip.brightness", "must be a whole number"),
    ("[beam]", "[laser]", "laser", "is unknown; remove it"),
    ('lit = "low"', 'lit = "up"', "beam.lit", "must be one of low, high"),
    ("pin = 13", "pin = 13\ntone = 440", "buzzer.tone", "is unknown"),
    ("undo = 9", "redo = 9", "buttons.redo", "is unknown; remove it, or use one of discard"),
]


@pytest.mark.parametrize(("old", "new", "key", "cure"), [*CLASHES, *LIGHTS, *CURRENT, *NAMES])
def test_a_mistake_is_named_with_line_key_and_cure(old: str, new: str, key: str, cure: str, tmp_path: Path) -> None:
    assert old in TABLE
    path = tmp_path / "mine.toml"
    path.write_text(TABLE.replace(old, new, 1))
    with pytest.raises(TableError) as caught:
        load(path)
    assert caught.value.key == key
    assert cure in str(caught.value)
    assert str(caught.value).startswith(f"{path}:{caught.value.line}: {key}: ")
    named = key.rpartition(".")[2]
    if new and "missing" not in cure:
        assert named in path.read_text().splitlines()[caught.value.line - 1]


def test_the_line_is_that_of_the_key(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TABLE.replace("device = 5", "device = 77"))
    with pytest.raises(TableError) as caught:
        load(path)
    assert path.read_text().splitlines()[caught.value.line - 1] == "device = 77"


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ('[readers]\n"reset_pin" = 99\n', 2, "readers.reset_pin"),
        ("title = 'x'\nreaders.reset_pin = 99\n", 2, "readers.reset_pin"),
        ("title = 'x'\nreaders = { reset_pin = 99 }\n", 2, "readers.reset_pin"),
    ],
    ids=["quoted", "dotted", "inline"],
)
def test_the_line_is_told_however_the_key_is_written(text: str, line: int, key: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text + ONE_PAD)
    with pytest.raises(TableError, match="must be 2 to 27") as caught:
        load(path)
    assert (caught.value.line, caught.value.key) == (line, key)


def test_pads_within_one_list_are_told_by_the_line_of_the_list(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("title = 'x'\npads = [\n{name = 'any', bus = 1, device = 0, chip_select = 99},\n]\n")
    with pytest.raises(TableError) as caught:
        load(path)
    assert (caught.value.line, caught.value.key) == (2, "pads[0].chip_select")


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 5000 + "]" * 5000,
        "x = " + "1" * 5000,
        "\0",
        "x = 1\nx = 2",
        '"\\u001b[2J" = 1',
        "x = nan",
        "[pads]",
    ],
    ids=["deep", "endless", "nul", "twice", "control", "nan", "no list"],
)
def test_whatever_stands_in_the_file_is_refused_in_one_printable_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text + ONE_PAD)
    with pytest.raises(TableError) as caught:
        load(path)
    assert str(caught.value).isprintable()


def test_a_mark_at_the_beginning_of_the_file_is_no_mistake(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TABLE, encoding="utf-8-sig")
    assert load(path).title == "Six seats and the discard pile"


def test_a_chain_that_lights_nothing(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    dark = re.sub(r"^pixels = \[.*\n", "", TABLE, flags=re.MULTILINE)
    path.write_text(dark.replace(dark[dark.index("# Spaces 0") : dark.index("[supply]")], ""))
    with pytest.raises(TableError, match=r"strip.lanes: no space and no pad has a pixel; add \[\[strip.lanes\]\]"):
        load(path)


def test_a_missing_file_and_broken_toml(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    with pytest.raises(TableError, match="cannot be read"):
        load(path)
    path.write_text("pads = [\n")
    with pytest.raises(TableError, match="is not TOML"):
        load(path)
    path.write_text("")
    with pytest.raises(TableError, match="discard is missing; add"):
        load(path)
