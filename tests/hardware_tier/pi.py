"""A Raspberry Pi that other processes find."""

import subprocess
import time
from pathlib import Path

from firmware.emulation.clock import VirtualClock
from firmware.emulation.field import Field
from firmware.emulation.rc522 import Rc522
from firmware.emulation.wire import Wire
from tests.hardware_tier import preloaded
from tests.hardware_tier.chips import PI_4, Devices


class Pi:
    """At first a Pi 4, whose chips live by the time of the machine. Close its `devices` in the end.

    `fields` and `wires` are its readers' antennas and boards, by bus and chip select.
    """

    def __init__(self, root: Path) -> None:
        self.clock = VirtualClock(time.monotonic_ns())
        self.devices = Devices(root, before_transfer=self._catch_up)
        self.devices.be(*PI_4)
        self.fields: dict[tuple[int, int], Field] = {}
        self.wires: dict[tuple[int, int], Wire] = {}

    def _catch_up(self) -> None:
        self.clock.sleep_ns(time.monotonic_ns() - self.clock.now_ns())

    def reader(self, bus: int, device: int) -> None:
        """A reader board on a chip select."""
        field = Field(self.clock)
        wire = Wire(Rc522(self.clock, field), self.clock, overhead_us=0)
        self.fields[bus, device], self.wires[bus, device] = field, wire
        self.devices.solder(bus, device, wire)

    def environment(self, **more: str) -> dict[str, str]:
        """For a process that is to run on it."""
        return preloaded.environment(self.devices.root) | more

    def run(self, *arguments: str, python: Path = preloaded.PYTHON, told: str = "", **more: str) -> str:
        """Run Python on it to its end; what it printed."""
        done = subprocess.run(
            [python, *arguments],
            cwd=preloaded.ROOT,
            env=self.environment(**more),
            input=told,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout
