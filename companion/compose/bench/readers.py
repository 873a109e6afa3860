"""Goal 3: a sweep of seven empty pads on the emulated chip, beside the libraries as they are published."""

from dataclasses import replace

from companion.compose.bench.bench import Bench, NotMeasuredError, PeerError
from companion.compose.bench.figures import Goal, at_most, exactly, quicker
from companion.compose.bench.peers import FORK
from firmware.emulation.clock import VirtualClock
from firmware.emulation.table import EmulatedTable
from firmware.messages import Fault, Message
from hardware.description import TABLES, Table, load

SIMULATED = load(TABLES / "simulated.toml")
ALONE = SIMULATED
"""One field at a time: the default."""
TOGETHER = replace(SIMULATED, groups=(tuple(pad.name for pad in SIMULATED.pads),))
"""Pads that are far apart."""
SWEEPS = 20
MOST_FRAMES = 9


def sweeps(bench: Bench) -> Goal:
    """Time on the wire and on the air at 1 MHz, 25 µs for each transfer beside its bits: the same clock for all."""
    stock = bench.child("stock")
    fork, trouble = None, ""
    if bench.has(FORK):
        try:
            fork = bench.peer("mfrc522-python", "stock")
        except PeerError as error:
            trouble = str(error)
    (alone_ms, _), (together_ms, frames) = (swept(table) for table in (ALONE, TOGETHER))
    old, new = exactly(stock["ms"]), exactly(fork["ms"]) if fork else None
    alone, together = exactly(alone_ms), exactly(together_ms)
    claims = (
        quicker("one field at a time; mfrc522 0.0.7", alone, old, "ms", 10),
        quicker("one field at a time; mfrc522-python 0.0.9", alone, new, "ms", 2.5),
        quicker("fields on together; mfrc522 0.0.7", together, old, "ms", 80),
        quicker("fields on together; mfrc522-python 0.0.9", together, new, "ms", 20),
        at_most("SPI frames a pad, together; the limit", exactly(frames), exactly(MOST_FRAMES), ""),
    )
    return Goal(3, "a sweep of seven empty pads", claims, trouble)


class DeadTableError(NotMeasuredError):
    """A part of the table that is measured does not work: it would be measured as a table that has less to do."""


def well(message: Message) -> None:
    """Take what an emulated table puts; raises DeadTableError for a fault."""
    if isinstance(message, Fault):
        raise DeadTableError(f"{message.part}: {message.detail}")


def swept(table: Table) -> tuple[float, float]:
    """Milliseconds of a sweep, and transfers of a pad in it."""
    clock = VirtualClock()
    emulated = EmulatedTable(table, well, lambda _uid: True, clock=clock)
    emulated.sweep()
    begun_ns, before = clock.now_ns(), sum(wire.transfers for wire in emulated.wires.values())
    for _ in range(SWEEPS):
        emulated.sweep()
    transfers = sum(wire.transfers for wire in emulated.wires.values()) - before
    taken_ms = (clock.now_ns() - begun_ns) / 1e6
    emulated.stop()
    return taken_ms / SWEEPS, transfers / SWEEPS / len(emulated.wires)
