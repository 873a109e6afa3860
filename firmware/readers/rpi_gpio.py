"""The little of RPi.GPIO that mfrc522 asks for, on gpiozero's pins: it works on every Pi.

Put into sys.modules as `RPi.GPIO` before mfrc522 is imported (rc522.py does), whichever of RPi.GPIO and rpi-lgpio is
installed.
"""

from collections import Counter
from typing import Any

from firmware.libraries import prescribed
from firmware.readers.contract import BUSY, ReaderError

BOARD = 10
BCM = 11
OUT = 0
LOW = 0
HIGH = 1
UNWIRED = 255
"""A channel of no line: the boards' own resistors hold their resets high. Not RPi.GPIO's; mfrc522 insists on one."""

_mode: int | None = None
_outputs: dict[int, Any] = {}
_users: Counter[int] = Counter()
"""How many readers hold each reset line. Not RPi.GPIO's either."""


def getmode() -> int | None:
    """How channels are counted: BOARD, BCM, or None as long as nobody said."""
    return _mode


def setmode(mode: int) -> None:
    """Count channels as the header's positions (BOARD) or as the processor's lines (BCM)."""
    global _mode  # noqa: PLW0603  # RPi.GPIO is a module with one mode a process
    if mode not in {BOARD, BCM}:
        raise ValueError(f"mode {mode} is neither BOARD (10) nor BCM (11)")
    _mode = mode


def setup(channel: int, direction: int) -> None:
    """Make the channel an output, high: a reset line is low when active. Again (it is shared): no change.

    For a moment it is low at first, as for `hold`.
    ReaderError (BUSY) when another program has it.
    """
    output_device = prescribed("gpiozero", "OutputDevice").OutputDevice
    if direction != OUT:
        raise ValueError("only outputs are provided for")
    if channel == UNWIRED:
        return
    if channel not in _outputs or _outputs[channel].closed:
        name = f"BOARD{channel}" if _mode == BOARD else f"GPIO{channel}"
        try:
            _outputs[channel] = output_device(name, initial_value=False)
        except Exception as problem:  # the library below gpiozero raises errors of its own ("GPIO busy")
            if "busy" not in str(problem).lower():
                raise
            cure = "stop that first (sudo systemctl stop mille-bornes)"
            raise ReaderError(BUSY, f"another program has the readers' reset line, {name}: {cure}") from problem
        _outputs[channel].on()


def hold(channel: int) -> None:
    """One more reader hangs on this line. The first resets all that does: a chip that hangs may hear nothing else.

    Low for 100 ns are enough (NRSTPD, MFRC522 data sheet); a pin is slower. While others use it, it is left alone.
    """
    if not _users[channel] and channel in _outputs and not _outputs[channel].closed:
        _outputs[channel].off()
        _outputs[channel].on()
    _users[channel] += 1


def let_go(channel: int) -> None:
    """One reader less."""
    _users[channel] -= 1


def output(channel: int, level: int) -> None:
    """Drive a channel that was set up."""
    if channel != UNWIRED:
        _outputs[channel].value = level


def cleanup(channel: int | None = None) -> None:
    """Let one channel go, or all."""
    for each in list(_outputs) if channel is None else [channel]:
        if each in _outputs:
            _outputs.pop(each).close()
