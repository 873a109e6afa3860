"""What every command needs of the composition root: which table it is about, and how it says that it cannot be done."""

import argparse
import sys
from pathlib import Path

from companion.lang import LANGUAGES, catalogue
from companion.rules.head import DEFAULT_EDITION
from companion.store.folder import COMMANDS, CannotRunError
from companion.touch.seating import seat_of
from firmware.board import model
from hardware.description import TABLES, Table, load

AUTO = "auto"
PI_TABLE, SIMULATED_TABLE = "six-seats", "simulated"
CANNOT_RUN_EXIT = 1

FIRST_CARS = ("Mario", "Luigi", "Peach", "Bowser")


def chosen_table(options: argparse.Namespace) -> tuple[Table, bool]:
    """The table of `--table`, and whether it is emulated: by `--emulated`, or as nobody named one and this is no Pi.

    A table is a file, or the name of one that is shipped. Raises `TableError`.
    """
    named: str = options.table
    if named == AUTO:
        named = PI_TABLE if model() else SIMULATED_TABLE
    shipped = TABLES / f"{named}.toml"
    path = shipped if "/" not in named and shipped.exists() else Path(named)
    return load(path), options.emulated or path == TABLES / f"{SIMULATED_TABLE}.toml"


def first_head(table: Table) -> str:
    """The race of a table that has never played: no more cars than pads; draws seen where a sensor sees them."""
    seats = sum(seat_of(pad.name) is not None for pad in table.pads) or len(FIRST_CARS)
    draws = "" if table.beam_pin is None else "\ndraws seen"
    return f"edition {DEFAULT_EDITION}\ncars {' '.join(FIRST_CARS[: max(2, seats)])}{draws}"


def refuse(why: object, status: int = CANNOT_RUN_EXIT, *, language: str = LANGUAGES[0]) -> int:
    """Say why a command cannot be done, in this language where the catalogue has the sentence; its exit status."""
    if isinstance(why, CannotRunError):
        why = catalogue(language, COMMANDS).text(why.key, **why.facts)
    print(f"mille-bornes: {why}", file=sys.stderr)
    return status
