"""The buzzer: tones told apart by their rhythm, and by their pitch where it can change. It never makes anybody wait."""

import logging
import threading
from collections.abc import Callable
from typing import Any

from firmware.clock import Clock, MonotonicClock, now_ms
from firmware.libraries import prescribed
from firmware.messages import Fault, Message, Tone

Note = tuple[int, int]
"""A pitch in Hz, 0 for silence, and how long it lasts in ms."""

LOW, MIDDLE, HIGH, TOP = 440, 880, 1320, 1760
TONES: dict[str, tuple[Note, ...]] = {
    "seen": ((TOP, 40),),
    "accepted": ((MIDDLE, 80), (0, 70), (HIGH, 80)),
    "refused": ((LOW, 450),),
    "question": ((MIDDLE, 80), (0, 70), (TOP, 300)),
    "stroke": ((TOP, 60), (0, 60), (HIGH, 60), (0, 60), (TOP, 60), (0, 60), (HIGH, 60)),
    "win": ((MIDDLE, 100), (0, 70), (HIGH, 100), (0, 70), (TOP, 500)),
}
GAP_MS = 150  # so that two tones are not heard as one

log = logging.getLogger(__name__)


class Buzzer:
    """Plays tones from a thread of its own; while one sounds, the newest of those that came is kept for after it.

    A buzzer that cannot be opened, or fails, is a Fault once and silent from then on.
    """

    def __init__(self, put: Callable[[Message], None], *, clock: Clock | None = None) -> None:
        self._put = put
        self._clock = clock or MonotonicClock()
        self._device: Any = None
        self._waiting: Tone | None = None
        self._notes: list[Note] = []
        self._next_ms = 0
        self._wake = threading.Event()
        self._thread: threading.Thread | None = None
        self._stopping = False

    def open(self, pin: int, pin_factory: Any = None) -> None:
        """Use the BCM line `pin`; where its pins know no pulse widths, by rhythm alone."""
        try:
            self._device = _device(pin, pin_factory)
        except Exception as problem:  # noqa: BLE001 - the library below gpiozero raises errors of its own
            self._dead(problem)

    def start(self) -> None:
        """Begin to play."""
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="buzzer", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Fall silent, end the thread and let the line go."""
        self._stopping = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self._release()

    def play(self, tone: Tone) -> None:
        """Play a tone of `TONES`, now or when the present one is over. Any thread may call; KeyError for another."""
        TONES[tone.name]
        self._waiting = tone
        self._wake.set()

    def step(self) -> int | None:
        """Sound what is due now; the milliseconds until more is due, None when that is when a tone is asked for."""
        at_ms = now_ms(self._clock)
        while at_ms >= self._next_ms:
            if not self._notes:
                waiting, self._waiting = self._waiting, None
                if waiting is None:
                    return None
                self._notes = [*TONES[waiting.name], (0, GAP_MS)]
            pitch_hz, duration_ms = self._notes.pop(0)
            self._sound(pitch_hz)
            self._next_ms = at_ms + duration_ms
        return self._next_ms - at_ms

    def _run(self) -> None:
        while not self._stopping:
            self._wake.clear()
            wait_ms = self.step()
            self._wake.wait(None if wait_ms is None else wait_ms / 1000)

    def _sound(self, pitch_hz: int) -> None:
        if self._device is None:
            return
        try:
            self._device.sound(pitch_hz)
        except Exception as problem:  # noqa: BLE001 - as above
            self._dead(problem)
            self._release()

    def _release(self) -> None:
        device, self._device = self._device, None
        if device is not None:
            try:
                device.close()
            except Exception as problem:  # noqa: BLE001 - as above
                log.info("the buzzer could not be closed: %s", problem)

    def _dead(self, problem: Exception) -> None:
        log.warning("buzzer: %s", problem)
        self._put(Fault("buzzer", "offline", f"the buzzer cannot be used ({problem})", now_ms(self._clock)))


class _Tonal:
    """A passive buzzer: the line swings at the pitch."""

    def __init__(self, pin: int, pin_factory: Any) -> None:
        from gpiozero import TonalBuzzer  # noqa: PLC0415  # loads when a device is opened

        self._device = TonalBuzzer(pin, mid_tone="A5", octaves=2, pin_factory=pin_factory)
        self.close = self._device.close

    def sound(self, pitch_hz: int) -> None:
        """Swing at this pitch, or not at all."""
        self._device.play(float(pitch_hz) if pitch_hz else None)


class _Plain:
    """An active buzzer: the line switches its own pitch."""

    def __init__(self, pin: int, pin_factory: Any) -> None:
        from gpiozero import Buzzer as Switched  # noqa: PLC0415  # loads when a device is opened

        self._device = Switched(pin, pin_factory=pin_factory)
        self.close = self._device.close

    def sound(self, pitch_hz: int) -> None:
        """On for any pitch."""
        self._device.value = bool(pitch_hz)


def _device(pin: int, pin_factory: Any) -> _Tonal | _Plain:
    library = prescribed("gpiozero", "PinPWMUnsupported", "TonalBuzzer")
    try:
        return _Tonal(pin, pin_factory)
    except library.PinPWMUnsupported:
        return _Plain(pin, pin_factory)
