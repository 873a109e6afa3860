"""What a table costs at which nobody plays."""

import time
from collections.abc import Callable

from companion.compose.bench.figures import Spread, spread
from companion.compose.bench.readers import SIMULATED, well
from firmware.emulation.clock import VirtualClock
from firmware.emulation.table import EmulatedTable

SETTLES_S = 1.0
WATCHED_S = 1.0
SWEEPS = 200


def resting(process: int, rounds: int) -> Spread:
    """Per cent of one core that a program takes which has nothing to do."""
    time.sleep(SETTLES_S)
    shares = []
    for _ in range(rounds):
        begun_s, taken_s = time.perf_counter(), cpu_s(process)
        time.sleep(WATCHED_S)
        shares.append(100 * (cpu_s(process) - taken_s) / (time.perf_counter() - begun_s))
    return spread(shares)


def cpu_s(process: int) -> float:
    """Seconds of the processor that another process has had: Linux numbers the clock of each (clock_getcpuclockid)."""
    return time.clock_gettime(~process << 3 | 2)


def emulated_share() -> float:
    """Per cent of the processor's time for a sweep of empty pads that emulated chips take: real ones take none."""
    clock, inside_ns = VirtualClock(), 0
    table = EmulatedTable(SIMULATED, well, lambda _uid: True, clock=clock)

    def timed(transfer: Callable[[bytes, int], bytes]) -> Callable[[bytes, int], bytes]:
        def timed_transfer(mosi: bytes, speed_hz: int) -> bytes:
            nonlocal inside_ns
            begun_ns = time.thread_time_ns()
            answer = transfer(mosi, speed_hz)
            inside_ns += time.thread_time_ns() - begun_ns
            return answer

        return timed_transfer

    for wire in table.wires.values():
        wire.transfer = timed(wire.transfer)  # type: ignore[method-assign, assignment]
    table.sweep()
    inside_ns, begun_ns = 0, time.thread_time_ns()
    for _ in range(SWEEPS):
        table.sweep()
    share = 100 * inside_ns / (time.thread_time_ns() - begun_ns)
    table.stop()
    return share
