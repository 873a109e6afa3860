"""An enrolment in words, and as the page's wizard shows it: JSON values only."""

from collections.abc import Sequence
from typing import Any

from companion.deck.deck import COMMANDS, Command, Entry
from companion.deck.enrolling import Outcome, Stand
from companion.lang import Catalogue, catalogue
from companion.rules.cards import Card
from companion.sentences.say import DOMAIN, card_name, quoted

WORDS = "setup"


def entry_name(entry: Entry, language: str, edition: str) -> str:
    """A card with its number, or a command card, by name."""
    words = catalogue(language, WORDS)
    if isinstance(entry, Command):
        return words.text("enrol.command", name=words.text(f"command.{entry.name}"))
    return words.text("enrol.card", name=card_name(entry.id, edition, catalogue(language, DOMAIN)), n=entry.copy)


def missing_cards(cards: Sequence[Card], language: str, edition: str) -> str:
    """Cards without a sticker as a sentence lists them, each kind once."""
    words, names = catalogue(language, WORDS), catalogue(language, DOMAIN)
    kinds = dict.fromkeys(card.id for card in cards)
    return ", ".join(
        words.text("enrol.missing.kind", name=card_name(kind, edition, names), n=sum(card.id == kind for card in cards))
        for kind in kinds
    )


def outcome_sentence(outcome: Outcome, language: str, edition: str) -> str:
    """What came of the latest act."""
    name = entry_name(outcome.entry, language, edition) if outcome.entry else ""
    key = f"refused.{outcome.problem}" if outcome.problem else f"enrol.{outcome.act}"
    facts = {fact: quoted(value) if fact == "text" else value for fact, value in outcome.facts}
    return catalogue(language, WORDS).text(key, card=name, **facts)


def next_sentence(stand: Stand, language: str, edition: str) -> str:
    """What to lay next."""
    words = catalogue(language, WORDS)
    if stand.names:
        return words.text("enrol.next.named", **_of_kind(stand, words))
    if stand.wanted is None:
        return words.text("enrol.complete")
    key = "enrol.next.spare" if stand.deck.tags_of(stand.wanted) else "enrol.next"
    return words.text(key, card=entry_name(stand.wanted, language, edition), **_of_kind(stand, words))


def _of_kind(stand: Stand, words: Catalogue) -> dict[str, str]:
    """How many of the wanted kind are there, in brackets, and of all; command cards are of no kind."""
    there, of = sum(count.there for count in stand.counts), sum(count.of for count in stand.counts)
    kind = next((count for count in stand.counts if stand.wanted and count.id == getattr(stand.wanted, "id", "")), None)
    of_kind = f" ({words.text('enrol.of', there=kind.there, of=kind.of)})" if kind else ""
    return {"kind": of_kind, "all": words.text("enrol.of", there=there, of=of)}


def enrol_view(stand: Stand, language: str, edition: str, *, simulated: bool) -> dict[str, Any]:
    """The wizard in one language. `choices` are words of `Enrolling.choose`, by name."""
    names = catalogue(language, DOMAIN)
    outcome = stand.outcome
    cards = [Card(count.id, copy) for count in stand.counts for copy in range(1, count.of + 1)]
    return {
        "id": str(stand.version),
        "active": stand.active,
        "next": next_sentence(stand, language, edition),
        "complete": stand.wanted is None,
        "names": stand.names,
        "said": outcome_sentence(outcome, language, edition) if outcome else "",
        "refused": outcome is not None and outcome.act == "refused",
        "there": sum(count.there for count in stand.counts),
        "of": sum(count.of for count in stand.counts),
        "can_undo": len(stand.deck) > 0,
        "kinds": [
            {
                "word": count.id,
                "name": card_name(count.id, edition, names),
                "there": count.there,
                "of": count.of,
                "wanted": isinstance(stand.wanted, Card) and stand.wanted.id == count.id,
            }
            for count in stand.counts
        ],
        "spares": [{"word": str(card), "name": entry_name(card, language, edition)} for card in cards],
        "commands": [
            {
                "word": f"command {name}",
                "name": entry_name(Command(name), language, edition),
                "there": len(stand.deck.tags_of(Command(name))),
                "wanted": stand.wanted == Command(name),
            }
            for name in COMMANDS
        ],
        "simulated": simulated,
    }
