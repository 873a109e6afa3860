"""`mille-bornes races`: the races that the table keeps, listed or printed, whether it runs or not."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from companion.lang import catalogue
from companion.past.archive import ArchiveError, NoArchiveError
from companion.past.library import Library
from companion.past.listing import WORDS, Listing
from companion.sentences.printable import json_line, printable
from companion.store.folder import COMMANDS

FAILED_EXIT = 1


def list_races(data: Path, language: str, *, as_json: bool, out: TextIO, err: TextIO) -> int:
    """Lists the races of the data folder, the newest first; answers with the exit status."""
    listing, words, number = Listing(Library.of(data)), catalogue(language, WORDS), 1
    try:
        while True:
            page = listing.page(number, language)
            races = [*page["races"], *page["imported"]]
            lines = (json_line(race) if as_json else _line(race, words.text) for race in races)
            out.writelines(f"{line}\n" for line in lines)
            if number == page["pages"]:
                return 0
            number += 1
    except NoArchiveError:
        return _failed("no-journal", language, err, folder=data)
    except ArchiveError as error:
        return _failed("unread", language, err, reason=error)


def export_race(data: Path, name: str, language: str, *, out: TextIO, err: TextIO) -> int:
    """Prints a race as a `.race` text; answers with the exit status."""
    try:
        record = Library.of(data).record(name)
    except NoArchiveError:
        return _failed("no-journal", language, err, folder=data)
    except ArchiveError as error:
        return _failed("unread", language, err, reason=error)
    if record is None:
        return _failed("no-race", language, err, name=printable(name))
    out.write(record.decode())
    return 0


def _line(race: dict[str, Any], t: Callable[..., str]) -> str:
    """Its name, when, who, how it ended and how long it is."""
    if "cars" not in race:
        return printable(f"{race['name']}  {race['when']}  {race.get('broken', '')}")
    ended = t("won", count=len(race["winners"]), names=", ".join(race["winners"])) if race["winners"] else ""
    names = ", ".join(car["name"] for car in race["cars"])
    told = [race["name"], race["when"], race["edition"], names, ended or t(f"state.{race['state']}")]
    return printable("  ".join([*told, t("inputs", count=race["inputs"])]))


def _failed(why: str, language: str, err: TextIO, **facts: object) -> int:
    err.write(f"mille-bornes: {catalogue(language, COMMANDS).text(why, **facts)}\n")
    return FAILED_EXIT
