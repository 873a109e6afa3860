"""The commands of whoever builds a table: pads, enrol, doctor, pair, support."""

import argparse
import os
from typing import Any

from companion.cli_words import port, seconds
from companion.lang import LANGUAGES, known, of_environment


def add_setup(commands: Any) -> None:
    """Add the commands to the parser's."""
    pads = _add(commands, "pads", "watch the pads", "Print what happens at the pads, live.")
    pads.add_argument("--json", action="store_true", help="print a JSON object a line")
    pads.set_defaults(run=_pads)
    enrol = _add(commands, "enrol", "say which sticker is which card", "Enrol cards by laying them on a pad.")
    instead = enrol.add_mutually_exclusive_group()
    instead.add_argument("--export", action="store_true", help="print the deck as text and end")
    instead.add_argument(
        "--import", dest="import_file", metavar="FILE", help="take the deck from a text, in place of the one there is"
    )
    instead.add_argument("--sheet", action="store_true", help="print the deck as a page to keep with the box (SVG)")
    instead.add_argument(
        "--names",
        action="store_true",
        help="take each card from the text on its sticker (NDEF); any phone can read such texts, through the backs too",
    )
    enrol.set_defaults(run=_enrol)
    doctor = _add(commands, "doctor", "look for what is wrong", "Look at machine, metal and deck, and name each cure.")
    doctor.add_argument("--json", action="store_true", help="print a JSON object a line")
    doctor.add_argument(
        "--taps", type=seconds, default=0, metavar="SECONDS", help="wait so long for a card tapped on every pad"
    )
    doctor.add_argument(
        "--try", dest="try_parts", action="store_true", help="walk along the strip, let the buzzer sound"
    )
    doctor.set_defaults(run=_doctor)
    pair = commands.add_parser(
        "pair", help="let a phone act as referee", description="Make a link, or a PIN, that lets phones act as referee."
    )
    instead = pair.add_mutually_exclusive_group()
    instead.add_argument("--pin", action="store_true", help="make a PIN of six digits and show it, instead of a link")
    instead.add_argument("--no-pin", action="store_true", help="let no PIN count any more")
    pair.add_argument("--port", type=port, help="port of the table's page (default: as it runs)")
    pair.add_argument("--data", metavar="FOLDER", help="where races are kept (default: as for table)")
    add_language(pair)
    pair.set_defaults(run=_pair)
    about = "Write one file for who shall find out what is wrong: no names, no addresses, no secrets are in it."
    support = _add(commands, "support", "make a file that tells what is wrong", about)
    support.add_argument(
        "--out", metavar="FILE", default="mille-bornes-support.zip", help="where to; - is standard output"
    )
    support.add_argument("--port", type=port, help="port of the table's page (default: as it runs)")
    support.set_defaults(run=_support)


def add_language(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """Add the option that says which language a command speaks."""
    about = f"language of the sentences: {', '.join(LANGUAGES)} (default: as LANG says, else {LANGUAGES[0]})"
    language = default or of_environment(os.environ)
    parser.add_argument("--lang", type=_language, default=language, metavar="LANGUAGE", help=about)


def _language(tag: str) -> str:
    if (language := known(tag)) is None:
        raise argparse.ArgumentTypeError(f"{tag!r}: there are {', '.join(LANGUAGES)}")
    return language


def _add(commands: Any, name: str, about: str, description: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=about, description=description)
    parser.add_argument(
        "--table",
        default="auto",
        metavar="FILE",
        help="a table description, or the name of one shipped (default: six-seats on a Pi, else simulated)",
    )
    parser.add_argument(
        "--emulated", action="store_true", help="emulate its readers; lay PAD HEX [TEXT], lift PAD HEX are read"
    )
    parser.add_argument("--data", metavar="FOLDER", help="where deck and races are kept (default: as for table)")
    add_language(parser)
    return parser


def _pads(options: argparse.Namespace) -> int:
    from companion.compose.readers import run_pads  # noqa: PLC0415 - each command loads only what it needs

    return run_pads(options)


def _enrol(options: argparse.Namespace) -> int:
    from companion.compose.readers import run_enrol  # noqa: PLC0415 - each command loads only what it needs

    return run_enrol(options)


def _pair(options: argparse.Namespace) -> int:
    from companion.compose.pairing import run_pair  # noqa: PLC0415 - each command loads only what it needs

    return run_pair(options)


def _support(options: argparse.Namespace) -> int:
    from companion.compose.support import run_support  # noqa: PLC0415 - each command loads only what it needs

    return run_support(options)


def _doctor(options: argparse.Namespace) -> int:
    from companion.compose.doctor import run_doctor  # noqa: PLC0415 - each command loads only what it needs

    return run_doctor(options)
