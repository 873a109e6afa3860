import os
from collections.abc import Iterator
from typing import Unpack

import pytest

from tests.firmware.bench import Bench, ChipSettings, MakeBench

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
