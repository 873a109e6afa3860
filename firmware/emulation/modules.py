"""Stand-ins for what lies below the drivers on a Pi: the module `spidev`, and gpiozero's pins."""

import errno
import os
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from firmware.libraries import prescribed


class Selected(Protocol):
    """What hangs on a chip select, or on a bus's data line alone: a board, a strip."""

    def transfer(self, mosi: bytes, speed_hz: int) -> bytes:
        """One transfer: as many bytes come back as go out."""
        ...


BUFSIZ = 4096  # spidev's default
_wires: dict[tuple[int, int], Selected] = {}


class SpiDev:
    """As the class of that name in spidev 3.x, for /dev/spidev<bus>.<device> of emulated buses."""

    def __init__(self) -> None:
        self.max_speed_hz = 500_000
        self.mode = 0
        self._wire: Selected | None = None

    def open(self, bus: int, device: int) -> None:
        """Open the device node; FileNotFoundError when nothing is wired there."""
        wire = _wires.get((bus, device))
        if wire is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        self._wire = wire

    def close(self) -> None:
        """Close it; twice does no harm."""
        self._wire = None

    def xfer2(self, values: Sequence[int]) -> list[int]:
        """One transfer, the chip selected from its first to its last byte."""
        return list(self._exchanged(bytes(values)))

    def xfer3(self, values: Sequence[int]) -> tuple[int, ...]:
        """The same for any length, in transfers of as much as spidev's buffer takes."""
        whole = bytes(values)
        return tuple(b"".join(self._exchanged(whole[at : at + BUFSIZ]) for at in range(0, len(whole), BUFSIZ)))

    def _exchanged(self, sent: bytes) -> bytes:
        if self._wire is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        answer = self._wire.transfer(sent, self.max_speed_hz)
        return answer if self.mode == 0 else bytes(len(answer))


def solder(bus: int, device: int, wire: Selected) -> None:
    """Put a board on a chip select."""
    _wires[bus, device] = wire


def install() -> None:
    """Make `import spidev` find the stand-in, and gpiozero use mock pins; before a driver is imported."""
    module = types.ModuleType("spidev", __doc__)
    module.SpiDev = SpiDev  # type: ignore[attr-defined]  # a module made at run time has no declared names
    sys.modules["spidev"] = module
    mock_pins()


def mock_pins() -> None:
    """Make gpiozero use mock pins."""
    device = prescribed("gpiozero", "Device").Device  # hardware libraries load when a table is opened
    from gpiozero.pins.mock import MockFactory  # noqa: PLC0415  # likewise

    if not isinstance(device.pin_factory, MockFactory):
        device.pin_factory = MockFactory()


def driven_low(line: int) -> Callable[[], bool]:
    """Tells whether the program drives this BCM line low; left alone, the boards' resistors pull it high."""
    from gpiozero import Device  # noqa: PLC0415  # likewise

    pin = Device.pin_factory.pin(f"GPIO{line}")
    return lambda: bool(not pin.state and pin.function == "output")


def times_driven_low(line: int) -> Callable[[], int]:
    """Tells how often this BCM line has been driven low."""
    from gpiozero import Device  # noqa: PLC0415  # likewise

    pin = Device.pin_factory.pin(f"GPIO{line}")
    return lambda: sum(not state.state for state in pin.states)


def lit_pin(line: int | None, *, lit_high: bool = False) -> tuple[Any, Any]:
    """Mock pins of their own, and among them the line of a light barrier that sees light: low, or high if `lit_high`.

    It stays so until it is driven, whatever is pulled. Without a line None in its place.
    """
    from gpiozero.pins.mock import MockFactory, MockPin  # noqa: PLC0415  # likewise

    class LitPin(MockPin):  # type: ignore[misc]  # gpiozero has no type information
        """The sensor's transistor is stronger than any pull-up."""

        def _set_pull(self, value: str) -> None:
            self._pull = value

    factory = MockFactory()
    pin = None if line is None else factory.pin(f"GPIO{line}", pin_class=LitPin)
    if pin is not None and lit_high:
        pin.drive_high()
    return factory, pin
