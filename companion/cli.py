"""The command `mille-bornes`."""

import argparse
import io
import os
import signal
import sys
from collections.abc import Sequence

from companion.cli_bench import add_bench
from companion.cli_setup import add_language, add_setup
from companion.cli_words import port, speed
from companion.lang import catalogue
from companion.store.folder import PORT

INTERRUPTED_EXIT = 128 + signal.SIGINT
"""What a shell says of a command that ctrl-C has ended."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and answers with its exit status."""
    try:
        options = _options(arguments)
        _no_letter_stops(records=getattr(options, "json", False) or options.run is _races)
        status: int = options.run(options)
    except BrokenPipeError:  # the reader of our output has gone, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED_EXIT
    return status


def _no_letter_stops(*, records: bool) -> None:
    """JSON and records are UTF-8, whatever the terminal is; a file's name in them is given as it was given."""
    if not isinstance(sys.stdout, io.TextIOWrapper):  # tests put streams in place that have no encoding to change
        return
    if records:
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")
    else:
        sys.stdout.reconfigure(errors="backslashreplace")


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="mille-bornes", description="The referee of a Mille Bornes table.")
    choices = add_commands(parser)
    options, unknown = parser.parse_known_args(arguments)
    if unknown:  # the command's own usage is what helps then
        choices[options.command].error(f"unrecognized arguments: {' '.join(unknown)}")
    return options


def add_commands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Add all commands to the parser; they are answered by name."""
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="command")
    _add_replay(commands.add_parser("replay", help="judge recorded races again", description="Judge recorded races."))
    _add_table(commands.add_parser("table", help="run the table", description="Run the table and its page."))
    _add_races(commands.add_parser("races", help="list the table's races", description="List the table's races."))
    add_setup(commands)
    add_bench(commands)
    about = "darken the strip of a table that has ended"
    _add_lights_out(commands.add_parser("lights-out", help=about, description=f"{about.capitalize()}."))
    return commands.choices


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="a .race record; - reads standard input")
    parser.add_argument("--json", action="store_true", help="print a JSON object a line")
    add_language(parser)
    parser.set_defaults(run=_replay)


def _replay(options: argparse.Namespace) -> int:
    from companion.replay import replay  # noqa: PLC0415 - each command loads only what it needs

    sentences = catalogue(options.lang, "rulings")
    return replay(options.files, sentences, as_json=options.json, out=sys.stdout, err=sys.stderr)


def _add_races(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print a JSON object a line")
    data = "where races are kept, as for table"
    parser.add_argument("--data", metavar="FOLDER", help=data)
    add_language(parser)
    parser.set_defaults(run=_races, export=None)
    export = parser.add_subparsers(metavar="export").add_parser("export", help="print a race as a .race record")
    export.add_argument("export", metavar="RACE", help="its number, `current`, or the name of an imported one")
    export.add_argument("--data", metavar="FOLDER", default=argparse.SUPPRESS, help=data)  # here or there
    add_language(export, argparse.SUPPRESS)


def _races(options: argparse.Namespace) -> int:
    from companion.past.command import export_race, list_races  # noqa: PLC0415 - the same
    from companion.store.folder import data_folder  # noqa: PLC0415 - each command loads only what it needs

    data = data_folder(options.data)
    if options.export is not None:
        return export_race(data, options.export, options.lang, out=sys.stdout, err=sys.stderr)
    return list_races(data, options.lang, as_json=options.json, out=sys.stdout, err=sys.stderr)


def _add_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host",
        help="address to serve the page at (default: 0.0.0.0, so that phones join; of a simulated table this machine)",
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a further name by which browsers may ask for the page, such as a router's for this machine",
    )
    parser.add_argument("--port", type=port, default=PORT, help=f"port of the page (default: {PORT}; 0: a free one)")
    parser.add_argument(
        "--robots",
        nargs="?",
        type=speed,
        const=2.0,
        metavar="SPEED",
        help="robots play a whole race, at most SPEED acts a second",
    )
    parser.add_argument("--calm", action="store_true", help="lights fade slowly instead of flashing, from now on")
    parser.add_argument(
        "--data", metavar="FOLDER", help="where races are kept (default: the state folder of this account)"
    )
    parser.add_argument(
        "--table",
        default="auto",
        metavar="FILE",
        help="a table description, or the name of one shipped (default: six-seats on a Pi with SPI, else simulated)",
    )
    parser.add_argument("--emulated", action="store_true", help="emulate the table's metal; its page has the hands")
    parser.add_argument("--terminal-lights", action="store_true", help="draw the lights at the top of this terminal")
    add_language(parser)
    parser.set_defaults(run=_table)


def _add_lights_out(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--table", default="auto", metavar="FILE", help="as for table")
    parser.add_argument("--crashed", action="store_true", help="show that nobody looks after the table, and stay so")
    add_language(parser)
    parser.set_defaults(run=_lights_out, emulated=False)


def _lights_out(options: argparse.Namespace) -> int:
    from companion.compose.lights_out import run_lights_out  # noqa: PLC0415 - each command loads only what it needs

    return run_lights_out(options)


def _table(options: argparse.Namespace) -> int:
    from companion.compose.table import run_table  # noqa: PLC0415 - each command loads only what it needs

    return run_table(options)


if __name__ == "__main__":
    sys.exit(main())
