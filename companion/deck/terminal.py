"""Enrolment at a terminal: it says what to lay next, and takes a word when something else shall come."""

from collections.abc import Iterable
from queue import SimpleQueue
from threading import Thread
from typing import TextIO

from companion.deck.enrolling import Enrolling
from companion.deck.view import WORDS, next_sentence, outcome_sentence
from companion.lang import catalogue
from companion.pads import sentence
from firmware.messages import Fault, Message

Inbox = SimpleQueue[Message | str | None]
"""What the pads and the person say, in order; None when the person has nothing more to say."""

DONE = "done"
UNDO = "undo"


def listen(lines: Iterable[str], inbox: Inbox) -> None:
    """Bring what a person writes into the inbox, by a thread of its own."""

    def run() -> None:
        for line in lines:
            inbox.put(line)
        inbox.put(None)

    Thread(target=run, name="terminal", daemon=True).start()


def enrol_here(
    enrolling: Enrolling, inbox: Inbox, out: TextIO, language: str, edition: str, *, names: bool = False
) -> None:
    """Enrol until the person is done. What is enrolled is kept at once: another start goes on where this one ends.

    `names`: the texts on the stickers say which cards they are.
    """
    words = catalogue(language, WORDS)

    def say(text: str) -> None:
        print(text, file=out, flush=True)

    enrolling.begin()
    enrolling.read_names(on=names)
    say(words.text("enrol.help.named" if names else "enrol.help", undo=UNDO, done=DONE))
    say(next_sentence(enrolling.stand(), language, edition))
    while (heard := inbox.get()) is not None:
        if isinstance(heard, str):
            word = " ".join(heard.split())
            if word == DONE:
                break
            if word == UNDO:
                enrolling.undo()
            elif names:
                say(words.text("enrol.help.named", undo=UNDO, done=DONE))
                continue
            elif not enrolling.choose(word):
                say(words.text("enrol.unknown", word=word, kinds=", ".join(enrolling.box)))
                continue
        elif isinstance(heard, Fault):
            say(sentence(heard, words))
        elif not enrolling.take(heard):
            continue
        stand = enrolling.stand()
        if stand.outcome is not None and not isinstance(heard, Fault):
            say(outcome_sentence(stand.outcome, language, edition))
        say(next_sentence(stand, language, edition))
    stand = enrolling.stand()
    there, of = (sum(getattr(count, part) for count in stand.counts) for part in ("there", "of"))
    say(words.text("enrol.done", there=there, of=of))
