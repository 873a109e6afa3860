"""The steps of a first run in one language: JSON values only."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from companion.deck.enrolling import Stand
from companion.deck.enrolment import missing
from companion.deck.view import missing_cards
from companion.doctor import OK, Finding
from companion.lang import Catalogue, catalogue
from companion.referee.faults import pad_of_fault
from companion.referee.snapshot import Snapshot
from companion.referee.tones import TONES
from companion.sentences.say import DOMAIN
from companion.start.build import Build
from companion.start.trial import Trying
from companion.touch.seating import DISCARD, seat_of
from companion.view.faults import fault_view

WORDS, FINDINGS = "start", "setup"
TONES_TO_HEAR = ("seen", *reversed(TONES))
"""What the buzzer plays, the most frequent first."""
JSON = dict[str, Any]


class Heard(NamedTuple):
    """What people have said of lights, and have heard."""

    walked: bool = False
    right: bool | None = None
    """Whether the light went from START to the finish; None while nobody has said."""
    tones: frozenset[str] = frozenset()


def pad_name(pad: str, words: Catalogue) -> str:
    """A pad as people call it."""
    seat = seat_of(pad)
    if seat is not None:
        return words.text("pad.seat", n=seat + 1)
    return words.text("pad.discard" if pad == DISCARD else "pad.any")


def _faults(snapshot: Snapshot, language: str) -> dict[str, str]:
    """What is wrong with each part now, as everybody is told it."""
    words = catalogue(language, DOMAIN)
    return {fault.part: fault_view(snapshot, fault, words)["text"] for fault in snapshot.faults}


def table(build: Build, snapshot: Snapshot, findings: Iterable[Finding], language: str) -> JSON:
    """What the table has, and what is not right with it."""
    found = list(findings)
    return {
        "title": build.title,
        "parts": list(_parts(build, _faults(snapshot, language), catalogue(language, WORDS))),
        "well": sum(each.level == OK for each in found),
        "findings": [_finding(each, catalogue(language, FINDINGS)) for each in found if each.level != OK],
    }


def _parts(build: Build, faults: dict[str, str], words: Catalogue) -> Iterator[JSON]:
    for pad in build.pads:
        yield _part(pad_name(pad, words), words.text("part.pad"), faults.get(f"reader {pad}"))
    optional: tuple[tuple[str, bool, dict[str, object]], ...] = (
        ("strip", build.lit, {"pads": len(build.lit_pads)}),
        ("beam", build.beam, {}),
        ("buttons", bool(build.buttons), {"number": len(build.buttons)}),
        ("buzzer", build.buzzer, {}),
    )
    for part, there, facts in optional:
        if not there:
            yield {"name": words.text(f"part.{part}"), "state": "none", "text": words.text("part.none")}
            continue
        lit = "strip.pads" if part == "strip" and not build.track else part
        wrong = next((text for name, text in faults.items() if name.split()[0] == part.removesuffix("s")), None)
        yield _part(words.text(f"part.{part}"), words.text(f"part.{lit}.there", **facts), wrong)


def _part(name: str, text: str, wrong: str | None) -> JSON:
    return {"name": name, "state": "fault" if wrong else "well", "text": wrong or text}


def _finding(finding: Finding, words: Catalogue) -> JSON:
    return {
        "part": finding.part,
        "level": str(finding.level),
        "text": words.text(f"doctor.{finding.code}", **finding.facts),
        "cure": words.text(f"doctor.{finding.code}.cure", **finding.facts),
    }


def deck(stand: Stand, snapshot: Snapshot, language: str) -> JSON:
    """How many cards have a sticker."""
    lacking = list(missing(stand.deck, {count.id: count.of for count in stand.counts}))
    there, of = sum(count.there for count in stand.counts), sum(count.of for count in stand.counts)
    edition = snapshot.game.race.setup.edition.name
    return {"there": there, "of": of, "missing": missing_cards(lacking, language, edition) if there else ""}


def pads(build: Build, trying: Trying, snapshot: Snapshot, language: str) -> JSON:
    """Which pads have felt a card, which are dead, which still wait."""
    words, faults = catalogue(language, WORDS), _faults(snapshot, language)
    dead = {pad for fault in snapshot.faults if (pad := pad_of_fault(fault)) in snapshot.dead_pads}
    rows = [
        {
            "id": pad,
            "name": pad_name(pad, words),
            "state": "dead" if pad in dead else "felt" if pad in trying.tapped else "waits",
            "text": faults.get(f"reader {pad}", "") if pad in dead else "",
        }
        for pad in build.pads
    ]
    latest = trying.tapped[-1] if trying.tapped else ""
    return {
        "active": trying.active,
        "pads": rows,
        "latest": pad_name(latest, words) if latest else "",
        "felt": sum(row["state"] == "felt" for row in rows),
        "dead": ", ".join(row["name"] for row in rows if row["state"] == "dead"),
        "waiting": ", ".join(row["name"] for row in rows if row["state"] == "waits"),
        "buttons": [
            {"id": f"button {each}", "name": _button(each, words), "pressed": each in trying.pressed}
            for each in build.buttons
        ],
        "beam": build.beam,
        "drawn": trying.drawn,
    }


def _button(button: str, words: Catalogue) -> str:
    return words.text("button.undo") if button == "undo" else words.text("button", pad=pad_name(button, words))


def lights(build: Build, heard: Heard, snapshot: Snapshot, language: str) -> JSON:
    """Whether there is light, and whether it went the right way."""
    return {
        "lit": build.lit,
        "track": build.track,
        "lit_pads": len(build.lit_pads),
        "wrong": _faults(snapshot, language).get("strip", ""),
        "walked": heard.walked,
        "right": heard.right,
    }


def sound(build: Build, heard: Heard, snapshot: Snapshot, language: str) -> JSON:
    """The tones of the buzzer."""
    return {
        "buzzer": build.buzzer,
        "wrong": _faults(snapshot, language).get("buzzer", ""),
        "tones": [{"id": tone, "played": tone in heard.tones} for tone in TONES_TO_HEAR],
    }
