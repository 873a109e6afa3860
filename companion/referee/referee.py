"""The one thread that owns the race: it takes what the table and the page send, in order, and shows what came of it."""

import logging
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from companion.referee.bulletin import Bulletin
from companion.referee.sitting import Sitting
from companion.referee.snapshot import Snapshot
from companion.referee.tabletop import Tabletop
from companion.referee.tones import tone
from companion.store.journal import NotStoredError
from firmware.messages import Fault, Message, Pressed, Scan, Tone

T = TypeVar("T")

CLOCK_S = 0.5
"""How often the race's clock is stored while a stroke window is open."""
IDLE_S = 0.5
"""How often the referee proves, while nothing happens, that it is at work."""
ANSWER_S = 30.0

_log = logging.getLogger(__name__)


class Referee:
    """The referee of one table."""

    def __init__(self, sitting: Sitting) -> None:
        """`sitting` is the race; from `start` on it belongs to the referee's thread."""
        self._sitting, self._tabletop = sitting, Tabletop(sitting)
        self._lights: Callable[[Snapshot], None] = lambda _snapshot: None
        self._sound: Callable[[Tone], None] = lambda _tone: None
        self._watchmen: tuple[Callable[[], None], ...] = ()
        self._queue: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._clock_due_ms = 0
        self._thread = Thread(target=self._run, name="referee", daemon=True)
        self.bulletin = Bulletin(sitting.snapshot)

    def show_on(self, lights: Callable[[Snapshot], None]) -> None:
        """Shows every snapshot on these lights too, also those in which a card is only seen. Before `start`."""
        self._lights = lights

    def sound_on(self, buzzer: Callable[[Tone], None]) -> None:
        """Sounds on this buzzer what becomes of each touch. Before `start`."""
        self._sound = buzzer

    def prove_to(self, *watchmen: Callable[[], None]) -> None:
        """Calls these twice a second, but for the time that an input takes: who hears nothing knows. Before `start`."""
        self._watchmen = watchmen

    def start(self) -> None:
        """Begins to referee."""
        self._thread.start()

    def stop(self) -> None:
        """Ends after what is in hand; what came before it is judged and stored."""
        self._queue.put(None)
        self._thread.join()

    def put(self, message: Message) -> None:
        """Takes a message of the firmware; any thread may call."""
        self._queue.put(lambda: self._take(message))

    def ask(self, question: Callable[[Sitting], T], within_s: float = ANSWER_S) -> T:
        """Has something done by the referee's thread and waits for its answer; its errors are raised here.

        Raises TimeoutError when the referee has not answered in time.
        """
        answer: Future[T] = Future()
        self._queue.put(lambda: _answer(answer, question, self._sitting))
        return answer.result(within_s)

    def tell(self, work: Callable[[Sitting], None]) -> None:
        """Has something done by the referee's thread, after all that came before; nobody waits for it."""
        self._queue.put(lambda: work(self._sitting))

    def _run(self) -> None:
        self._lights(self._sitting.snapshot)
        self._do(self._try_to_store)  # a card that takes nothing is told before anybody plays
        self._show()
        window_was_open = False
        while True:
            for prove in self._watchmen:
                prove()
            window_open = self._sitting.running.window_open
            if window_was_open and not window_open:
                self._sitting.show()
                self._show()
            window_was_open = window_open
            try:
                work = self._queue.get(timeout=self._rest_s(CLOCK_S if window_open else IDLE_S))
            except Empty:
                work = _nothing
            if work is None:
                return
            for each in (work, self._store_clock, self._tabletop.look_again):
                self._do(each)
                self._show()

    def _store_clock(self) -> None:
        """When that is due, however many ask for something meanwhile: while a window is open, or nothing was stored."""
        sitting, now_ms = self._sitting, self._sitting.now_ms()
        if now_ms >= self._clock_due_ms and (sitting.running.window_open or not sitting.snapshot.stores):
            self._try_to_store()
            self._clock_due_ms = now_ms + round(CLOCK_S * 1000)

    def _try_to_store(self) -> None:
        """Stores the clock; that this fails, and when it does no more, is told as the journal's fault."""
        with suppress(NotStoredError):
            self._sitting.keep_clock()

    def _rest_s(self, longest_s: float) -> float:
        """How long there is nothing to be done by itself."""
        look_ms = self._tabletop.look_ms()
        return longest_s if look_ms is None else min(longest_s, max(0, look_ms - self._sitting.now_ms()) / 1000)

    def _do(self, work: Callable[[], None]) -> None:
        try:
            work()
        except NotStoredError as error:
            _log.warning("an input was not stored, so it has not happened: %s", error)
        except Exception as error:  # noqa: BLE001 - one input must not end the evening: it is logged, shown, and the next is taken
            _log.exception("an input could not be taken")
            self._sitting.fault(Fault("referee", "unexpected", repr(error), self._sitting.snapshot.at_ms))

    def _take(self, message: Message) -> None:
        if isinstance(message, Scan | Pressed):
            self._sound(Tone("seen"))
        if isinstance(message, Scan):
            self._tabletop.seen(message)
            self._lights(self._sitting.snapshot)
        self._tabletop.take(message)

    def _show(self) -> None:
        snapshot, before = self._sitting.snapshot, self.bulletin.latest()
        if snapshot.id != before.id:
            self.bulletin.post(snapshot)
            self._lights(snapshot)
            if (sounded := tone(before, snapshot)) is not None:
                self._sound(Tone(sounded))


def _answer(answer: "Future[Any]", question: Callable[[Sitting], Any], sitting: Sitting) -> None:
    try:
        answer.set_result(question(sitting))
    except BaseException as error:  # noqa: BLE001 - whoever asked is told
        answer.set_exception(error)


def _nothing() -> None:
    """Time passes."""
