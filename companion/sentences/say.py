"""Says a ruling in one sentence, in any language: the catalogue's texts with the facts of the case."""

from collections.abc import Callable

from companion.lang import Catalogue, catalogue
from companion.moment import Moment
from companion.rules import inputs
from companion.rules.cards import DISTANCE_KM, END_OF_LIMIT, GREEN_LIGHT, KIND_OF, RIGHT_OF_WAY, SAFETY_OF
from companion.rules.malformed import Malformed
from companion.rules.race import Race
from companion.rules.reading import PlayKind, Tap
from companion.rules.ruling import Verdict
from companion.sentences.printable import printable, printable_json
from companion.sentences.put_right import Put, put_right

DOMAIN = "rulings"
LONGEST_QUOTE = 60
"""Letters of a wrong word that an error repeats."""
_QUOTED = frozenset({"word", "name", "tag"})
_CARD_FACTS = frozenset({"hazard", "remedy", "safety", "first"})


def card_name(card: str, edition: str, catalogue: Catalogue) -> str:
    """A card by the name that the edition prints, or the common one where it prints no other."""
    printed = f"card.{edition}.{card}"
    name = catalogue.text(printed)
    return catalogue.text(f"card.{card}") if name == printed else name


def say(moment: Moment, catalogue: Catalogue) -> str:
    """What was played and how it was ruled; for an illegal play what is wrong and what would be legal."""
    text = catalogue.text(_key(moment), **facts(moment, catalogue))
    if moment.ruling.verdict is Verdict.ILLEGAL:
        text = f"{text} {instead(moment, catalogue)}"
    if moment.after.race.over and not moment.before.race.over:
        text = f"{text} {say_end(moment.after.race, catalogue)}"
    return text


def wrong(moment: Moment, catalogue: Catalogue) -> str:
    """What the ruling says, without what would be legal instead."""
    return catalogue.text(_key(moment), **facts(moment, catalogue))


def instead(moment: Moment, catalogue: Catalogue) -> str:
    """What would be legal instead of an illegal play."""
    known = facts(moment, catalogue)
    right_of_way = ".right-of-way" if known.get("right_of_way_starts") else ""
    return catalogue.text(f"instead.{moment.ruling.code}{right_of_way}", **known)


def citation(moment: Moment) -> str | None:
    """Where the rule is written that the ruling stands on."""
    citations = moment.after.race.setup.edition.citations
    return citations.get(moment.ruling.code or moment.ruling.play)


def quoted(fact: object) -> str:
    """Somebody's word on one line, and not all of a long one."""
    word = str(fact)
    return printable(word if len(word) <= LONGEST_QUOTE else f"{word[:LONGEST_QUOTE]}…")


def say_end(race: Race, catalogue: Catalogue) -> str:
    """Who won and how, once the race is over."""
    names = [race.setup.cars[car] for car in race.winners]
    km = race.cars[race.winners[0]].km
    winners = catalogue.text("and").join(names)
    return catalogue.text(f"over.{race.reason}", winners=winners, count=len(names), km=km)


def say_malformed(error: Malformed, language: str) -> str:
    """What is wrong with a text, where if a line is known, and the cure."""
    words = catalogue(language, DOMAIN)
    sentence = malformed_sentence(error, words)
    if error.line:
        return words.text("malformed.at", line=error.line, sentence=sentence)
    return f"{sentence[:1].upper()}{sentence[1:]}."


def malformed_sentence(error: Malformed, words: Catalogue) -> str:
    """What is wrong with a line, and the cure; a wrong word is repeated on one line, and not for ever."""
    known = {name: quoted(fact) if name in _QUOTED else printable_json(fact) for name, fact in error.facts.items()}
    return words.text(f"malformed.{error.problem}", **known)


def facts(moment: Moment, catalogue: Catalogue) -> dict[str, object]:
    """Everything that the sentence of a ruling may name."""
    race, ruling = moment.before.race, moment.ruling
    setup, edition = race.setup, race.setup.edition.name
    named: Callable[[str], str] = lambda card: card_name(card, edition, catalogue)  # noqa: E731 - a name for a partial
    tapped = _tapped(moment)
    car = setup.cars[tapped.car] if tapped is not None and tapped.car is not None else None
    player = setup.players[ruling.player] if ruling.player is not None else None
    known: dict[str, object] = {
        "who": player or car or catalogue.text("somebody"),
        "car": car or (setup.cars[setup.car_of[ruling.player]] if ruling.player is not None else ""),
        "card": named(ruling.card) if ruling.card else "",
        "on_turn": setup.players[race.turn] if race.turn is not None else "",
        "next": setup.players[race.next] if race.next is not None else "",
        "total_km": 0,
        **{card.replace("-", "_"): named(card) for card in (GREEN_LIGHT, RIGHT_OF_WAY, END_OF_LIMIT)},
    }
    if tapped is not None and tapped.car is not None:
        known["total_km"] = moment.after.race.cars[tapped.car].km
    if ruling.card in DISTANCE_KM:
        known["km"] = DISTANCE_KM[ruling.card]
    if ruling.card in SAFETY_OF:
        known["safety"] = named(SAFETY_OF[ruling.card])
    if isinstance(moment.entry.input, Put):
        known["fact"] = put_right(moment.entry.input, setup, catalogue, named)
    if isinstance(moment.entry.input, inputs.Pass):
        known["car"] = setup.cars[moment.entry.input.car]
    if moment.before.refused is not None and isinstance(moment.entry.input, inputs.Overrule):
        known["card"] = named(moment.before.refused.play.card.id)
    if ruling.breaches:
        known |= {
            key: named(fact) if key in _CARD_FACTS and isinstance(fact, str) and fact in KIND_OF else fact
            for key, fact in ruling.breaches[0].facts.items()
        }
    return known


def _tapped(moment: Moment) -> Tap | None:
    entered = moment.entry.input
    if isinstance(entered, Tap):
        return entered
    if isinstance(entered, inputs.By) and moment.before.question is not None:
        return moment.before.question.tap
    return None


def _key(moment: Moment) -> str:
    ruling = moment.ruling
    if moment.unseen and ruling.verdict is Verdict.NOTED:
        return "unseen.draw"
    if ruling.verdict is Verdict.ILLEGAL or ruling.verdict is Verdict.UNCLEAR:
        second_only = ruling.breaches and ruling.breaches[0].facts.get("second_only")
        return f"{ruling.verdict}.{ruling.code}{'.second' if second_only else ''}"
    if ruling.verdict is Verdict.LEGAL:
        return f"legal.{ruling.play}{_form(moment)}"
    word = "tap" if _tapped(moment) is not None else ruling.play
    if ruling.verdict is Verdict.NOTED and ruling.play == "draw" and ruling.player is None:
        return "noted.draw.uncounted"
    return f"{ruling.verdict}.{word}"


def _form(moment: Moment) -> str:
    """Editions call a stroke by their own name; in teams a sentence names player and car."""
    setup, play = moment.after.race.setup, moment.ruling.play
    if play == PlayKind.STROKE:
        return f".{setup.edition.name}"
    return ".team" if setup.in_teams and play in (PlayKind.DISTANCE, PlayKind.REMEDY, PlayKind.SAFETY) else ""
