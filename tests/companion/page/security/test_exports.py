"""A hostile name goes out as it came in: in records that are read back, in speech, on a terminal."""

from pathlib import Path

import pytest

from companion.editions import editions
from companion.lang import LANGUAGES, catalogue
from companion.rules.record import read_record
from companion.rules.words import quote
from companion.sentences.printable import printable
from companion.sentences.say import DOMAIN, say
from tests.companion.table import Table

NAMES = ["<svg onload>", "'; DROP TABLE race; --", '"&amp;', "a # not a comment", "$(reboot)", "{0} %s"]


@pytest.fixture(params=NAMES)
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Table:
    return Table(tmp_path, f"cars {quote(request.param)} Luigi")


def test_a_record_tells_the_same_names_and_inputs(table: Table) -> None:
    name = table.race.setup.players[0]
    table.say(f"set {quote(name)} km 100", f"{quote(name)} 100 by {quote(name)}")
    record = read_record(table.sitting.record().encode(), editions())
    assert record.setup.players == (name, "Luigi")
    assert len(record.entries) == 2
    table.journal.close()


def test_a_sentence_has_the_name_and_nothing_is_made_of_it(table: Table) -> None:
    name = table.race.setup.players[0]
    table.lay("100/1", on=name)
    for language in LANGUAGES:
        assert name in say(table.last, catalogue(language, DOMAIN))
    table.journal.close()


@pytest.mark.parametrize("name", ["\x1b[2J", "\u202evil", "a\nb", "\x9b31m"])
def test_a_terminal_and_a_log_are_not_steered_by_a_name(name: str) -> None:
    assert printable(name).isprintable()
