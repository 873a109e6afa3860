"""Pads that are read no more are told, and a table that may be started anew by systemd is."""

import threading
from collections.abc import Callable, Iterator

import pytest

from companion.polling import HUNG_MS, Polling
from firmware.bus import Bus
from firmware.messages import Fault, Message
from firmware.readers.contract import Inventory

STEP_MS = 500


class Readers:
    """The readers of a bus whose kernel may keep them waiting."""

    chip, doubt = "", ""

    def __init__(self) -> None:
        self.kernel = threading.Event()
        self.kernel.set()
        self.waits = threading.Event()
        self.broken = False

    def field(self, *, on: bool) -> None: ...

    def call(self) -> None: ...

    def close(self) -> None: ...

    def memory(self, uid: bytes) -> bytes | None: ...

    def inventory(self) -> Inventory:
        if not self.kernel.is_set():
            self.waits.set()
            self.kernel.wait()
        if self.broken:
            raise SystemExit  # ends the thread, as nothing that the bus catches does
        return Inventory()

    def hang(self) -> None:
        """The next transfer never comes back."""
        self.waits.clear()
        self.kernel.clear()
        assert self.waits.wait(10)

    def go_on(self) -> None:
        self.kernel.set()


class Table:
    """A bus with a thread of its own, looked after on a clock that the test leads."""

    def __init__(self, readers: Readers) -> None:
        self.now_ms, self.beats, self.told = 0, 0, list[Message]()
        self._swept = threading.Condition()
        self.readers = readers
        self.bus = Bus(
            {"seat-1": lambda: readers}, self.told.append, lambda _uid: True, each_sweep=self._note, rest_ms=1
        )
        self.polling = Polling(lambda: self.bus.sweeps, lambda: self.now_ms, self.told.append, self._beat)

    def _note(self, _at_ms: int) -> None:
        with self._swept:
            self._swept.notify_all()

    def _beat(self) -> None:
        self.beats += 1

    def wait_for_a_sweep(self) -> None:
        """Until one more has been counted: each is when the next one ends at the latest."""
        counted = self.bus.sweeps
        with self._swept:
            assert self._swept.wait_for(lambda: self.bus.sweeps > counted, 10)

    def looks(self, for_ms: int) -> int:
        """How often it beats meanwhile."""
        before = self.beats
        for _ in range(for_ms // STEP_MS):
            self.now_ms += STEP_MS
            self.polling.look()
        return self.beats - before

    def faults(self) -> list[tuple[str, str, bool]]:
        return [(fault.part, fault.code, fault.over) for fault in self.told if isinstance(fault, Fault)]


@pytest.fixture
def readers() -> Iterator[Readers]:
    readers = Readers()
    yield readers
    readers.go_on()


@pytest.fixture
def table(readers: Readers, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setattr("firmware.bus.FIRST_SWEEP_S", 0.1)
    monkeypatch.setattr("firmware.bus.LAST_SWEEP_S", 0.1)
    table = Table(readers)
    yield table
    readers.go_on()
    table.bus.stop()
    table.bus.stop()


def test_while_pads_are_read_it_beats_and_nothing_is_told(table: Table) -> None:
    table.bus.start()
    for _ in range(8):
        table.wait_for_a_sweep()
        assert table.looks(HUNG_MS - STEP_MS) == HUNG_MS // STEP_MS - 1
    assert table.told == []


def test_a_reader_that_hangs_is_told_after_3_s_and_nothing_beats_until_it_goes_on(
    table: Table, readers: Readers
) -> None:
    table.bus.start()
    table.wait_for_a_sweep()
    readers.hang()
    table.looks(STEP_MS)  # counts the last sweep
    assert table.looks(HUNG_MS) == HUNG_MS // STEP_MS - 1
    assert table.faults() == [("readers", "hung", False)]
    assert table.looks(60_000) == 0
    readers.go_on()
    table.wait_for_a_sweep()
    assert table.looks(STEP_MS) == 1
    assert table.faults() == [("readers", "hung", False), ("readers", "hung", True)]


def test_readers_that_hang_from_the_start_are_told_and_the_table_is_played_by_hand(
    table: Table, readers: Readers
) -> None:
    readers.kernel.clear()
    table.bus.start()
    assert table.looks(60_000) == 60_000 // STEP_MS, "another start would hang as well"
    assert table.faults() == [("readers", "hung", False)]


def breaks(table: Table) -> None:
    table.readers.broken = True


def ends(table: Table) -> None:
    table.bus.stop()


@pytest.mark.parametrize("end", [breaks, ends])
def test_once_the_thread_has_ended_systemd_is_to_start_the_table_anew(
    table: Table, monkeypatch: pytest.MonkeyPatch, end: Callable[[Table], None]
) -> None:
    monkeypatch.setattr(threading, "excepthook", lambda _broke: None)
    table.bus.start()
    table.wait_for_a_sweep()
    (thread,) = (thread for thread in threading.enumerate() if thread.name == "readers")
    end(table)
    thread.join(10)
    assert not thread.is_alive()
    table.looks(HUNG_MS + STEP_MS)
    assert table.looks(10_000) == 0
    assert table.faults()[-1] == ("readers", "hung", False)


def test_a_table_whose_reader_hangs_can_be_closed(table: Table, readers: Readers) -> None:
    table.bus.start()
    table.wait_for_a_sweep()
    readers.hang()
    table.bus.stop()
