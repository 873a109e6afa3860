"""Files of the data folder are replaced whole, by whoever writes them."""

import os
from pathlib import Path

import pytest

from companion.store.folder import write_whole


def test_half_of_a_file_that_a_power_cut_left_is_in_nobody_s_way(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    write_whole(path, "old")
    path.with_suffix(".new").write_text("hal")
    assert path.read_text() == "old"
    write_whole(path, "new")
    assert path.read_text() == "new"
    assert [file.name for file in tmp_path.iterdir()] == ["deck.json"]
    assert path.stat().st_mode & 0o077 == 0


def test_a_link_does_not_lead_root_to_write_elsewhere(tmp_path: Path) -> None:
    elsewhere = tmp_path / "shadow"
    elsewhere.write_text("root's")
    path = tmp_path / "pin.json"
    path.with_suffix(".new").symlink_to(elsewhere)
    path.symlink_to(elsewhere)
    write_whole(path, "a new PIN")
    assert elsewhere.read_text() == "root's"
    assert (path.read_text(), path.is_symlink()) == ("a new PIN", False)


def test_who_may_not_write_there_is_told_and_the_old_one_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deck.json"
    write_whole(path, "old")

    def full(_file: int) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, "new")
    assert path.read_text() == "old"
