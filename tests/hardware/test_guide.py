import re
import shutil
import subprocess
from pathlib import Path

import pytest

from hardware.description import TABLES, Table, load
from hardware.guide.__main__ import main
from hardware.guide.boot import config, kernel_words
from hardware.guide.files import BUILDS, HARDWARE, build_files, drawings, guide_files, stale
from hardware.guide.header import pin_table
from hardware.guide.overlay import overlay
from hardware.guide.parts import euros, hours
from hardware.guide.power import power
from hardware.guide.uses import uses
from hardware.guide.wiring import wiring
from tests.hardware.drawn import texts

COMPILER = shutil.which("dtc")
SIX = TABLES / "six-seats.toml"


@pytest.fixture(params=BUILDS)
def table(request: pytest.FixtureRequest) -> Table:
    return load(TABLES / f"{request.param}.toml")


def changed(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """The six-seat table with these texts replaced."""
    text = SIX.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "mine.toml"
    path.write_text(text)
    return path


def test_no_file_of_the_guide_is_stale() -> None:
    assert stale(guide_files()) == [], "run python -m hardware.guide"


def test_nothing_lies_beside_what_is_made() -> None:
    made = {path for folder in ("builds", "drawings") for path in (HARDWARE / folder).rglob("*") if path.is_file()}
    assert made == set(guide_files())


def test_check_names_a_stale_file_and_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, folder = changed(tmp_path), tmp_path / "made"
    mine = ["--table", str(table), "--into", str(folder)]
    assert main([*mine, "--check"]) == 1
    assert not folder.exists()
    assert main(mine) == 0
    assert main([*mine, "--check"]) == 0
    (folder / "config.txt").write_text("something else")
    capsys.readouterr()
    assert main([*mine, "--check"]) == 1
    assert capsys.readouterr().err == f"{folder / 'config.txt'}: stale; run python -m hardware.guide\n"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            [
                ("amps = 4", "amps = 9.9"),
                ("ma_per_pixel = 60", "ma_per_pixel = 100"),
                ("brightness = 96", "brightness = 255"),
                ("limit_ma = 2000", "limit_ma = 9000"),
            ],
            "too much",
        ),
        ([("device = 6", "device = 9")], "device = 0 to 6"),
        ([("pi_ma = 0", "pi_ma = 1500")], "the Pi's header cannot feed 240 mA of readers and 1401 mA of lights"),
        ([("pin = 10 ", "pin = 20 ")], "a strip has no chip select"),
    ],
)
def test_a_table_that_no_guide_can_be_made_for(
    changes: list[tuple[str, str]], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--table", str(changed(tmp_path, *changes)), "--into", str(tmp_path / "made")]) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("page", sorted(HARDWARE.rglob("*.md")), ids=lambda page: str(page.relative_to(HARDWARE)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_entry_compares_the_builds_by_their_sums() -> None:
    entry = (HARDWARE / "README.md").read_text()
    tables = [load(TABLES / f"{build}.toml") for build in BUILDS]
    sums = " | ".join(f"{euros(table)} €, {round(sum(hour for _, hour in hours(table)))} hours" for table in tables)
    needs = [power(table) for table in tables]
    amps = " | ".join(f"{need.usual_ma / 1000:.1f} A, {need.peak_ma / 1000:.1f} A at most" for need in needs)
    assert f"| {sums} |" in entry
    assert f"| {amps} |" in entry


def test_every_drawing_is_shown_by_a_page() -> None:
    build = (HARDWARE / "build.md").read_text()
    assert [name for name in drawings() if f"drawings/{name}" not in build] == []


# Overlay and boot


def test_the_overlay_has_the_offsets_that_the_kernel_counts() -> None:
    made = overlay(load(SIX), "a table")
    assert "brcm,pins = <8 7 5 6 12 16 26>; brcm,function = <1>" in made
    assert "brcm,pins = <19 20 21>; brcm,function = <3>" in made
    pins = [int(offset) for offset in re.findall(r'"brcm,pins:(\d+)"', made)]
    selects = [int(offset) for offset in re.findall(r'"cs-gpios:(\d+)"', made)]
    assert (pins, selects) == ([0, 4, 8, 12, 16, 20, 24], [4, 16, 28, 40, 52, 64, 76])


@pytest.mark.skipif(not COMPILER, reason="needs dtc: sudo apt install device-tree-compiler")
def test_the_overlay_compiles_without_a_word_and_has_every_reader(table: Table, tmp_path: Path) -> None:
    assert COMPILER
    compiled = tmp_path / "readers.dtbo"
    (tmp_path / "readers.dts").write_text(overlay(table, "a table"))
    command = [COMPILER, "-@", "-I", "dts", "-O", "dtb", "-o", str(compiled), str(tmp_path / "readers.dts")]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout + run.stderr == ""
    back = subprocess.run(
        [COMPILER, "-q", "-I", "dtb", "-O", "dts", str(compiled)], capture_output=True, text=True, check=True
    ).stdout
    cells = [int(cell, 16) for cell in re.findall(r"0x[0-9a-f]+", re.findall(r"cs-gpios = <(.*?)>;", back)[0])]
    assert cells[1::3] == [pad.chip_select for pad in table.pads]
    assert set(cells[2::3]) == {1}  # active low
    assert re.findall(r"spidev@(\d) \{", back) == [str(pad.device) for pad in table.pads]


def test_no_control_sits_on_a_pin_that_the_overlay_takes(table: Table) -> None:
    taken = re.findall(r"brcm,pins = <([\d ]+)>", overlay(table, "a table"))
    controls = {use.gpio for use in uses(table) if use.kind in ("button", "sensor", "buzzer", "data", "reset")}
    assert controls.isdisjoint(int(pin) for pins in taken for pin in pins.split())


def test_config_has_the_clock_of_each_model(table: Table) -> None:
    lines = [line for line in config(table, "a table").splitlines() if not line.startswith("#")]
    filters = "\n".join(lines)
    assert "[all]\ndtoverlay=readers-spi1\ndtoverlay=spi0-0cs,no_miso\n" in filters
    assert "[pi4]\ncore_freq=500\ncore_freq_min=500\n" in filters
    assert "[pi02]\ncore_freq=250\n[all]" in filters
    assert "dtparam=spi=on" not in lines
    assert kernel_words(table) == ""


def test_a_strip_on_gpio18_takes_the_sound_and_a_long_one_a_larger_buffer(tmp_path: Path) -> None:
    pwm = load(
        changed(tmp_path, ('driver = "auto"', 'driver = "pwm"'), ("pin = 18", "pin = 2"), ("pin = 10 ", "pin = 18 "))
    )
    assert "dtparam=audio=off" in config(pwm, "a table")
    assert "spi0" not in config(pwm, "a table")
    long = load(changed(tmp_path, ("bufsiz = 4096", "bufsiz = 32768")))
    assert kernel_words(long) == "spidev.bufsiz=32768"
    assert "`spidev.bufsiz=32768`" in build_files(long, "a table", "")["README.md"]


# Wiring


def test_the_wiring_shows_every_pin_once(table: Table) -> None:
    shown = texts(wiring(table))
    for use in uses(table):
        assert shown.count(f"GPIO{use.gpio} · pin {use.pin}") == 1
    assert {f"RC522 · /dev/spidev{pad.bus}.{pad.device}" for pad in table.pads} <= set(shown)


def test_no_ground_or_supply_pin_of_the_header_is_used_twice(table: Table) -> None:
    shared = [words for words in texts(wiring(table)) if re.match(r"(GND|3V3|5V) · pin", words)]
    assert len(shared) == len(set(shared))


def test_the_pin_table_names_every_pin_and_what_stays_open(table: Table) -> None:
    rows = pin_table(table).splitlines()[2:]
    assert [row.split(" | ")[0] for row in rows] == [*(f"| {use.gpio}" for use in uses(table)), "| 11"]


def test_a_table_without_strip_and_controls_can_be_wired(tmp_path: Path) -> None:
    text = SIX.read_text()
    bare = re.sub(r"^pixels = \[.*\n", "", text[: text.index("[strip]")], flags=re.MULTILINE)
    path = tmp_path / "bare.toml"
    path.write_text(f"{bare}[supply]\namps = 2\npi_ma = 0\n")
    shown = texts(wiring(load(path)))
    assert "3.3 V regulator" in shown
    assert "74AHCT125" not in shown


def test_the_fuse_blows_before_supply_or_wire(table: Table) -> None:
    needs = power(table)
    assert needs.peak_ma < needs.fuse_ma < needs.supply_ma
    copper = needs.copper.split(" (")[0]
    row = next(
        line
        for line in (HARDWARE / "safety.md").read_text().splitlines()
        if f"{needs.fuse_ma // 1000} A" in line and "mm²" in line
    )
    assert copper in row


# Board
