"""Run every tier of checks that this machine allows: called by ``./check``, inside its environment."""

import argparse
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.appliance.debian import lacks as debian_lacks
from tests.figures import TOLD_TO, kept, table
from tests.hardware_tier.preloaded import lacks as hardware_lacks

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / ".venv" / "bin"
EXAMPLES = ROOT.parent / "shared" / "examples" / "compare.py"
PASSED, UNSTEADY, FAILED = "passed", "passed, but only when run again: mend what is unsteady", "FAILED"
ANYWHERE = "not endurance and not appliance and not hardware and not browser and not fresh"
NO_TEST_FOUND = 5  # pytest's exit status when its selection is empty


def nothing_lacks() -> str:
    """For tiers that run everywhere."""
    return ""


def chromium_lacks() -> str:
    """What the browser tests lack here."""
    return "" if Path("/usr/bin/chromium").exists() else "needs /usr/bin/chromium: sudo apt install chromium"


def clone_lacks() -> str:
    """What setting up a fresh clone lacks here."""
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        return "needs git and a git checkout"
    return "" if importlib.util.find_spec("ensurepip") else "needs python3-venv: sudo apt install python3-venv"


@dataclass(frozen=True)
class Tier:
    """A kind of check: its commands run in order until one fails; ``lacks`` tells what it needs and is not here.

    Where a single test of an ``again`` one fails, it is run once more, alone, with the same seed and the examples that
    Hypothesis found, and told: what waits for threads or a browser waits for the machine, too. One of a whole run is
    let pass so, and none where losses are counted.
    """

    name: str
    about: str
    commands: tuple[tuple[str, ...], ...]
    limit_s: int
    fast: bool = False
    again: bool = False
    lacks: Callable[[], str] = nothing_lacks


def appliance_lacks() -> str:
    """What the tests of the appliance lack here."""
    return debian_lacks("mmdebstrap", "systemd-nspawn")


def machine_lacks() -> str:
    """What the power cuts lack here."""
    return debian_lacks("mmdebstrap", "qemu-system-x86_64", "mke2fs")


def pytest(marked: str, *, at_once: str = "auto", more: tuple[str, ...] = ()) -> tuple[tuple[str, ...], ...]:
    """Run the tests that carry these marks, telling the slowest; several at once where they do not share a device."""
    return (("pytest", "-m", marked, "-n", at_once, "--durations=5", "--durations-min=2", *more),)


TIERS = [
    Tier("style", "ruff, and its format", (("ruff", "check"), ("ruff", "format", "--check")), 120, fast=True),
    Tier("types", "mypy, strict", (("mypy",),), 300, fast=True),
    Tier("imports", "which module may import which", (("lint-imports", "--no-logo"),), 120, fast=True),
    Tier("tests", "the tests that take a moment", pytest(f"not slow and {ANYWHERE}"), 900, fast=True, again=True),
    Tier("slow", "the tests that take longer", pytest(f"slow and {ANYWHERE}"), 900, again=True),
    Tier(
        "hardware",
        "the readers' tests on a Pi's own modules",
        pytest("hardware", at_once="0"),
        900,
        again=True,
        lacks=hardware_lacks,
    ),
    Tier(
        "appliance",
        "installed, hung, killed, upgraded in a booted Debian; the program killed a thousand times",
        pytest("appliance", at_once="0"),
        1500,
        lacks=appliance_lacks,
    ),
    Tier(
        "endurance",
        "an hour of faults, a day of races, a million inputs, many pages, twenty power cuts",
        pytest("endurance", more=("--dist=worksteal",)),
        1500,
        lacks=machine_lacks,
    ),
    Tier("browser", "the page in Chromium", pytest("browser"), 1200, again=True, lacks=chromium_lacks),
    Tier("fresh", "./table in a clean clone of the last commit", pytest("fresh", at_once="0"), 400, lacks=clone_lacks),
]
if EXAMPLES.exists():  # records kept beside the checkout by its maintainers
    compare = (("python", str(EXAMPLES), str(BIN / "mille-bornes")),)
    TIERS.insert(4, Tier("examples", "the example records beside this checkout", compare, 120, fast=True))


def run(command: tuple[str, ...], limit_s: float) -> int:
    """Run one command of the environment to its end, or end it and what it started at the limit; exit status."""
    process = subprocess.Popen(
        [BIN / command[0], *command[1:]], cwd=ROOT, stdin=subprocess.DEVNULL, start_new_session=True
    )
    try:
        return process.wait(limit_s)
    except subprocess.TimeoutExpired:
        print(f"{command[0]}: not done after {limit_s:.0f} s, ended", flush=True)
        return -signal.SIGKILL
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def failed() -> int:
    """How many tests failed in the latest run of pytest, which began with an empty cache."""
    kept = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"
    return len(json.loads(kept.read_text())) if kept.exists() else 0


def outcome(tier: Tier, selection: list[str]) -> str:
    """Run a tier; how it went, or why it was left out."""
    if lack := tier.lacks():
        return lack
    begun, result = time.monotonic(), PASSED
    for command in tier.commands:
        chosen = selection if command[0] == "pytest" else []
        anew = ("--cache-clear",) if tier.again else ()
        status = run((*command, *anew, *chosen), tier.limit_s - (time.monotonic() - begun))
        if status == NO_TEST_FOUND and command[0] == "pytest":
            return "no such test" + (" in the selection" if chosen else "")
        if status and tier.again and failed() == 1:
            print(f"\n== {tier.name}: the one that failed, once more and alone", flush=True)
            alone = ("--last-failed", "--last-failed-no-failures=none", "-n", "0", "--randomly-seed=last")
            status, result = run((*command, *chosen, *alone), tier.limit_s - (time.monotonic() - begun)), UNSTEADY
        if status:
            return FAILED
    return result


def main() -> int:
    """Run what was asked for and tell how it went; exit status."""
    parser = argparse.ArgumentParser(
        prog="./check",
        description="Without an option every tier runs that this machine allows. Other arguments go to pytest.",
        epilog="tiers: " + "; ".join(f"{tier.name} ({tier.about})" for tier in TIERS),
        allow_abbrev=False,
    )
    extent = parser.add_mutually_exclusive_group()
    extent.add_argument("--fast", action="store_true", help="only the tiers that take seconds, under two minutes")
    extent.add_argument(
        "--all", action="store_true", help="first install what is missing; a tier left out is a failure"
    )
    asked, selection = parser.parse_known_args()

    figures = Path(tempfile.mkdtemp()) / "figures"
    os.environ[TOLD_TO] = str(figures)
    results = []
    for tier in TIERS:
        if asked.fast and not tier.fast:
            continue
        print(f"\n== {tier.name}: {tier.about}", flush=True)
        begun = time.monotonic()
        results.append((tier.name, outcome(tier, selection), time.monotonic() - begun))

    if told := kept(figures):
        print("", *table(told), sep="\n")
    shutil.rmtree(figures.parent)
    print("\nTier      Seconds  Result")
    for name, result, seconds in results:
        known = result in {PASSED, UNSTEADY, FAILED}
        print(f"{name:<9} {seconds:7.1f}  {result if known else 'left out: ' + result}")
    how = [result for _, result, _ in results]
    left_out = asked.all and not {PASSED, UNSTEADY, FAILED}.issuperset(how)
    return int(FAILED in how or left_out or how.count(UNSTEADY) > 1)


if __name__ == "__main__":
    sys.exit(main())
