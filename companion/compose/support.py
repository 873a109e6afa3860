"""The composition root of the support file: of a running table, and `mille-bornes support` beside one or without."""

import argparse
import io
import sys
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path

from companion.compose.service_log import service_log
from companion.compose.setup import chosen_table, refuse
from companion.deck.enrolment import box_of
from companion.desk import Desk
from companion.doctor import Finding, look_at_deck, report
from companion.editions import editions
from companion.lang import LANGUAGES, catalogue
from companion.log import Log
from companion.page.support import WORDS
from companion.past.archive import Archive
from companion.rules.head import DEFAULT_EDITION
from companion.store.backup import FOLDER
from companion.store.folder import JOURNAL, data_folder, kept_port
from companion.support.file import NAME, as_json, support_file
from hardware.description import Table, TableError

ASKED_S = 5.0


class SupportDesk:
    """The support file of a running table (`companion.page.support.Support`)."""

    name = NAME

    def __init__(self, data: Path, description: Table, desk: Desk, log: Log, *, emulated: bool) -> None:
        self._data, self._desk, self._log = data, desk, log
        self._description, self._emulated = description, emulated

    def file(self, language: str) -> bytes:
        """The file; its introduction is in that language, the rest is for who made the program."""
        texts = {
            **_texts(self._data, self._description, emulated=self._emulated),
            "health.json": lambda: as_json(self._desk.health(LANGUAGES[0])),
            "log.txt": self._log.text,
        }
        return support_file(Archive(self._data / JOURNAL), _about(language), texts)


def run_support(options: argparse.Namespace) -> int:
    """Writes the support file; answers with the exit status."""
    words, data = catalogue(options.lang, WORDS), data_folder(options.data)
    health = partial(_health, options.port or kept_port(data))
    texts: dict[str, Callable[[], str]] = {"health.json": health, "log.txt": service_log}
    try:
        description, emulated = chosen_table(options)
    except TableError as error:
        texts["table.json"] = partial(str, error)
    else:
        texts = {**_texts(data, description, emulated=emulated), **texts}
    content = support_file(Archive(data / JOURNAL), _about(options.lang), texts)
    try:
        if options.out == "-":
            sys.stdout.buffer.write(content)
        else:
            Path(options.out).write_bytes(content)
            sys.stdout.write(f"{words.text('support.written', path=options.out)}\n")
    except OSError as error:
        return refuse(words.text("support.unwritten", path=options.out, reason=error.strerror))
    return 0


def _texts(data: Path, description: Table, *, emulated: bool) -> dict[str, Callable[[], str]]:
    return {
        "table.json": lambda: as_json(asdict(description)),
        "doctor.jsonl": lambda: _doctor(data, description, emulated=emulated),
        "settings.json": lambda: as_json(Archive(data / JOURNAL).settings()),
        "data.txt": lambda: _listed(data),
    }


def _doctor(data: Path, description: Table, *, emulated: bool) -> str:
    from companion.compose.doctor import look_beside  # noqa: PLC0415 - a table that runs has no need of it before

    edition, told = editions()[DEFAULT_EDITION], io.StringIO()
    findings: list[Finding] = list(look_beside(description, data, emulated=emulated))
    findings.append(look_at_deck(data, box_of(edition, description.help_cards), LANGUAGES[0], edition.name))
    report(findings, told, LANGUAGES[0], as_json=True)
    return told.getvalue()


def _listed(data: Path) -> str:
    """The files of the data folder with their sizes; not the imported races, which people have named."""
    files = sorted(file for file in [*data.glob("*"), *data.glob(f"{FOLDER}/*")] if file.is_file())
    return "".join(f"{file.stat().st_size:>12} {file.relative_to(data)}\n" for file in files)


def _health(port: int) -> str:
    from urllib.request import urlopen  # noqa: PLC0415 - as above

    try:
        with urlopen(f"http://localhost:{port}/healthz", timeout=ASKED_S) as answer:
            return str(answer.read().decode())
    except OSError as error:
        return f"no table answers at port {port} of this machine: {error}\n"


def _about(language: str) -> str:
    return catalogue(language, WORDS).text("support.about")
