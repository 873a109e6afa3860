"""The whole program on a card that is full, read-only or damaged: it says so, keeps what it had, and plays on after."""

import json
import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import HTTPError

import pytest

from companion.referee.snapshot import NOT_STORED
from companion.store.backup import back_up
from companion.store.folder import JOURNAL
from companion.store.journal import Journal
from tests.companion.program import START_LIMIT_S, Program, command

ROOM = 4 << 20
"""Bytes of the card that is filled."""
OWN_MOUNTS = ["unshare", "--map-root-user", "--mount"]


def lacks() -> str:
    """What keeps this machine from giving a program a file system of its own."""
    if not shutil.which("unshare") or not shutil.which("nsenter"):
        return "needs unshare and nsenter (util-linux)"
    tried = subprocess.run([*OWN_MOUNTS, "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True, check=False)
    return "needs user namespaces, or root" if tried.returncode else ""


pytestmark = pytest.mark.slow


class Card:
    """A small file system that only the program and this test see; what lay in `folder` lies on it first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        kept = folder.with_name("before")
        folder.mkdir(exist_ok=True)
        shutil.copytree(folder, kept)
        mount = f"mount -t tmpfs -o size={ROOM} tmpfs {folder}"
        ready = f"{mount} && cp -a {kept}/. {folder}/ && echo ready && exec sleep 3600"
        self._keeper = subprocess.Popen([*OWN_MOUNTS, "sh", "-c", ready], stdout=subprocess.PIPE, text=True)
        assert self._keeper.stdout is not None
        assert self._keeper.stdout.readline() == "ready\n"
        self._inside = ["nsenter", "-t", str(self._keeper.pid), "--user", "--preserve-credentials", "--mount"]
        self.programs: list[Program] = []

    @property
    def files(self) -> Path:
        """The card as this test reaches it."""
        return Path(f"/proc/{self._keeper.pid}/root{self.folder}")

    def run(self) -> Program:
        self.programs.append(Program(self.folder, inside=self._inside))
        return self.programs[-1]

    def fill(self) -> None:
        """Not a byte is left."""
        with (self.files / "fill").open("ab", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(512))
            except OSError:
                return

    def make_room(self) -> None:
        (self.files / "fill").unlink()

    def remount(self, how: str) -> None:
        subprocess.run([*self._inside, "mount", "-o", f"remount,{how}", self.folder], check=True)

    def take_out(self) -> None:
        for program in self.programs:
            program.kill()
        self._keeper.kill()
        self._keeper.communicate()


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Card]:
    """A card with a race, of which nothing is played yet."""
    if why := lacks():
        pytest.skip(why)
    with Journal(tmp_path / "data" / JOURNAL) as journal:
        journal.begin("cars Mario Luigi")
    card = Card(tmp_path / "data")
    yield card
    card.take_out()


def until(true: Callable[[], bool]) -> None:
    end_s = time.monotonic() + START_LIMIT_S
    while not true():
        assert time.monotonic() < end_s
        time.sleep(0.1)


def draw(program: Program, name: str) -> str:
    """Empty when the draw was accepted, else what the page says."""
    try:
        program.ask("/api/input", line="draw", id=name)
    except HTTPError as refused:
        with refused:
            return refused.read().decode()
    return ""


def draw_until_refused(program: Program) -> tuple[int, str]:
    """How many draws were accepted, and what was said of the next."""
    for n in range(5000):
        if said := draw(program, f"draw {n}"):
            return n, said
    raise AssertionError("the card is never full")


def inputs(program: Program) -> int:
    return program.text("/race/current.race").count("draw\n")


def told(program: Program) -> list[str]:
    """The codes of what the health of the table names."""
    try:
        parts = program.ask("/healthz")["parts"]
    except HTTPError as sick:
        with sick:
            parts = json.load(sick)["parts"]
    return [part["code"] for part in parts]


def test_on_a_full_card_nothing_is_accepted_and_it_goes_on_when_there_is_room(card: Card) -> None:
    program = card.run()
    assert draw(program, "first") == ""
    card.fill()
    accepted, said = draw_until_refused(program)
    assert "the card is full" in said
    assert inputs(program) == accepted + 1
    assert NOT_STORED in told(program)
    card.make_room()
    until(lambda: NOT_STORED not in told(program))
    assert draw(program, "again") == ""
    program.kill()
    assert inputs(card.run()) == accepted + 2


def test_it_starts_on_a_full_card_and_shows_the_race(card: Card) -> None:
    program = card.run()
    assert draw(program, "first") == ""
    assert program.stop() == 0
    card.fill()
    program = card.run()
    until(lambda: NOT_STORED in told(program))
    assert inputs(program) == 1
    assert "the card is full" in draw(program, "second")
    card.make_room()
    until(lambda: NOT_STORED not in told(program))
    assert draw(program, "second") == ""
    assert inputs(program) == 2


@pytest.mark.parametrize("killed", [True, False])
def test_on_a_read_only_card_the_race_is_shown_and_goes_on_when_it_can_be_written(card: Card, *, killed: bool) -> None:
    program = card.run()
    assert draw(program, "first") == ""
    if killed:
        program.kill()
    else:
        assert program.stop() == 0
    card.remount("ro")
    program = card.run()
    until(lambda: NOT_STORED in told(program))
    assert inputs(program) == 1
    assert "read-only" in draw(program, "second")
    card.remount("rw")
    until(lambda: NOT_STORED not in told(program))
    assert draw(program, "second") == ""
    assert inputs(program) == 2


@pytest.mark.parametrize("how", ["ro", "rw"])
def test_random_bytes_over_what_a_killed_program_wrote_last_are_told(card: Card, how: str) -> None:
    program = card.run()
    assert draw(program, "first") == ""
    program.kill()
    log = card.files / f"{JOURNAL}-wal"
    spoilt = os.urandom(log.stat().st_size)
    log.write_bytes(spoilt)
    card.remount(how)
    program = card.run()
    until(lambda: "log-set-aside" in told(program))
    assert (NOT_STORED in told(program)) == (how == "ro")
    assert "enter what is missing" in program.text("/")
    if how == "rw":
        assert (card.files / f"{JOURNAL}-wal.damaged-1").read_bytes() == spoilt
        assert draw(program, "again") == ""
        assert inputs(program) == 1


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Callable[[], Program]]:
    """Runs the program on a folder of this machine, as often as it is called."""
    programs: list[Program] = []

    def another() -> Program:
        programs.append(Program(tmp_path))
        return programs[-1]

    yield another
    for program in programs:
        program.kill()


def test_random_bytes_over_every_file_keep_nobody_from_playing_and_are_set_aside(
    tmp_path: Path, run: Callable[[], Program]
) -> None:
    program = run()
    for n in range(3):
        assert draw(program, f"draw {n}") == ""
    assert program.stop() == 0
    back_up(tmp_path / JOURNAL, "2026-11-30")  # unless the program was quick enough to
    for name in ("deck.json", "sessions.json"):
        (tmp_path / name).touch()  # others than a simulated table have them
    files = [file for file in tmp_path.iterdir() if file.suffix in (".db", ".json")]
    assert sorted(file.stem for file in files) == ["deck", "races", "sessions", "simulated"]
    spoilt = {file.with_name(f"{file.stem}.damaged-1{file.suffix}"): os.urandom(20_000) for file in files}
    for file, what in zip(files, spoilt.values(), strict=True):
        file.write_bytes(what)
    program = run()
    until(lambda: "hands-set-aside" in told(program))
    assert sorted(told(program)) == ["deck-set-aside", "hands-set-aside", "phones-set-aside", "restored"]
    assert inputs(program) == 3
    assert "this one has 3 inputs" in program.text("/")
    assert draw(program, "again") == ""
    assert {aside: aside.read_bytes() for aside in spoilt} == spoilt


def test_a_journal_of_a_newer_program_is_refused_with_the_cure(tmp_path: Path) -> None:
    with Journal(tmp_path / JOURNAL) as journal:
        journal.begin("cars Mario Luigi")
    database = sqlite3.connect(tmp_path / JOURNAL)
    database.execute("PRAGMA user_version = 99")
    database.close()
    refused = subprocess.run(command(tmp_path), capture_output=True, text=True, timeout=START_LIMIT_S, check=False)
    assert refused.returncode == 1
    assert "install that one again" in refused.stderr
