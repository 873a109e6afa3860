"""Tags that somebody has written to do harm, laid in hundred thousands while the table reads the texts on stickers."""

from pathlib import Path
from random import Random

import pytest

from companion.deck.enrolling import Enrolling
from companion.deck.enrolment import box_of
from companion.deck.registry import Registry
from companion.deck.view import outcome_sentence
from firmware.messages import Scan
from firmware.ndef import NdefError, texts
from tests.companion.decks import MARIO_KART
from tests.figures import Tell

TAGS, LAID_EVERY = 300_000, 1000
MEMORY_BYTES = 144
"""Of an NTAG213, the sticker of the guide."""
SOUND = (
    bytes.fromhex("0312D1010E5402656E7265642D6C696768742F33FE"),
    bytes.fromhex("0103A00C340313910108540264653235206B6D51010454026465"),
    bytes.fromhex("03FF0102C1010000010054" + "02656E") + b"A" * 253 + b"\xfe",
    bytes.fromhex("0309D10105548267617300FE"),
    bytes.fromhex("140200FFFFFFFFFFFFFF0002"),
)
"""A phone's text, a text behind other blocks, a long one, one of 16 bits, and one that broke a library."""
WORDS = (
    "gas/1",
    "25/10",
    "command undo",
    "<script>",
    "../../pin",
    "\u202e",
    "\x1b[2J",
    "\x00",
    "'; DROP TABLE",
    "é" * 60,
)

pytestmark = pytest.mark.endurance


def written(words: str) -> bytes:
    """A tag's memory with that text."""
    payload = b"\x02en" + words.encode()
    record = bytes((0xD1, 1, len(payload))) + b"T" + payload
    return bytes((3, len(record))) + record + b"\xfe"


def hostile(chance: Random) -> bytes:
    """A sound memory, or chance, of which something was changed, cut, or said twice."""
    sound = chance.choice((*SOUND, written(chance.choice(WORDS)), chance.randbytes(chance.randrange(64))))
    memory = bytearray(sound)
    for _ in range(chance.choice((0, 1, 1, 2, 5))):
        at = chance.randrange(len(memory) + 1)
        match chance.randrange(4):
            case 0:
                memory[at : at + 1] = bytes((chance.randrange(256),))
            case 1:
                del memory[at : at + chance.randrange(1, 4)]
            case 2:
                memory[at:at] = chance.choice((b"\x00", b"\xff", b"\xff\xff\xff", b"\x03\x00", chance.randbytes(3)))
            case 3:
                memory += memory[:at]
    return bytes(memory[: chance.choice((MEMORY_BYTES, 888))])


def test_a_hostile_tag_is_read_or_refused_and_nothing_comes_of_it(tmp_path: Path, tell: Tell) -> None:
    chance, read, refused = Random("tags"), 0, 0  # noqa: S311 - a fault is found again by it
    box = box_of(MARIO_KART)
    enrolling = Enrolling(Registry(tmp_path), box, lambda: 1000)
    enrolling.begin()
    enrolling.read_names(on=True)
    for n in range(TAGS):
        memory = hostile(chance)
        try:
            found: tuple[str, ...] = texts(memory)
            read += 1
        except NdefError:
            found, refused = (), refused + 1
        if n % LAID_EVERY == 0:
            assert enrolling.take(Scan("any", bytes((4, *n.to_bytes(6))), 1000, found))
            outcome = enrolling.stand().outcome
            assert outcome is not None
            assert outcome_sentence(outcome, "en", MARIO_KART.name).isprintable()
    deck = Registry(tmp_path).deck
    cards = [card for uid in deck if (card := deck.card(uid)) is not None]
    assert all(1 <= (card.copy or 0) <= box[card.id] for card in cards), "no card but the box's"
    tell(f"of {TAGS} hostile tags ({read} read, {refused} refused) broke something", "0", "0")
    assert read > TAGS / 20
    assert refused > TAGS / 5
