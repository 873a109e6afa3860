"""What is wrong with parts of the table now, and what people were just told about a touch that meant nothing."""

import logging

from companion.touch.interpret import Notice
from firmware.messages import LIBRARY, OFFLINE, Fault

_log = logging.getLogger(__name__)

_READER, _BEAM, _LOST = "reader ", "beam", frozenset({OFFLINE, LIBRARY})


class Faults:
    """The faults that last. A notice lasts until the next touch."""

    def __init__(self) -> None:
        self._faults: dict[tuple[str, str], Fault] = {}
        self._draw_missed = False
        self.told: Fault | None = None
        """The notice that stands."""

    def take(self, fault: Fault) -> bool:
        """A fault begins or is over; whether that is new."""
        key = (fault.part, fault.code)
        if fault.over:
            was = self._faults.pop(key, None) is not None
            if was:
                _log.info("%s: %s no more", fault.part, fault.code)
            return was
        before = self._faults.get(key)
        self._faults[key] = fault
        self._draw_missed = self._draw_missed or self.beam_dead
        new = before is None or before.detail != fault.detail
        if new:
            _log.warning("%s: %s %s", fault.part, fault.code, fault.detail)
        return new

    def notice(self, pad: str, notice: Notice, at_ms: int) -> None:
        """A touch meant nothing to the race."""
        self.told = Fault(f"{_READER}{pad}", notice.code, "", at_ms)

    def touched(self) -> bool:
        """Somebody touched something: what was told before has been read. Whether there was anything."""
        told, self.told = self.told is not None, None
        return told

    def all(self) -> tuple[Fault, ...]:
        """Everything to be told, the latest last."""
        return (*self._faults.values(), *([self.told] if self.told else []))

    def card_accepted(self) -> None:
        """Whoever played had drawn: nothing that the sensor missed before is still to be entered."""
        self._draw_missed = self.beam_dead

    @property
    def draw_missed(self) -> bool:
        """Whether the sensor may have missed a draw since a card was accepted, even if it works again."""
        return self._draw_missed

    @property
    def beam_dead(self) -> bool:
        """Whether the dispenser's sensor sees nothing."""
        return any(map(sees_no_draws, self._faults.values()))

    @property
    def dead_pads(self) -> frozenset[str]:
        """The pads whose reader does not answer."""
        return frozenset(
            part.removeprefix(_READER) for part, code in self._faults if part.startswith(_READER) and code in _LOST
        )


def pad_of_fault(fault: Fault) -> str | None:
    """The pad whose reader it is about."""
    return fault.part.removeprefix(_READER) if fault.part.startswith(_READER) else None


def lost(fault: Fault) -> bool:
    """Whether a reader has fallen silent, or speaks again."""
    return pad_of_fault(fault) is not None and fault.code in _LOST


def sees_no_draws(fault: Fault) -> bool:
    """Whether it is the dispenser's sensor that sees nothing."""
    return fault.part == _BEAM
