"""The service and what the system must know for it: account, groups, device rules, log, announcement."""

import argparse
import shutil
import subprocess
from pathlib import Path

from installer.files import put
from installer.places import NAME, SOURCE, Places
from installer.talk import CannotInstallError, Talk

START_S = 120
UNIT = f"{NAME}.service"


def system_files(places: Places, source: Path = SOURCE) -> dict[Path, str]:
    """The system's files that are ours, and what they say."""
    here = source / "systemd"
    files = {
        places.accounts: here / f"{NAME}.sysusers",
        places.devices: here / f"{NAME}.rules",
        places.log_limit: here / f"{NAME}.journald",
        places.unit: here / UNIT,
    }
    texts = {path: file.read_text() for path, file in files.items()}
    if shutil.which("avahi-daemon") or places.announcement.parent.exists():
        announced = (here / f"{NAME}.avahi").read_text()
        port = chosen_port(places)
        texts[places.announcement] = announced if port is None else announced.replace(">8080<", f">{port}<")
    return texts


def chosen_port(places: Places) -> int | None:
    """The port that the options of the command name, if they do."""
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    parser.add_argument("--port", type=int)
    lines = places.choices.read_text().splitlines() if places.choices.exists() else []
    options = next((line.removeprefix("OPTIONS=") for line in lines if line.startswith("OPTIONS=")), "")
    try:
        port: int | None = parser.parse_known_args(options.split())[0].port
    except argparse.ArgumentError:
        return None  # the command itself says what is wrong with it
    return port


def put_system_files(places: Places, talk: Talk, source: Path = SOURCE) -> None:
    """Puts them in place and tells those whom they concern."""
    changed = {path for path, text in system_files(places, source).items() if put(path, text)}
    for path in sorted(changed):
        talk.say(f"{path}: written")
    run("systemd-sysusers", str(places.accounts))
    if places.devices in changed and shutil.which("udevadm"):
        run("udevadm", "control", "--reload", needed=False)
        run("udevadm", "trigger", "--subsystem-match=spidev", "--subsystem-match=gpio", needed=False)
    if places.log_limit in changed:
        run("systemctl", "try-restart", "systemd-journald", needed=False)
    run("systemctl", "daemon-reload")


def start() -> bool:
    """Starts the table, anew if it runs; whether it came up: it says so itself when its page is open."""
    run("systemctl", "enable", UNIT)
    run("systemctl", "reset-failed", UNIT, needed=False)
    return run("systemctl", "restart", UNIT, needed=False, limit_s=START_S) == 0


def stop() -> None:
    """Ends the table, also one that is started again and again."""
    run("systemctl", "stop", UNIT, needed=False)


def give_up() -> None:
    """Lets a table that never came up not try for ever, nor at each start of the machine."""
    run("systemctl", "disable", "--now", UNIT, needed=False)


def why_not() -> str:
    """The table's last words."""
    said = subprocess.run(
        ["journalctl", "--no-pager", "-o", "cat", "-n", "15", "-u", UNIT], capture_output=True, text=True, check=False
    )
    return said.stdout


def invitation(places: Places) -> str:
    """A link by which the first phone may act as referee, and its code to scan; nothing where none can be made."""
    done = subprocess.run([places.command, "pair"], stdout=subprocess.PIPE, text=True, check=False)
    return done.stdout


def remove(places: Places, talk: Talk) -> None:
    """Ends the table and takes the system's files that are ours away."""
    run("systemctl", "disable", "--now", UNIT, needed=False)
    for path in system_files(places):
        if path.exists():
            path.unlink()
            talk.say(f"{path}: removed")
    shutil.rmtree(places.choices.parent, ignore_errors=True)
    run("systemctl", "daemon-reload")


def run(*command: str, needed: bool = True, limit_s: float = 60) -> int:
    """Runs one of the system's programs; exit status. Raises `CannotInstallError` when it was needed and failed."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=limit_s)
        status, said = done.returncode, done.stderr.strip()
    except (OSError, subprocess.TimeoutExpired) as error:
        status, said = -1, str(error)
    if status and needed:
        raise CannotInstallError(f"{' '.join(command)}: {said or f'ended with {status}'}")
    return status
