"""What the installer makes of a Raspberry Pi's boot files: ours can be put in, put in again, and taken out."""

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from installer import boot
from installer.places import Places
from installer.talk import CannotInstallError, Talk

from hardware.description import TABLES

LINES = "[all]\ndtoverlay=readers-spi1\n"
FACTORY = "dtparam=audio=on\ndtparam=spi=on\n[cm4]\notg_mode=1\n[all]\n"
plain_lines = st.lists(st.sampled_from(["dtparam=spi=on", "# a remark", "", "[all]", "dtparam=i2c_arm=on"]))


@given(plain_lines)
def test_config_is_as_it_was_when_our_lines_are_taken_out(lines: list[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    ours = boot.with_block(text, LINES)
    assert boot.with_block(ours, LINES) == ours
    assert "dtoverlay=readers-spi1" in ours
    assert not any(line == "dtparam=spi=on" for line in ours.splitlines())
    assert boot.without_block(ours) == text


def test_a_newer_block_takes_the_place_of_the_older() -> None:
    newer = boot.with_block(boot.with_block(FACTORY, "old\n"), LINES)
    assert "old" not in newer
    assert newer.count(boot.BEGIN) == 1


def test_the_kernel_s_line_stays_one_line() -> None:
    line = "console=serial0,115200 root=PARTUUID=1 rootwait\n"
    ours = boot.with_words(boot.with_words(line, "spidev.bufsiz=8192"), "spidev.bufsiz=16384")
    assert ours == "console=serial0,115200 root=PARTUUID=1 rootwait spidev.bufsiz=16384\n"
    assert boot.without_words(ours) == line


@pytest.fixture
def pi(tmp_path: Path) -> Places:
    places = Places(tmp_path)
    places.model.parent.mkdir(parents=True)
    places.model.write_text("Raspberry Pi 4 Model B Rev 1.4\0")
    (tmp_path / "boot/firmware").mkdir(parents=True)
    (places.boot / "config.txt").write_text(FACTORY)
    (places.boot / "cmdline.txt").write_text("rootwait\n")
    return places


@pytest.mark.skipif(not shutil.which("dtc"), reason="needs dtc: sudo apt install device-tree-compiler")
def test_a_pi_is_told_once_and_keeps_what_it_had(pi: Places) -> None:
    six = TABLES / "six-seats.toml"
    assert boot.is_pi(pi)
    assert boot.tell_the_pi(pi, Talk(yes=True), six)
    told = (pi.boot / "config.txt").read_text()
    assert "dtoverlay=readers-spi1" in told
    assert (pi.boot / "overlays/readers-spi1.dtbo").stat().st_size > 0
    assert [path.read_text() for path in pi.boot.glob("config.txt.before-*")] == [FACTORY]
    assert not boot.tell_the_pi(pi, Talk(yes=True), six)
    boot.forget(pi, Talk(yes=True))
    assert (pi.boot / "config.txt").read_text() == FACTORY


@pytest.mark.skipif(not shutil.which("dtc"), reason="needs dtc: sudo apt install device-tree-compiler")
def test_a_release_that_does_not_start_has_told_the_pi_nothing(pi: Places, capsys: pytest.CaptureFixture[str]) -> None:
    boot.tell_the_pi(pi, Talk(yes=True), TABLES / "one-reader.toml")
    before = {path: path.read_bytes() for path in pi.boot.rglob("*") if path.is_file()}
    told = boot.kept(pi)
    assert boot.tell_the_pi(pi, Talk(yes=True), TABLES / "six-seats.toml")
    assert {path: path.read_bytes() for path in before} != before
    boot.put_back(told, Talk())
    assert {path: path.read_bytes() for path in before} == before
    assert "config.txt: as it was before" in capsys.readouterr().out
    boot.put_back(told, Talk())
    assert capsys.readouterr().out == ""


@pytest.mark.skipif(not shutil.which("dtc"), reason="needs dtc: sudo apt install device-tree-compiler")
def test_who_says_no_keeps_the_file(pi: Places, capsys: pytest.CaptureFixture[str]) -> None:
    boot.tell_the_pi(pi, Talk(answer=lambda _question: ""), TABLES / "six-seats.toml")
    assert (pi.boot / "config.txt").read_text() == FACTORY
    shown = capsys.readouterr().out
    assert "+dtoverlay=readers-spi1" in shown
    assert "Left as they are" in shown


def test_readers_for_which_there_is_no_overlay_change_nothing_and_the_cure_is_told(pi: Places, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text((TABLES / "six-seats.toml").read_text().replace("device = 6", "device = 9"))
    with pytest.raises(CannotInstallError, match=r"mine.toml: the overlay is for .* device = 0 to 6"):
        boot.tell_the_pi(pi, Talk(yes=True), mine)
    assert (pi.boot / "config.txt").read_text() == FACTORY
