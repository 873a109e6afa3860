"""The command of whoever makes the table faster: bench."""

import argparse
from typing import Any

GOALS = range(1, 11)


def add_bench(commands: Any) -> None:
    """Add the command to the parser's."""
    about = "measure the goals of speed, each beside its peer"
    bench = commands.add_parser("bench", help=about, description=f"{about.capitalize()}; all in a minute.")
    bench.add_argument(
        "--only", type=_goal, action="append", metavar="N", help="measure this goal only; may be given again"
    )
    bench.add_argument("--long", action="store_true", help="measure five times as often, for tighter medians")
    instead = bench.add_mutually_exclusive_group()
    instead.add_argument("--json", action="store_true", help="print the goals as one JSON object")
    instead.add_argument(
        "--growth", action="store_true", help="print only how cost grows with pads, pixels, pages, races"
    )
    instead.add_argument("--peers", action="store_true", help="install the peers that only this needs, and end")
    bench.add_argument("--data", metavar="FOLDER", help="where races are kept, as for table: that disk is measured")
    bench.set_defaults(run=_bench)


def _goal(word: str) -> int:
    if not word.isdecimal() or int(word) not in GOALS:
        raise argparse.ArgumentTypeError(f"{word} is no goal: write a number from {GOALS[0]} to {GOALS[-1]}")
    return int(word)


def _bench(options: argparse.Namespace) -> int:
    from companion.compose.bench.command import run_bench  # noqa: PLC0415 - each command loads only what it needs

    return run_bench(options)
