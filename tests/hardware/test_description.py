from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.description import ANY, SPACES, TABLES, Pad, Strip, Supply, Table, TableError, load

TWO_PADS = """
[[pads]]
name = "seat-1"
bus = 1
device = 0
chip_select = 8
[[pads]]
name = "discard"
bus = 1
device = 1
chip_select = 7
"""
SUPPLY = "[supply]\namps = 5\npi_ma = 0\n"
Described = Callable[[str], Table]


@pytest.fixture
def described(tmp_path: Path) -> Described:
    """Loads two pads and the given sections."""

    def load_text(text: str) -> Table:
        path = tmp_path / "table.toml"
        path.write_text(TWO_PADS + text)
        return load(path)

    return load_text


def strip_of(table: Table) -> Strip:
    assert table.strip is not None
    return table.strip


def test_the_shipped_tables() -> None:
    pads = {path.stem: [pad.name for pad in load(path).pads] for path in TABLES.glob("*.toml")}
    six = ["seat-1", "seat-2", "seat-3", "seat-4", "seat-5", "seat-6", "discard"]
    assert pads == {
        "six-seats": six,
        "simulated": six,
        "two-seats": ["seat-1", "seat-2", "discard"],
        "one-reader": [ANY],
    }


def test_the_pin_map_of_six_seats() -> None:
    table = load(TABLES / "six-seats.toml")
    assert (table.title, table.help_cards) == ("Six seats and the discard pile", 6)
    assert [(pad.bus, pad.device, pad.chip_select) for pad in table.pads] == [
        (1, device, pin) for device, pin in enumerate((8, 7, 5, 6, 12, 16, 26))
    ]
    assert (table.reset_pin, table.speed_hz, table.beam_pin, table.buzzer_pin) == (25, 1_000_000, 18, 13)
    assert table.buttons == (
        *(("seat-1", 17), ("seat-2", 27), ("seat-3", 22), ("seat-4", 23), ("seat-5", 24), ("seat-6", 4)),
        ("undo", 9),
    )
    assert table.groups == tuple((pad.name,) for pad in table.pads)
    strip = strip_of(table)
    assert (strip.pin, strip.driver, strip.bus, strip.device, strip.bufsiz) == (10, "auto", 0, 0, 4096)
    assert len(strip.layout.track) == SPACES == 41
    assert dict(strip.layout.pads)["discard"] == range(59, 62)
    assert table.supply == Supply(volts=5, ma=4000, pi_ma=0, readers_ma=240)
    assert strip.limit_ma == 2000


def test_the_simulated_table_is_the_six_seat_table_by_another_title() -> None:
    simulated, six = ((TABLES / f"{name}.toml").read_text().splitlines()[2:] for name in ("simulated", "six-seats"))
    assert simulated == six


def test_the_only_reader_has_a_button_for_every_area_and_lights_without_a_track() -> None:
    table = load(TABLES / "one-reader.toml")
    assert table.pads == (Pad(ANY, bus=1, device=0, chip_select=8),)
    assert [name for name, _ in table.buttons] == [*(f"seat-{n}" for n in range(1, 7)), "discard", "undo"]
    layout = strip_of(table).layout
    assert (layout.track, layout.pads) == ((), ((ANY, range(3)),))


def test_everything_but_pads_is_optional(described: Described) -> None:
    table = described("")
    assert (table.title, table.help_cards, table.buttons) == ("table", 6, ())
    assert {table.strip, table.beam_pin, table.reset_pin, table.buzzer_pin, table.supply} == {None}


def test_a_sensor_may_be_of_the_other_kind(described: Described) -> None:
    tables = [described(f"[beam]\npin = 18\n{lit}") for lit in ("", 'lit = "low"', 'lit = "high"')]
    assert [(table.beam_pin, table.beam_lit_high) for table in tables] == [(18, False), (18, False), (18, True)]


def test_a_serpentine_track_of_two_pixels_a_space(described: Described) -> None:
    lanes = """
        [[strip.lanes]]
        spaces = [0, 20]
        first_pixel = 0
        pixels_a_space = 2
        [[strip.lanes]]
        spaces = [40, 21]
        first_pixel = 42
        pixels_a_space = 2
    """
    track = strip_of(described(f"{SUPPLY}[strip]\npin = 18\npixels = 82\n{lanes}")).layout.track
    assert [list(track[space]) for space in (0, 20, 21, 40)] == [[0, 1], [40, 41], [81, 80], [43, 42]]


def test_gaps_between_spaces_and_before_start_stay_dark(described: Described) -> None:
    lane = "[[strip.lanes]]\nspaces = [0, 40]\nfirst_pixel = 4\npixels_a_space = 1\ngap = 1\n"
    track = strip_of(described(f"{SUPPLY}[strip]\npin = 10\npixels = 85\n{lane}")).layout.track
    assert [pixel for space in track for pixel in space] == list(range(4, 85, 2))


def test_fields_that_may_be_on_together_draw_more(described: Described) -> None:
    table = described(f'{SUPPLY}[readers]\ngroups = [["seat-1", "discard"]]\n')
    assert table.groups == (("seat-1", "discard"),)
    assert table.supply is not None
    assert table.supply.readers_ma == 2 * 20 + 2 * 100


TRACK = "[[strip.lanes]]\nspaces = [0, 40]\nfirst_pixel = 0\n"


def test_a_chain_dimmed_to_its_supply(described: Described) -> None:
    strip = strip_of(described(f"{SUPPLY}[strip]\npin = 10\npixels = 100\nbrightness = 255\nlimit_ma = 900\n{TRACK}"))
    assert (strip.peak_ma, strip.limit_ma) == (6000, 900)


@pytest.mark.parametrize(("driver", "pin"), [("terminal", 10), ("none", 4)])
def test_a_chain_that_needs_no_current_needs_no_supply(driver: str, pin: int, described: Described) -> None:
    strip = strip_of(described(f'[strip]\ndriver = "{driver}"\npin = {pin}\npixels = 41\n{TRACK}'))
    assert strip.limit_ma is None


@pytest.mark.parametrize(
    ("driver", "bufsiz", "most"),
    [("neopixel", 4096, 339), ("neopixel-spi", 4096, 150), ("neopixel-spi", 32768, 1345), ("auto", 4096, 150)],
)
def test_as_many_pixels_as_the_buffer_takes(driver: str, bufsiz: int, most: int, described: Described) -> None:
    strip = f'{SUPPLY}[strip]\ndriver = "{driver}"\npin = 10\nbufsiz = {bufsiz}\nlimit_ma = 2000\n{{}}{TRACK}'
    assert strip_of(described(strip.format(f"pixels = {most}\n"))).layout.pixels == most
    with pytest.raises(TableError, match=rf"pixels: are {most + 1}, but .* sends {most} at most.*bufsiz = \d+ here"):
        described(strip.format(f"pixels = {most + 1}\n"))
