"""The support file tells what is wrong, and nobody's name, tag, address or secret."""

import json
from io import BytesIO
from pathlib import Path
from urllib.parse import quote
from zipfile import ZipFile

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.editions import editions
from companion.past.archive import Archive
from companion.replay import moments
from companion.rules.record import read_record
from companion.sentences.printable import printable
from companion.support.file import support_file
from companion.support.hiding import Hiding
from tests.companion.table import Table

SECRET = "f3Zk9-Qw_0aYx7Lr2Tn8Uv5Bc1Dm4Ge6Hj3Kp0Ss2Xy"  # noqa: S105 - it opens nothing
HEAD = "cars Rosalina Wario Toadette"
SECRETS = (
    "Rosalina",
    "Wario",
    "Toadette",
    "Annas phone",
    "192.168.17.4",
    "fe80::1:2",
    "cafe.local",
    SECRET,
    "04A2245A6F6180",
)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = Table(tmp_path, HEAD)
    table.lay("green-light/1", on="Rosalina")
    table.sitting.enter(["Wario tag:04A2245A6F6180"], table.now_ms, author="Annas phone")
    table.say("Toadette green-light")
    return table


def texts_of(tmp_path: Path, log: str) -> dict[str, str]:
    content = support_file(Archive(tmp_path / "races.db"), "What this is.", {"log.txt": lambda: log, "bad.txt": broken})
    with ZipFile(BytesIO(content)) as file:
        return {name: file.read(name).decode() for name in file.namelist()}


def broken() -> str:
    raise OSError("the card is gone")


@pytest.mark.usefixtures("table")
def test_nobody_is_named_and_nothing_secret_is_in_it(tmp_path: Path) -> None:
    told = f"Rosalina said no to {SECRET} from 192.168.17.4 and fe80::1:2 at cafe.local, tag 04A2245A6F6180"
    log = f"race 1, input 3: {told}"
    texts = texts_of(tmp_path, log)
    everything = "\n".join(texts.values())
    assert [secret for secret in SECRETS if secret in everything] == []
    assert "race 1, input 3: A said no" in texts["log.txt"]
    assert json.loads(texts["versions.json"])["python"]


def test_its_races_replay_to_the_same_rulings(table: Table, tmp_path: Path) -> None:
    (record,) = (text for name, text in texts_of(tmp_path, "").items() if name.startswith("races/"))
    here = [(ruled.ruling.verdict, ruled.ruling.code) for ruled in moments(read_record(record.encode(), editions()))]
    assert here == [(ruled.ruling.verdict, ruled.ruling.code) for ruled in table.shown.moments]


def test_what_cannot_be_made_keeps_nothing_else_away(table: Table, tmp_path: Path) -> None:
    table.journal.close()
    assert "the card is gone" in texts_of(tmp_path, "")["bad.txt"]
    for file in tmp_path.glob("races.db*"):
        file.unlink()
    (tmp_path / "races.db").write_bytes(b"no database at all" * 500)
    texts = texts_of(tmp_path, "still here")
    assert texts["log.txt"] == "still here"
    assert "cannot be read" in texts["races.txt"]


def test_a_name_is_hidden_by_the_same_letter_wherever_it_stands() -> None:
    hiding = Hiding(["Ann", "Anna"], host="kitchen")
    assert hiding.text("Anna beats Ann at kitchen; Annabel is nobody") == "B beats A at (host); Annabel is nobody"


HIDDEN_AS = ("(tag)", "(address)", "(secret)", "(host)")
"""A name may look like one of these."""


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=3, max_size=12).filter(lambda name: name.strip()))
@example('O"Neil')
@example("Zoë Mario\u202e")
@example("back\\slash")
@example("#f6f8fa")
def test_a_name_is_hidden_however_it_is_written(name: str) -> None:
    hiding = Hiding([name], host="kitchen")
    written = (
        name,
        printable(name),
        json.dumps(name),
        json.dumps(f"\n{name}", ensure_ascii=False),
        f"{[name]}",
        quote(name),
    )
    for each in written:
        hidden = hiding.text(f" {each} ").strip(" \"'[]\\n")
        assert hidden == "A" or any(mark in hidden for mark in HIDDEN_AS), each
