"""`mille-bornes pads --json` on every shipped wiring, in a process of its own, through the real spidev module."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any

import pytest

from firmware.emulation.ntag213 import Tag
from hardware.description import TABLES, Table, load
from tests.hardware_tier import preloaded
from tests.hardware_tier.pi import Pi

pytestmark = pytest.mark.hardware

WIRINGS = ("six-seats", "two-seats", "one-reader")
LIMIT_S = 20


class Told:
    """What a program prints, event by event."""

    def __init__(self, output: IO[str]) -> None:
        self._lines: SimpleQueue[str] = SimpleQueue()
        Thread(target=self._take, args=(output,), daemon=True).start()

    def next(self, event: str) -> dict[str, Any]:
        """The next event, which is of this kind."""
        told: dict[str, Any] = json.loads(self._lines.get(timeout=LIMIT_S))
        assert told["event"] == event, told
        return told

    def _take(self, output: IO[str]) -> None:
        for line in output:
            self._lines.put(line)


@contextmanager
def watched(pi: Pi, table: str, data: Path) -> Iterator[Told]:
    """The command at work, its pads polled once."""
    command = ("-m", "companion.cli", "pads", "--json", "--table", table, "--data", str(data))
    with subprocess.Popen(
        [preloaded.PYTHON, *command],
        cwd=preloaded.ROOT,
        env=pi.environment(PYTHONUNBUFFERED="1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        try:
            assert program.stderr.readline(), "it says that it is ready"
            yield Told(program.stdout)
        finally:
            program.terminate()
            rest = program.stderr.read()
        assert program.wait(LIMIT_S) == 0, rest


def wired(pi: Pi, name: str) -> Table:
    table = load(TABLES / f"{name}.toml")
    for pad in table.pads:
        pi.reader(pad.bus, pad.device)
    return table


@pytest.mark.parametrize("name", WIRINGS)
def test_a_tap_on_each_pad_is_told_with_all_seven_bytes(pi: Pi, name: str, tmp_path: Path) -> None:
    table = wired(pi, name)
    with watched(pi, name, tmp_path) as told:
        for number, pad in enumerate(table.pads):
            uid = bytes.fromhex("044a7232214b") + bytes((number,))
            pi.fields[pad.bus, pad.device].lay(Tag(uid))
            scan = told.next("scan")
            assert (scan["pad"], scan["uid"]) == (pad.name, uid.hex().upper())
            pi.fields[pad.bus, pad.device].lift(uid)
            removed = told.next("removed")
            assert (removed["pad"], removed["uid"]) == (pad.name, uid.hex().upper())


def test_a_board_that_dies_is_told_and_told_when_it_works_again(pi: Pi, tmp_path: Path) -> None:
    table = wired(pi, "two-seats")
    pad = table.pads[0]
    with watched(pi, "two-seats", tmp_path) as told:
        pi.wires[pad.bus, pad.device].dead = 0xFF
        fault = told.next("fault")
        assert (fault["part"], fault["code"], fault["over"]) == (f"reader {pad.name}", "offline", False)
        pi.wires[pad.bus, pad.device].dead = None
        assert told.next("fault")["over"]


def test_a_reader_without_a_device_is_told_by_the_devices_name(pi: Pi, tmp_path: Path) -> None:
    table = load(TABLES / "one-reader.toml")
    with watched(pi, "one-reader", tmp_path) as told:
        fault = told.next("fault")
        assert fault["code"] == "offline"
        assert f"/dev/spidev{table.pads[0].bus}.{table.pads[0].device}" in fault["detail"]
