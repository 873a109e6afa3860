"""The support file of a whole table, by its button and by its command: for paired phones only, and nobody is in it."""

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion.cli import main
from companion.pairing.sessions import hashed
from tests.companion.page.security.whole import Asker, Whole, whole

PLAYERS = ("Rosalina", 'Wario "the" Great', "Zoë")
PHONE = "Annabella's phone"

pytestmark = pytest.mark.slow


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Whole]:
    with whole(tmp_path / "data", monkeypatch) as running:
        yield running


def played(program: Whole, capsys: pytest.CaptureFixture[str]) -> tuple[Asker, list[str]]:
    """An evening; the phone that entered it, and all that is nobody else's business."""
    assert main(["pair", "--pin", "--data", str(program.data)]) == 0
    pin = next(word.strip(".") for word in capsys.readouterr().out.split() if word.strip(".").isdecimal())
    answer = program.post("/join/api/pin", {"pin": pin, "name": PHONE}, Asker())
    anna = Asker(token=answer.headers["Set-Cookie"].partition("=")[2].partition(";")[0])
    cars = [{"players": [name]} for name in PLAYERS]
    assert program.post("/api/new-race", {"edition": "ryvo", "cars": cars, "switches": []}, anna).status_code == 200
    assert program.post("/api/inputs", {"lines": ["draw", "Zoë tag:04A2245A6F6180"]}, anna).status_code == 200
    program.app.logger.error("%s could not be asked by %s at %s", PLAYERS[1], PHONE, anna.address)
    stored = json.loads((program.data / "pin.json").read_text())
    secrets = [pin, stored["salt"], stored["hash"], anna.token, hashed(anna.token), anna.address]
    return anna, [*PLAYERS, "Wario", PHONE, "Annabella", "04A2245A6F6180", *secrets]


def check(content: bytes, secrets: list[str]) -> None:
    with ZipFile(BytesIO(content)) as file:
        texts = {name: file.read(name).decode() for name in file.namelist()}
    found = {(name, secret) for name, text in texts.items() for secret in secrets if secret in text}
    assert found == set()
    assert {"README.txt", "versions.json", "doctor.jsonl", "health.json", "log.txt", "races/2.race"} <= texts.keys()
    assert "could not be made" not in "".join(texts.values())
    assert "cars A B C" in texts["races/2.race"]


def test_by_the_button(program: Whole, capsys: pytest.CaptureFixture[str]) -> None:
    anna, secrets = played(program, capsys)
    with program.get("/support/file", Asker()) as refused:
        assert (refused.status_code, refused.is_json) == (403, True)
    with program.get("/support/file", anna) as answer:
        assert answer.status_code == 200
        assert answer.headers["Content-Disposition"] == 'attachment; filename="mille-bornes-support.zip"'
        check(answer.data, secrets)


def test_by_the_command(program: Whole, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, secrets = played(program, capsys)
    file = tmp_path / "support.zip"
    assert main(["support", "--data", str(program.data), "--out", str(file)]) == 0
    check(file.read_bytes(), secrets)
