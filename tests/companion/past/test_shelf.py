"""Races from elsewhere, kept as files."""

from pathlib import Path

import pytest

from companion.past.shelf import MOST_RACES, FullError, Shelf

TEXT = "cars A B\nA green-light\n"


def test_a_race_is_kept_under_a_plain_name(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "imported")
    name = shelf.put("../../Sonntag – Löwe's.race", TEXT, TEXT)
    assert name.startswith("sonntag-lowe-s-")
    assert [file.name for file in (tmp_path / "imported").iterdir()] == [f"{name}.race"]
    assert shelf.record(name) == TEXT.encode()
    assert shelf.names() == [name]
    assert shelf.same(TEXT) == name
    assert shelf.same(TEXT + "undo\n") is None


@pytest.mark.parametrize("title", ["", "..", "/", "日本", "a" * 500, ".race", "con\x00.race"])
def test_any_title_makes_a_name(tmp_path: Path, title: str) -> None:
    shelf = Shelf(tmp_path)
    assert shelf.record(shelf.put(title, TEXT, TEXT)) == TEXT.encode()


@pytest.mark.parametrize(
    "name", ["../races", "..%2fraces", "/etc/passwd", "races.db", "", "a-0123456789AB", "x" * 9999]
)
def test_no_other_file_is_read_or_removed(tmp_path: Path, name: str) -> None:
    (tmp_path / "races.race").write_text(TEXT)
    shelf = Shelf(tmp_path / "imported")
    shelf.put("b", TEXT, TEXT)
    assert shelf.record(name) is None
    assert not shelf.remove(name)
    assert (tmp_path / "races.race").exists()


def test_a_race_is_removed(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    name = shelf.put("b", TEXT, TEXT)
    assert shelf.remove(name)
    assert shelf.names() == []
    assert shelf.came(name) == 0
    assert not shelf.remove(name)


def test_there_is_an_end_to_what_is_kept(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    for n in range(MOST_RACES):
        (tmp_path / f"a-{n:012x}.race").touch()
    with pytest.raises(FullError):
        shelf.put("b", TEXT, TEXT)


def test_a_file_that_somebody_put_there_is_no_race_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "My race.race").write_text(TEXT)
    assert Shelf(tmp_path).names() == []
