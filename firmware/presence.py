"""From polls of the readers to what happened on the table: which card was tapped, which lies, which left. Pure.

The life of a card on a pad: it acts (Scan) at its first good read, lies there for as long as it is seen, and is gone
(Removed) after some missed rounds; it acts again only after it was gone. Cards that are there when a reader starts or
comes back lie there already.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from firmware.messages import Fault, Message, Removed, Scan
from firmware.readers.contract import Inventory

GONE_ROUNDS = 3
GONE_MS = 300
LYING_MS = 700
UNKNOWN_READS = 3  # equal reads before a tag that nobody knows is believed: a garbled one never comes thrice
TOGETHER_MS = 200  # no hand taps two cards one after the other so fast: they stick together
UNREADABLE_MS = 1000

DETAILS = {
    "two-cards": "two cards at once on this pad: neither counts; lift both and tap one",
    "two-pads": "this card is seen by two pads: the first one keeps it; lay it farther from the others",
    "unreadable": "something on this pad cannot be read: separate the cards, and lay one in the middle",
}


@dataclass(slots=True)
class _Card:
    order: int  # in which cards came, all pads together
    since_ms: int
    seen_ms: int
    settled: bool = False  # has acted, or never shall before it was gone
    reads: int = 0
    missed: int = 0


class Presence:
    """All pads of a table. `known` tells a card of the deck from a foreign tag."""

    def __init__(self, known: Callable[[bytes], bool]) -> None:
        self._known = known
        self._cards: dict[str, dict[bytes, _Card]] = {}
        self._starting: set[str] = set()
        self._polled_ms: dict[str, int] = {}
        self._unreadable_ms: dict[str, int] = {}
        self._faults: dict[tuple[str, str], frozenset[bytes]] = {}
        self._lost: set[str] = set()
        self._order = count()

    def lost(self, pad: str) -> None:
        """The pad's reader fell silent: what lay there is taken to lie there, but may act on another pad."""
        self._lost.add(pad)

    def back(self, pad: str, at_ms: int) -> None:
        """The pad's reader works, for the first time or again: what its next poll sees lies there already.

        Unless it was silent for less than a card takes to be gone: then a new card came just now, and is a tap.
        """
        self._lost.discard(pad)
        if pad not in self._polled_ms or at_ms - self._polled_ms[pad] >= GONE_MS:
            self._starting.add(pad)
        for card in self._cards.setdefault(pad, {}).values():
            card.seen_ms, card.missed = at_ms, 0

    def lying(self, at_ms: int) -> tuple[tuple[str, bytes], ...]:
        """Pad and tag of every card that has been left on a pad."""
        return tuple(
            (pad, uid)
            for pad, cards in self._cards.items()
            for uid, card in cards.items()
            if card.settled and at_ms - card.since_ms >= LYING_MS
        )

    def poll(self, pad: str, inventory: Inventory, at_ms: int) -> list[Message]:
        """What one poll of a pad, at `at_ms`, means. Pads that never were `back` count as starting."""
        if pad not in self._cards:
            self.back(pad, at_ms)
        self._polled_ms[pad] = at_ms
        messages: list[Message] = []
        if not inventory.unreadable:
            messages += self._missed(pad, inventory, at_ms)
        fresh = self._seen(pad, inventory, at_ms)
        if pad in self._starting:
            self._starting.discard(pad)
            for card in self._cards[pad].values():
                card.settled, card.since_ms = True, min(card.since_ms, at_ms - LYING_MS)
        else:
            messages += self._together(pad, inventory, fresh, at_ms)
        messages += self._elsewhere(pad, inventory, at_ms)
        messages += self._acting(pad, inventory, at_ms)
        return messages + self._readability(pad, inventory, at_ms) + self._ended(at_ms)

    def _missed(self, pad: str, inventory: Inventory, at_ms: int) -> list[Message]:
        messages: list[Message] = []
        cards = self._cards[pad]
        for uid in [uid for uid in cards if uid not in inventory.uids]:
            card = cards[uid]
            card.missed += 1
            card.reads = 0
            if card.missed >= GONE_ROUNDS and at_ms - card.seen_ms >= GONE_MS:
                del cards[uid]
                if card.settled:
                    messages.append(Removed(pad, uid, at_ms))
        return messages

    def _seen(self, pad: str, inventory: Inventory, at_ms: int) -> list[bytes]:
        cards = self._cards[pad]
        fresh = [uid for uid in inventory.uids if uid not in cards]
        for uid in inventory.uids:
            card = cards.setdefault(uid, _Card(next(self._order), at_ms, at_ms))
            card.seen_ms, card.missed = at_ms, 0
            card.reads += 1
        return fresh

    def _together(self, pad: str, inventory: Inventory, fresh: list[bytes], at_ms: int) -> list[Message]:
        """Two cards that came as one: those that have not acted yet shall not."""
        cards = self._cards[pad]
        came = [uid for uid in inventory.uids if uid in fresh or at_ms - cards[uid].since_ms <= TOGETHER_MS]
        if not fresh or len(came) < 2:
            return []
        for uid in came:
            cards[uid].settled = True
        return self._fault(pad, "two-cards", frozenset(came), at_ms)

    def _elsewhere(self, pad: str, inventory: Inventory, at_ms: int) -> list[Message]:
        """Cards seen here again while they wait to act on another pad: both see them, and this one had them first."""
        messages: list[Message] = []
        for uid in inventory.uids:
            for other, cards in self._cards.items():
                card = cards.get(uid)
                if card is not None and not card.settled and card.order > self._cards[pad][uid].order:
                    card.settled = True
                    messages += self._fault(other, "two-pads", frozenset((uid,)), at_ms)
        return messages

    def _acting(self, pad: str, inventory: Inventory, at_ms: int) -> list[Message]:
        messages: list[Message] = []
        for uid in inventory.uids:
            card = self._cards[pad][uid]
            believed = card.reads >= UNKNOWN_READS or self._known(uid)
            if not card.settled and believed and not self._held_elsewhere(pad, uid):
                card.settled = True
                messages.append(Scan(pad, uid, at_ms))
        return messages

    def _held_elsewhere(self, pad: str, uid: bytes) -> bool:
        """Whether another pad had this card first and has not seen it go: it may be on its way here, and waits."""
        order = self._cards[pad][uid].order
        return any(
            other not in self._lost and uid in cards and cards[uid].order < order
            for other, cards in self._cards.items()
        )

    def _readability(self, pad: str, inventory: Inventory, at_ms: int) -> list[Message]:
        if not inventory.unreadable:
            self._unreadable_ms.pop(pad, None)
            return []
        since_ms = self._unreadable_ms.setdefault(pad, at_ms)
        return self._fault(pad, "unreadable", frozenset(), at_ms) if at_ms - since_ms > UNREADABLE_MS else []

    def _fault(self, pad: str, code: str, uids: frozenset[bytes], at_ms: int) -> list[Message]:
        is_new = (pad, code) not in self._faults
        self._faults[pad, code] = uids
        return [Fault(f"reader {pad}", code, DETAILS[code], at_ms)] if is_new else []

    def _ended(self, at_ms: int) -> list[Message]:
        over = [(pad, code) for (pad, code), uids in self._faults.items() if not self._persists(pad, code, uids)]
        for each in over:
            del self._faults[each]
        return [Fault(f"reader {pad}", code, DETAILS[code], at_ms, over=True) for pad, code in over]

    def _persists(self, pad: str, code: str, uids: frozenset[bytes]) -> bool:
        match code:
            case "two-cards":
                return len(uids & self._cards[pad].keys()) > 1
            case "two-pads":
                return all(sum(uid in cards for cards in self._cards.values()) > 1 for uid in uids)
            case _:
                return pad in self._unreadable_ms
