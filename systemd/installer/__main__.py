"""`sudo ./install`: installs, repairs, upgrades or removes the table of this machine."""

import argparse
import importlib.util
import os
import shutil
import sys
from pathlib import Path

from hardware.description import TABLES, TableError, load
from installer import boot, races, release, service
from installer.files import put
from installer.places import Places
from installer.talk import CannotInstallError, Talk

BUILDS = sorted(path.stem for path in TABLES.glob("*.toml"))
ON_A_PI, ELSEWHERE = "six-seats", "simulated"
FAILED_EXIT = 1


def main() -> int:
    """Does what was asked for; exit status."""
    options = _parser().parse_args()
    talk = Talk(yes=options.yes)
    try:
        _check_machine()
        if options.uninstall:
            uninstall(Places(), talk, delete_races=options.delete_races)
        else:
            install(Places(), talk, options.build, options.options)
    except (CannotInstallError, TableError, OSError) as error:
        print(f"install: {error}", file=sys.stderr)
        return FAILED_EXIT
    except KeyboardInterrupt:
        print("\ninstall: stopped. What was done is whole; call it again to go on", file=sys.stderr)
        return FAILED_EXIT
    return 0


def install(places: Places, talk: Talk, build: str | None, options: str | None) -> None:
    """Installs this checkout; where an older one runs, that one is kept and comes back if this one does not start."""
    chosen = _chosen(places, build)
    before = release.running(places)
    fresh = release.make(places, talk)
    _keep_choice(places, chosen, options)
    service.put_system_files(places, talk)
    told = boot.kept(places)
    start_again = boot.is_pi(places) and boot.tell_the_pi(places, talk, _description(places, chosen))
    schema = races.version(places)
    release.switch(places, fresh)
    if not service.start():
        said = service.why_not()
        if before is not None:
            boot.put_back(told, talk)
            _go_back(places, talk, before, fresh, schema)
        else:
            service.give_up()
        raise CannotInstallError(f"the new release does not start. Its last words:\n{said}")
    release.drop_old(places, fresh, before)
    talk.say("The table runs.")
    talk.say(service.invitation(places))
    if start_again:
        talk.say("Start the Pi again (sudo reboot) for the readers and the strip to be there.")


def uninstall(places: Places, talk: Talk, *, delete_races: bool) -> None:
    """Removes the program; races, decks and pairings stay unless told otherwise."""
    service.remove(places, talk)
    if boot.is_pi(places):
        boot.forget(places, talk)
    places.command.unlink(missing_ok=True)
    shutil.rmtree(places.home, ignore_errors=True)
    if delete_races and talk.ask(f"Delete all races in {places.races}, for good?"):
        shutil.rmtree(places.races, ignore_errors=True)
    if places.races.exists():
        talk.say(f"The races stay in {places.races}; --uninstall --delete-races deletes them.")
    talk.say("The table is gone from this machine.")


def _go_back(places: Places, talk: Talk, before: Path, fresh: Path, schema: int | None) -> None:
    service.stop()
    release.switch(places, before)
    service.put_system_files(places, talk, before)
    if (aside := races.give_back(places, schema)) is not None:
        talk.say(f"The journal is as it was before the new release, whose own is kept as {aside}")
    came_back = service.start()
    shutil.rmtree(fresh, ignore_errors=True)
    talk.say("The release before runs again." if came_back else "The release before does not start either.")


def _chosen(places: Places, build: str | None) -> str:
    """The table to run: as asked for, else as it was, else as this machine is."""
    if build is not None:
        if build not in BUILDS:
            load(Path(build))  # what is wrong with it is said now, before anything is done
        return build
    if places.choices.exists():
        lines = places.choices.read_text().splitlines()
        found = next((line.removeprefix("TABLE=") for line in lines if line.startswith("TABLE=")), None)
        if found:
            return found
    return ON_A_PI if boot.is_pi(places) else ELSEWHERE


def _keep_choice(places: Places, chosen: str, options: str | None) -> None:
    table = chosen
    if chosen not in BUILDS:
        if Path(chosen) != places.table:
            put(places.table, Path(chosen).read_text())
        table = str(places.table)
    kept = "OPTIONS="
    if places.choices.exists():
        kept = next((line for line in places.choices.read_text().splitlines() if line.startswith("OPTIONS=")), kept)
    put(places.choices, f"TABLE={table}\n{kept if options is None else f'OPTIONS={options}'}\n")


def _description(places: Places, chosen: str) -> Path:
    return TABLES / f"{chosen}.toml" if chosen in BUILDS else places.table


def _check_machine() -> None:
    if os.geteuid() != 0:
        raise CannotInstallError("only root may install: sudo ./install")
    if shutil.which("systemctl") is None or not Path("/run/systemd/system").exists():
        raise CannotInstallError("this system was not started by systemd, which is what keeps the table running")
    if importlib.util.find_spec("ensurepip") is None:
        raise CannotInstallError("Python lacks its venv: sudo apt install python3-venv")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./install",
        description="Installs the table on this machine so that it plays when it is plugged in. Called again, it"
        " repairs or upgrades; races are kept.",
    )
    parser.add_argument(
        "--build",
        metavar="TABLE",
        help=f"which table this is: {', '.join(BUILDS)}, or the description of your own (default: as before; at first"
        f" {ON_A_PI} on a Raspberry Pi, else {ELSEWHERE})",
    )
    parser.add_argument("--options", metavar="TEXT", help="further options of `mille-bornes table`, in quotes")
    parser.add_argument("--yes", action="store_true", help="answer every question with yes")
    parser.add_argument("--uninstall", action="store_true", help="remove the program; the races stay")
    parser.add_argument("--delete-races", action="store_true", help="with --uninstall: delete the races too")
    return parser


if __name__ == "__main__":
    sys.exit(main())
