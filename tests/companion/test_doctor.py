"""What the doctor says, and the probes of deck and data folder."""

import io
import json
import re
import shutil
from collections import namedtuple
from pathlib import Path

import pytest

from companion.deck.enrolment import box_of
from companion.deck.registry import Registry
from companion.doctor import Found, look_at_deck, look_at_folder, report
from companion.lang import FOLDER, LANGUAGES, catalogue
from tests.companion.decks import MARIO_KART, WHOLE

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "firmware" / "doctor"


def deck_of(data: Path, help_cards: int = 6) -> Found:
    return look_at_deck(data, box_of(MARIO_KART, help_cards), "en", "mario-kart")


def told(*findings: Found, language: str = "en", as_json: bool = False) -> tuple[int, str]:
    out = io.StringIO()
    return report(findings, out, language, as_json=as_json), out.getvalue()


def test_a_whole_deck_is_well(tmp_path: Path) -> None:
    Registry(tmp_path).keep(WHOLE)
    assert (deck_of(tmp_path).code, deck_of(tmp_path).level) == ("deck", "ok")


def test_an_empty_deck_and_a_short_one_are_warned_of(tmp_path: Path) -> None:
    assert (deck_of(tmp_path).code, deck_of(tmp_path).level) == ("deck-empty", "warning")
    deck, uids = WHOLE, [*WHOLE]
    for uid in (*uids[:2], *uids[-2:]):
        deck = deck.without(uid)
    Registry(tmp_path).keep(deck)
    short = deck_of(tmp_path)
    assert short.facts == {"count": 4, "cards": "25 km ×2, Help Card ×2"}
    assert deck_of(tmp_path, help_cards=4).facts == {"count": 2, "cards": "25 km ×2"}


def test_a_spoilt_deck_is_a_fault_with_its_cure(tmp_path: Path) -> None:
    (tmp_path / "deck.json").write_text("{")
    status, text = told(deck_of(tmp_path))
    assert status == 1
    assert "Move the file away" in text


def test_a_folder_that_can_be_made_is_well(tmp_path: Path) -> None:
    assert {found.level for found in look_at_folder(tmp_path / "not" / "yet")} == {"ok"}


def test_a_folder_that_cannot_be_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (found,) = look_at_folder(tmp_path / "file")
    assert (found.code, found.level) == ("data-closed", "fault")


@pytest.mark.parametrize(("free_mb", "level"), [(1, "fault"), (100, "warning"), (300, "ok")])
def test_room_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free_mb: int, level: str) -> None:
    usage = namedtuple("usage", "total used free")  # noqa: PYI024 - as shutil's
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage(0, 0, free_mb << 20))
    assert look_at_folder(tmp_path)[1].level == level


def test_people_read_a_line_a_finding_and_its_cure() -> None:
    status, text = told(
        Found("board", "model", "ok", {"model": "Raspberry Pi 5"}),
        Found("strip", "buffer-small", "fault", {"found": 1, "wanted": 4096}),
    )
    assert status == 1
    first, second, cure, summary = text.splitlines()
    assert first == "✓ board: Raspberry Pi 5"
    assert second.startswith("✕ strip: the kernel takes 1 bytes at once")
    assert cure.startswith("    → Write spidev.bufsiz=4096")
    assert summary == "1 well, 0 warnings, 1 faults."


def test_programs_read_an_object_a_finding_and_the_summary() -> None:
    status, text = told(Found("board", "no-pi", "warning", {}), as_json=True)
    assert status == 0, "a warning is no failure"
    finding, summary = map(json.loads, text.splitlines())
    assert set(finding) == {"part", "code", "level", "text", "cure", "facts"}
    assert (finding["part"], finding["level"]) == ("board", "warning")
    assert summary == {"summary": {"ok": 0, "warning": 1, "fault": 0}}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_of_the_probes_has_a_sentence_and_unless_it_is_well_a_cure(language: str) -> None:
    words = catalogue(language, "setup")
    keys = {
        line.split('"')[1]
        for line in (FOLDER / "en/LC_MESSAGES/setup.po").read_text("utf-8").splitlines()
        if line.startswith('msgid "doctor.')
    }
    sources = "\n".join(source.read_text("utf-8") for source in SOURCES.glob("*.py"))
    sources += (ROOT / "companion" / "doctor.py").read_text("utf-8")
    sources += (ROOT / "companion" / "compose" / "doctor.py").read_text("utf-8")
    for key in keys:
        assert words.text(key, **_anything()) != key
        code = key.removeprefix("doctor.").removesuffix(".cure")
        assert f'"{code}"' in sources or code in {"summary", "tap-now"}, f"nobody finds {code}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_cures_lead_to_files_that_are_there(language: str) -> None:
    text = (FOLDER / language / "LC_MESSAGES/setup.po").read_text("utf-8")
    named = {*re.findall(r"(?:hardware|systemd|locks)/[a-z-]+(?:/|\.[a-z]+)?(?:[a-z-]+\.[a-z]+)?", text)}
    assert len(named) >= 3
    assert [path for path in named if not (ROOT / path).exists()] == []


def _anything() -> dict[str, object]:
    names = "model group node found wanted path name pins mhz filter lines count one other chip detail pin pixels"
    more = "place package folder where uid seconds cards free_mb pads ok warnings faults"
    return dict.fromkeys(f"{names} {more}".split(), "x")
