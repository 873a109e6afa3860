"""Views of a table in the states that a race goes through."""

from collections.abc import Callable
from typing import Any

from tests.companion.page.fake_feed import entry

State = Callable[[], dict[str, Any]]

COLOURS = {
    "Mario": "#e60012", "Luigi": "#2fa84f", "Peach": "#f7a8c9", "Bowser": "#f2b705", "Yoshi": "#7ed957",
    "Toad": "#2f6fdb",
}  # fmt: skip


def card(card_id: str) -> dict[str, str]:
    return {"id": card_id, "name": card_id.replace("-", " ").title()}


def car(name: str, seat: int, km: int = 0, **facts: Any) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "name": name, "letter": name[0], "colour": COLOURS.get(name, "#e60012"), "pad": f"seat-{seat}",
        "players": [{"name": name, "hand": 6}], "km": km, "space": km // 25, "to_go": 1000 - km, "started": km > 0,
        "stopped_by": None, "limited": False, "two_hundreds": 0, "on_turn": False, "battle": [], "speed": [],
        "distances": [{"km": value, "count": 0} for value in (25, 50, 75, 100, 200)], "safeties": [],
        "needs": f"{name} needs Green Light.",
    }  # fmt: skip
    return {**plain, **facts}


def start(*names: str) -> dict[str, Any]:
    names = names or ("Mario", "Luigi")
    cars = [car(name, seat, on_turn=seat == 1) for seat, name in enumerate(names, 1)]
    turn = {"player": names[0], "car": names[0], "open": False, "draw_owed": [{"player": names[0], "kind": "turn"}]}
    return {
        "id": "", "number": 2, "edition": "mario-kart", "title": "Mille Bornes: Mario Kart", "draws": "seen",
        "turn": turn, "next": names[1], "cars": cars, "dispenser": 94, "discards": 0, "windows": [],
        "question": None, "warning": None,
        "history": [], "earlier": 0,
        "can": {"undo": False, "redo": False, "overrule": False, "end": False, "pass": []}, "faults": [],
        "notice": None, "lent": [],
        "over": None, "seen": None, "calm": False, "simulated": True,
    }  # fmt: skip


def distances(*counts: int) -> list[dict[str, int]]:
    return [{"km": km, "count": count} for km, count in zip((25, 50, 75, 100, 200), counts, strict=True)]


def middle() -> dict[str, Any]:
    """Six cars on the way, three of them on one space."""
    view = start("Mario", "Luigi", "Peach", "Bowser", "Yoshi", "Toad")
    cars = [
        car("Mario", 1, 450, distances=distances(0, 1, 0, 2, 1), battle=[card("green-light")], two_hundreds=1,
            safeties=[{**card("gas-tank"), "stroke": True}, {**card("ace-driver"), "stroke": False}],
            needs="Mario may drive up to 200."),
        car("Luigi", 2, 300, distances=distances(0, 0, 0, 3, 0), battle=[card("green-light"), card("flat-tire")],
            speed=[card("speed-limit")], limited=True, stopped_by=card("flat-tire"), on_turn=True,
            needs="Luigi needs Spare Tire; then may drive up to 50."),
        car("Peach", 3, 300, distances=distances(2, 0, 2, 1, 0), battle=[card("red-light"), card("green-light")],
            speed=[card("speed-limit"), card("end-of-limit")], needs="Peach may drive up to 200."),
        car("Bowser", 4, 300, distances=distances(0, 2, 0, 0, 1), battle=[card("green-light"), card("out-of-gas")],
            stopped_by=card("out-of-gas"), two_hundreds=1, needs="Bowser needs Gasoline."),
        car("Yoshi", 5, 0, needs="Yoshi needs Green Light."),
        car("Toad", 6, 975, distances=distances(1, 1, 4, 4, 1), battle=[card("green-light")], two_hundreds=1,
            needs="Toad needs exactly 25 km to win."),
    ]  # fmt: skip
    history = [
        entry(55, "legal", "Mario drives 100 km and stands at 450.", charged="Mario", not_mine=["Luigi", "Peach"],
              play="distance", player="Mario", car="Mario", card=card("100")),
        entry(56, "legal", "Mario attacks Luigi with Flat Tire.", charged="Mario", not_mine=["Luigi", "Peach"]),
    ]  # fmt: skip
    turn = {"player": "Luigi", "car": "Luigi", "open": False, "draw_owed": []}
    can = {"undo": 56, "redo": False, "overrule": False, "end": False, "pass": []}
    return {
        **view,
        "cars": cars,
        "turn": turn,
        "next": "Peach",
        "dispenser": 41,
        "discards": 12,
        "history": history,
        "can": can,
    }


def refused() -> dict[str, Any]:
    view = middle()
    text = "Luigi cannot drive 100 km: Luigi’s car is stopped by Flat Tire."
    why = {
        "citation": "Rulebook, Attack and Defence Cards, Flat Tire",
        "instead": "Spare Tire, Puncture-Proof Tire, or a discard.",
    }
    history = [*view["history"], entry(57, "illegal", text, code="stopped", car="Luigi", card=card("100"), **why)]
    warning = {"text": text, **why, "can_overrule": True, "n": 57}
    return {**view, "history": history, "warning": warning, "can": {**view["can"], "overrule": True}}


def suspected() -> dict[str, Any]:
    """A refused card with what may have been missed before it."""
    view = refused()
    choices = [
        {"on": "On Mario", "text": "25 km", "line": "Mario 25"},
        {"on": "On Mario", "text": "100 km", "line": "Mario 100"},
        {"on": "On the discard pile", "text": "Red Light", "line": "discard red-light"},
    ]
    suggestions = [
        {
            "text": "Was Luigi’s Spare Tire not tapped?",
            "lines": ["Luigi spare-tire", "Luigi 100"],
            "choices": [],
            "hint": None,
        },
        {
            "text": "Was Mario’s card not tapped?",
            "lines": [None, "Luigi 100"],
            "choices": choices,
            "hint": "Or tap the missing card now, then 100 km again.",
        },
    ]
    return {**view, "warning": {**view["warning"], "suggestions": suggestions, "after": 57}}


def asked() -> dict[str, Any]:
    view = middle()
    text = "Red Light on Bowser: is it Mario’s second attack, or Luigi’s first?"
    answers = [{"name": name, "line": f"by {name}"} for name in ("Mario", "Luigi")]
    question = {"code": "whose-card", "text": text, "players": ["Mario", "Luigi"], "answers": answers, "car": "Bowser",
                "card": card("red-light")}  # fmt: skip
    turn = {"player": "Mario", "car": "Mario", "open": True, "draw_owed": []}
    can = {**view["can"], "end": True}
    history = [*view["history"], entry(57, "unclear", text, code="whose-card")]
    return {**view, "turn": turn, "next": "Luigi", "question": question, "history": history, "can": can}


def attacked() -> dict[str, Any]:
    """Two stroke windows, a broken reader, and a card just seen."""
    view = middle()
    windows = [
        {"car": "Luigi", "hazard": card("flat-tire"), "safety": card("puncture-proof"), "left_ms": 12000},
        {"car": "Peach", "hazard": card("speed-limit"), "safety": card("right-of-way"), "left_ms": 5500},
    ]
    faults = [{"part": "reader seat-3", "code": "offline", "text": "Peach’s pad does not answer.", "borrow": None}]
    can = {**view["can"], "pass": ["Luigi", "Peach"]}
    return {**view, "windows": windows, "faults": faults, "seen": {"pad": "seat-2", "n": 57}, "can": can}


def over() -> dict[str, Any]:
    view = middle()
    cars = [*view["cars"][:-1], {**view["cars"][-1], "km": 1000, "space": 40, "to_go": 0, "needs": ""}]
    text = "Toad drives 25 km and reaches 1000."
    result = {"winners": ["Toad"], "reason": "1000", "text": "Toad reached exactly 1000 km.", "begins": "Luigi"}
    history = [*view["history"], entry(57, "legal", text, charged="Toad", not_mine=[])]
    return {**view, "cars": cars, "turn": None, "next": None, "over": result, "history": history}


def teams() -> dict[str, Any]:
    """Two cars of two players each."""
    view = start("Red", "Blue")
    crews = (["Mario", "Peach"], ["Luigi", "Yoshi"])
    for each, crew, colour in zip(view["cars"], crews, ("#e60012", "#2f6fdb"), strict=True):
        each.update(players=[{"name": name, "hand": 6} for name in crew], colour=colour)
    return {**view, "turn": {**view["turn"], "player": "Mario"}, "next": "Luigi"}
