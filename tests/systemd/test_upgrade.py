"""An upgrade that fails: the release before finds the journal that it can read, with all that was played."""

import os
from pathlib import Path

import pytest
from installer import release
from installer.places import Places
from installer.races import give_back, version

from companion.store import schema
from companion.store.journal import Journal, NewerError, Row


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path)


@pytest.fixture
def path(places: Places) -> Path:
    """The journal of the release that runs, with two inputs."""
    path = places.races / "races.db"
    with Journal(path) as kept:
        kept.append(kept.begin("cars Mario Luigi"), [Row(n, 0, "draw", "{}") for n in (1, 2)])
    return path


def inputs(path: Path) -> int:
    with Journal(path) as opened:
        stored = opened.last_race()
        return 0 if stored is None else len(stored.rows)


def newer(path: Path, monkeypatch: pytest.MonkeyPatch, more: int = 0) -> None:
    """A release of tomorrow opens the journal, and stores so many inputs before it fails."""
    schemas = (*schema.SCHEMAS, "CREATE TABLE tomorrow (n INTEGER);")
    with monkeypatch.context() as tomorrow:
        tomorrow.setattr(schema, "SCHEMAS", schemas)
        tomorrow.setattr(schema, "VERSION", len(schemas))
        with Journal(path) as opened:
            opened.append(1, [Row(n, 0, "draw", "{}") for n in range(3, 3 + more)])


def test_the_release_before_has_its_journal_again_and_the_newer_one_s_is_kept(
    places: Places, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = version(places)
    newer(path, monkeypatch, more=1)
    with pytest.raises(NewerError):
        Journal(path)
    aside = give_back(places, before)
    assert aside == path.with_name("races.newer-1.db")
    assert inputs(path) == 2
    aside.replace(path.with_name("their.db"))
    newer(path.with_name("their.db"), monkeypatch)
    newer(path, monkeypatch)
    path.with_name("races.newer-1.db").touch()
    assert give_back(places, before) == path.with_name("races.newer-2.db"), "none takes another's place"


def test_a_journal_that_the_newer_release_left_as_it_was_stays(places: Places, path: Path) -> None:
    assert give_back(places, version(places)) is None
    assert inputs(path) == 2


def test_without_a_journal_there_is_nothing_to_give_back(places: Places) -> None:
    assert version(places) is None
    assert give_back(places, None) is None
    places.races.mkdir(parents=True)
    (places.races / "races.db").write_bytes(b"\xff" * 9000)
    assert version(places) is None
    assert give_back(places, 3) is None


def test_a_release_is_on_the_disk_before_the_link_names_it(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[Path | None] = []
    monkeypatch.setattr(os, "sync", lambda: ran.append(release.running(places)))
    (fresh := places.releases / "fresh").mkdir(parents=True)
    release.switch(places, fresh)
    assert ran == [None]
    assert release.running(places) == fresh
