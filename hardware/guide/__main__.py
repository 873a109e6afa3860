"""``python -m hardware.guide``: make the build guide's drawings, lists and configuration."""

import argparse
import os.path
import sys
from collections.abc import Sequence
from pathlib import Path

from hardware.description import load
from hardware.guide.files import HARDWARE, build_files, guide_files, stale, write


def main(arguments: Sequence[str] | None = None) -> int:
    """Write what is asked for; exit status 1 for a stale guide, 2 for a description that cannot be used."""
    parser = argparse.ArgumentParser(
        prog="python -m hardware.guide",
        description="Makes hardware/builds and hardware/drawings anew from the shipped tables; "
        "with --table the same files for a table of your own.",
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing, fail when a file is not as it would be written"
    )
    parser.add_argument("--table", type=Path, metavar="FILE", help="your own table description")
    parser.add_argument(
        "--into", type=Path, metavar="FOLDER", help="where its files go: a folder named as the table, here"
    )
    options = parser.parse_args(arguments)
    try:
        files = _own(options.table, options.into) if options.table else guide_files()
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if options.check:
        old = stale(files)
        sys.stderr.writelines(f"{path}: stale; run python -m hardware.guide\n" for path in old)
        return int(bool(old))
    write(files)
    sys.stdout.writelines(f"{path}\n" for path in files)
    return 0


def _own(description: Path, into: Path | None) -> dict[Path, str]:
    folder = into or Path(description.stem)
    guide = os.path.relpath(HARDWARE, folder) + "/"
    return {folder / name: text for name, text in build_files(load(description), str(description), guide).items()}


if __name__ == "__main__":
    sys.exit(main())
