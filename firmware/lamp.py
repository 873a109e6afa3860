"""The one thread that owns the strip: it draws the latest scene, rests while that is still, outlives a dead strip.

It also outlives who sends the scenes: without proof for two seconds that somebody does, it shows that nobody does.
"""

import logging
import threading
from collections.abc import Callable

from firmware.clock import Clock, MonotonicClock, now_ms
from firmware.flash import FlashGuard
from firmware.light import CALM_FADE_MS, DARK, Scene
from firmware.messages import LIBRARY, OFFLINE, Fault
from firmware.picture import Picture
from firmware.strips.contract import Strip
from firmware.unattended import unattended
from hardware.description import Layout

FRAME_MS = 40
RETRY_MS = (1_000, 2_000, 5_000, 10_000)
PROOF_MS = 2_000


class Lamp:
    """Shows scenes on a strip.

    Args:
        open_strip: opens the strip; called in the lamp's thread, and again after a fault.
        layout: the strip's pixels.
        put: takes the strip's Fault, once, and once its end.
        clock: the messages' clock.
        within: makes of a frame one that the supply can bear.
    """

    def __init__(
        self,
        open_strip: Callable[[], Strip],
        layout: Layout,
        put: Callable[[Fault], None],
        clock: Clock | None = None,
        *,
        within: Callable[[bytes], bytes] = bytes,
    ) -> None:
        self._open_strip, self._layout, self._put = open_strip, layout, put
        self._clock = clock or MonotonicClock()
        self._within = within
        self._scene = DARK
        self._proof_ms = now_ms(self._clock)
        self._left: Scene | None = None
        self._stopping = False
        self._changed = threading.Event()
        self._strip: Strip | None = None
        self._failures = 0
        self._code = OFFLINE
        self._retry_ms = 0
        self._drawn = DARK
        self._picture = Picture(DARK, layout)
        self._guard = FlashGuard(layout.pixels)
        self._frame = self._fade_from = bytes(3 * layout.pixels)
        self._fade_end_ms = 0
        self._sent: bytes | None = None
        self._thread = threading.Thread(target=self._run, name="lamp", daemon=True)

    def start(self) -> None:
        """Begin to show."""
        self._proof_ms = now_ms(self._clock)
        self._thread.start()

    def show(self, scene: Scene) -> None:
        """Show this scene from now on; any thread may say so."""
        self._scene = scene
        self._changed.set()

    def alive(self) -> None:
        """Take the proof that whoever shows scenes is at work: to be given more often than every two seconds."""
        self._proof_ms = now_ms(self._clock)
        if self._left is not None:
            self._changed.set()

    def stop(self) -> None:
        """Go dark, release the strip and end the thread."""
        self._stopping = True
        self._changed.set()
        if self._thread.is_alive():
            self._thread.join()

    def frame(self) -> bytes:
        """The latest frame: RGB for each pixel, before brightness; any thread may ask, also when the strip is dead."""
        return self._frame

    def step(self) -> int:
        """Show what is due now; the milliseconds until more may be due."""
        t_ms = now_ms(self._clock)
        moving = self._draw(t_ms)
        if t_ms >= self._retry_ms:
            self._send(t_ms)
        if moving:
            return FRAME_MS
        waits = [self._proof_ms + PROOF_MS + self._scene.patience_ms - t_ms] if self._left is None else [PROOF_MS]
        if self._failures:
            waits.append(self._retry_ms - t_ms)
        return max(1, min(waits))

    def _run(self) -> None:
        while not self._stopping:
            self._changed.clear()
            wait_ms = self.step()
            self._changed.wait(wait_ms / 1000)
        self._close()

    def _due(self, t_ms: int) -> Scene:
        """The latest scene, or the one that says that none can be expected."""
        scene = self._scene
        if t_ms - self._proof_ms < PROOF_MS + scene.patience_ms:
            self._left = None
        elif self._left is None:
            self._left = unattended(self._layout, calm=scene.calm)
            logging.getLogger(__name__).warning("no sign of the referee for %d ms", t_ms - self._proof_ms)
        return self._left or scene

    def _draw(self, t_ms: int) -> bool:
        """Make the frame; whether the next one may differ. A calm scene fades in from the frame before it."""
        scene = self._due(t_ms)
        if scene is not self._drawn:
            self._drawn, self._picture = scene, Picture(scene, self._layout)
            self._fade_from, self._fade_end_ms = self._frame, t_ms + CALM_FADE_MS if scene.calm else t_ms
        frame = self._picture.frame(t_ms)
        fading = t_ms < self._fade_end_ms
        if fading:
            old = (self._fade_end_ms - t_ms) * 256 // CALM_FADE_MS
            frame = bytes((a * old + b * (256 - old)) >> 8 for a, b in zip(self._fade_from, frame, strict=True))
        frame = self._guard.pass_on(self._within(frame), t_ms)
        # What the guard holds back may be brighter than what came in its place.
        self._frame = self._within(frame) if self._guard.holding else frame
        return fading or self._guard.holding or self._picture.moves(t_ms)

    def _send(self, t_ms: int) -> None:
        if self._frame == self._sent:
            return
        try:
            if self._strip is None:
                self._strip = self._open_strip()
            self._strip.show(self._frame)
        except Exception as error:  # noqa: BLE001 - a driver may raise anything; the game goes on without light
            self._fail(error, t_ms)
            return
        self._sent = self._frame
        if self._failures:
            self._failures = self._retry_ms = 0
            self._put(Fault("strip", self._code, "The strip is back.", t_ms, over=True))

    def _fail(self, error: Exception, t_ms: int) -> None:
        self._close()
        self._sent = None
        self._retry_ms = t_ms + RETRY_MS[min(self._failures, len(RETRY_MS) - 1)]
        self._failures += 1
        if self._failures == 1:
            wired = f"The strip does not answer: {error}. Look at its wiring."
            self._code, told = (LIBRARY, str(error)) if isinstance(error, ImportError) else (OFFLINE, wired)
            self._put(Fault("strip", self._code, told, t_ms))

    def _close(self) -> None:
        strip, self._strip = self._strip, None
        if strip is not None:
            try:
                strip.close()
            except Exception as error:  # noqa: BLE001 - as above
                logging.getLogger(__name__).info("the strip could not be closed: %s", error)
