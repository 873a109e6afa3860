"""The one thread that owns the readers' bus: group after group of pads; no reader's failure ends it."""

import logging
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest

from firmware.clock import Clock, MonotonicClock, now_ms
from firmware.messages import Expected, Fault, Message, Scan
from firmware.ndef import NdefError, texts
from firmware.pad import Pad
from firmware.presence import Presence
from firmware.readers.contract import Inventory, Opener
from firmware.turns import turns

REFRESH_MS = 3000  # no field stays on for longer: a card that was told to be silent, and not read, wakes up
FIRST_SWEEP_S = 5.0  # start() waits no longer for it: a bus of dead readers is still a table
LAST_SWEEP_S = 2.0  # nor does stop(): a driver that waits for ever in the kernel is left there

log = logging.getLogger(__name__)


class Bus:
    """Polls the readers that the openers open, by pad, and puts Scan, Removed and Fault.

    `known` tells cards of the deck from foreign tags. `groups` names the pads whose fields may be on together, each pad
    once; by default each is on alone. Where all may be, the fields of empty pads stay on. After each sweep the thread
    rests `rest_ms` and calls `each_sweep` with the time. `sweep` polls every pad once and may be called without the
    thread, never beside it.

    Attributes:
        sweeps: how many have ended; when it grows no more, a driver hangs or the thread broke.
    """

    def __init__(
        self,
        openers: Mapping[str, Opener],
        put: Callable[[Message], None],
        known: Callable[[bytes], bool],
        *,
        groups: Iterable[Sequence[str]] | None = None,
        clock: Clock | None = None,
        rest_ms: float = 0,
        each_sweep: Callable[[int], None] = lambda _at_ms: None,
    ) -> None:
        self._clock = clock or MonotonicClock()
        self._put = put
        self._presence = Presence(known)
        self._names: Callable[[], bool] = lambda: False
        self._pads = {name: Pad(name, opener, partial(self._doubt, name)) for name, opener in openers.items()}
        self._groups = tuple(map(tuple, groups or ((name,) for name in openers)))
        self._rest_s = rest_ms / 1000
        self._each_sweep = each_sweep
        self._stop = threading.Event()
        self._swept = threading.Event()
        self._thread: threading.Thread | None = None
        self._lying: tuple[tuple[str, bytes], ...] = ()
        self._lit_ms: dict[str, int] = {}
        self._expected = Expected()
        self.sweeps = 0
        self._occupied: set[str] = set()
        self._reported: dict[str, str] = {}

    def start(self) -> None:
        """Start the thread, and return when every pad has been polled once: what lies there then is no tap."""
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, name="readers", daemon=True)
        self._thread.start()
        self._swept.wait(FIRST_SWEEP_S)

    def stop(self) -> None:
        """End the thread and close the readers; nothing is put afterwards. Readers in which it hangs are left alone."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(LAST_SWEEP_S)
            if self._thread.is_alive():
                log.warning("a reader does not let go: it is left as it is")
                return
            self._thread = None
        for pad in self._pads.values():
            pad.darken()
            pad.close()

    def lying(self) -> tuple[tuple[str, bytes], ...]:
        """Pad and tag of every card that had been left on a pad when the last sweep ended."""
        return self._lying

    def read_names(self, when: Callable[[], bool]) -> None:
        """Let each Scan bring the texts on its tag while `when`, asked by the thread, says so; before, none does."""
        self._names = when

    def expect(self, expected: Expected) -> None:
        """Poll pads accordingly from the next sweep on; any thread may say so."""
        self._expected = expected

    def sweep(self) -> None:
        """Poll every pad once, unless others are likelier; it never takes more polls than that."""
        self._reset_the_hung(now_ms(self._clock))
        for group in turns(self._groups, self._expected, frozenset(self._occupied), (self.sweeps + 1) % 2):
            self._poll([self._pads[name] for name in group])
        at_ms = now_ms(self._clock)
        self._lying = self._presence.lying(at_ms)
        self._each_sweep(at_ms)
        self.sweeps += 1

    def _run(self) -> None:
        while not self._stop.is_set():
            self.sweep()
            self._swept.set()
            self._stop.wait(self._rest_s)

    def _reset_the_hung(self, at_ms: int) -> None:
        """All readers at once, as they share the line; it takes less time than a card needs to be taken for gone."""
        if any(pad.wants_reset(at_ms) for pad in self._pads.values()):
            log.info("a reader stays silent: all are reset by their line")
            for pad in self._pads.values():
                pad.reset(at_ms)

    def _poll(self, group: Sequence[Pad]) -> None:
        due = [pad for pad in group if pad.due(now_ms(self._clock))]
        for pad in due:
            if not pad.lit:
                self._lit_ms[pad.name] = now_ms(self._clock)
                pad.light()
        for pad, following in zip_longest(due, due[1:]):
            if pad is due[0]:
                pad.call()
            if following is not None:  # its answer is on the air while this one's is fetched
                following.call()
            inventory = pad.read()
            (self._occupied.discard if inventory == Inventory() else self._occupied.add)(pad.name)
            self._tell(pad, inventory, now_ms(self._clock))
            if not self._may_stay_lit(pad, inventory):
                pad.darken()

    def _may_stay_lit(self, pad: Pad, inventory: Inventory | None) -> bool:
        """An empty pad's field may, where no other group's turn comes; cards are read again only after it was off."""
        lit_for_ms = now_ms(self._clock) - self._lit_ms[pad.name]
        return len(self._groups) == 1 and inventory == Inventory() and lit_for_ms < REFRESH_MS

    def _tell(self, pad: Pad, inventory: Inventory | None, at_ms: int) -> None:
        if inventory is None:
            self._lose(pad, at_ms)
            return
        if pad.lost:
            self._found(pad, at_ms)
        for message in self._presence.poll(pad.name, inventory, at_ms):
            self._put(self._named(pad, message))

    def _named(self, pad: Pad, message: Message) -> Message:
        if not isinstance(message, Scan) or not self._names():
            return message
        memory = pad.memory(message.uid)
        try:
            return message if memory is None else replace(message, texts=texts(memory))
        except NdefError as error:
            log.info("pad %s: tag %s: %s", pad.name, message.uid.hex(), error)
            return message

    def _lose(self, pad: Pad, at_ms: int) -> None:
        pad.lose(at_ms)
        self._presence.lost(pad.name)
        if pad.name not in self._reported:
            self._reported[pad.name] = pad.code
            log.warning("reader %s: %s", pad.name, pad.trouble)
            self._put(Fault(f"reader {pad.name}", pad.code, pad.trouble, at_ms))

    def _found(self, pad: Pad, at_ms: int) -> None:
        pad.found()
        self._presence.back(pad.name, at_ms)
        if code := self._reported.pop(pad.name, ""):
            self._put(Fault(f"reader {pad.name}", code, "the reader works again", at_ms, over=True))

    def _doubt(self, name: str, doubt: str) -> None:
        self._put(Fault(f"reader {name}", "counterfeit", doubt, now_ms(self._clock)))
