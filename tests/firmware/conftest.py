import os
from collections import Counter
from collections.abc import Iterator
from typing import Unpack

import pytest

from firmware.readers import rpi_gpio
from tests.firmware.bench import Bench, ChipSettings, MakeBench
from tests.firmware.led import Led

# Blinka looks for the board once in a process, at the first import of any of its modules: this machine is none.
os.environ.setdefault("BLINKA_OS_AGNOSTIC", "1")


@pytest.fixture
def bench_with() -> Iterator[MakeBench]:
    """Makes benches, whose readers are closed afterwards."""
    benches = []

    def make(*, air_time: bool = True, overhead_us: int = 25, **chip: Unpack[ChipSettings]) -> Bench:
        bench = Bench(air_time=air_time, overhead_us=overhead_us, **chip)
        benches.append(bench)
        return bench

    yield make
    for bench in benches:
        bench.close()


@pytest.fixture
def bench(bench_with: MakeBench) -> Bench:
    return bench_with()


@pytest.fixture
def led(monkeypatch: pytest.MonkeyPatch) -> Iterator[Led]:
    monkeypatch.setattr(rpi_gpio, "_users", Counter())  # tables of other tests may not have let the reset line go
    led = Led()
    assert led.sweep() == []
    yield led
    led.table.stop()
