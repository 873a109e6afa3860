"""`sudo ./install` where it will live: a booted Debian. Installed, hung, killed, upgraded, broken, removed."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.appliance.container import Container
from tests.appliance.debian import BOOKWORM, TRIXIE, lacks
from tests.figures import Tell

ROOT = Path(__file__).resolve().parents[2]
UNIT = "mille-bornes"
PORT = 18231
"""The container has no network of its own."""
NEWER = """set -e; cd /root/game/companion
sed -i 's/^VERSION = .*/VERSION = 99/' store/schema.py && grep -q 99 store/schema.py
sed -i 's/^def _run(.*$/&\\n    raise SystemExit("worn out")/' compose/table.py && grep -q 'worn out' compose/*.py"""
"""A release of tomorrow: it makes another journal of the one there is, and does not start."""
DOWN_S = 3.0
"""A table that was killed is there again within so long, on a machine that does other things too."""
HUNG_S = 10.0
EXPOSURE = 1.3

pytestmark = [
    pytest.mark.appliance,
    pytest.mark.skipif(bool(lacks("mmdebstrap", "systemd-nspawn")), reason=lacks("mmdebstrap", "systemd-nspawn")),
]


def checkout(target: Path) -> Path:
    """A copy of this checkout as git has it, with what is not committed yet."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)
    return target


def booted(folder: Path, suite: str) -> Iterator[Container]:
    with Container(folder, suite) as container:
        checkout(container.root / "root/game")
        yield container


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Container]:
    yield from booted(tmp_path_factory.mktemp("container"), BOOKWORM)


@pytest.fixture
def newer_machine(tmp_path: Path) -> Iterator[Container]:
    yield from booted(tmp_path, TRIXIE)


def pid(machine: Container) -> str:
    return machine.say(f"systemctl show -p MainPID --value {UNIT}")


def back(machine: Container, old: str, limit_s: float) -> float:
    """Seconds until another process than `old` is up."""
    return machine.wait_for(
        f"systemctl is-active -q {UNIT} && test $(systemctl show -p MainPID --value {UNIT}) != {old}", limit_s
    )


def exposure(machine: Container) -> float:
    rated = machine.say(f"systemd-analyze security --no-pager {UNIT} | tail -1")
    return float(rated.split(":")[1].split()[0])


PLAY = """python3 - <<'END'
import json, urllib.request
body = json.dumps({"line": "LINE", "id": "ID"}).encode()
request = urllib.request.Request("http://127.0.0.1:18231/api/input", body, {"Content-Type": "application/json"})
print(urllib.request.urlopen(request, timeout=20).status)
END"""
RECORD = """python3 -c 'import urllib.request as u; print(u.urlopen("http://127.0.0.1:18231/race/current.race").read().decode())'"""


def never_comes_up(machine: Container) -> None:
    """A first installation, of a release that does not start."""
    status, said = machine.run("cd /root/game && ./install --yes")
    assert status == 1
    assert "worn out" in said
    assert machine.run(f"systemctl is-enabled {UNIT}") == (1, "disabled\n")
    assert machine.run(f"systemctl is-active {UNIT}")[0] != 0


def test_from_a_checkout_to_a_table_and_away_again(machine: Container, tell: Tell) -> None:
    """One test, for each step begins where the one before ended."""
    begun = machine.say(f"cd /root/game && ./install --yes --options '--port {PORT}'")
    assert "The table runs" in begun
    assert f":{PORT}/join#" in begun
    assert f":{PORT}/join#" in machine.say("mille-bornes pair")
    assert machine.say("stat -c %U /var/lib/mille-bornes/* | sort -u") == UNIT
    assert machine.say(f"systemctl is-enabled {UNIT}") == "enabled"
    assert machine.say(f"stat -c %U /proc/{pid(machine)}") == UNIT
    assert "spi" in machine.say(f"id -nG {UNIT}")
    limits = machine.say(
        "systemd-analyze cat-config systemd/journald.conf | grep -E '^(System|Runtime)MaxUse='"
    ).split()
    assert limits == ["SystemMaxUse=100M", "RuntimeMaxUse=20M"]
    assert machine.say("journalctl -u systemd-journald -o cat | grep -c 'Unknown key' || true") == "0"
    assert machine.say(PLAY.replace("LINE", "draw").replace("ID", "one")) == "200"
    announced = machine.say("avahi-browse --parsable --resolve --terminate _http._tcp")
    assert re.search(rf"^=;.*;Mille\\032Bornes\\032on\\032.*;{PORT};", announced, re.MULTILINE), announced

    old = pid(machine)
    machine.say(f"kill -9 {old}")
    killed_s = back(machine, old, DOWN_S * 4)
    old = pid(machine)
    machine.say(f"kill -STOP {old}")
    hung_s = back(machine, old, HUNG_S * 3)
    tell("the service is killed: up again in", f"{killed_s:.1f} s", f"≤ {DOWN_S:.0f} s")
    tell("the service hangs: up again in", f"{hung_s:.1f} s", f"≤ {HUNG_S:.0f} s")
    assert "draw" in machine.say(RECORD)

    rated = exposure(machine)
    tell("exposure of the unit, by systemd-analyze security", f"{rated}", f"≤ {EXPOSURE}")
    assert rated <= EXPOSURE

    repaired = machine.say("rm /etc/udev/rules.d/60-mille-bornes.rules && cd /root/game && ./install --yes")
    assert "60-mille-bornes.rules: written" in repaired
    assert "draw" in machine.say(RECORD)
    assert len(machine.say("ls /opt/mille-bornes/releases").split()) == 2

    machine.say("ls /opt/mille-bornes/current/companion/page/__pycache__/template-*")

    good = machine.say("readlink /opt/mille-bornes/current")
    machine.say(NEWER)
    status, said = machine.run("cd /root/game && ./install --yes")
    assert status == 1
    assert "worn out" in said
    assert "The release before runs again" in said
    machine.say("test -s /var/lib/mille-bornes/races.newer-1.db")
    assert machine.say("readlink /opt/mille-bornes/current") == good
    assert "draw" in machine.say(RECORD)

    gone = machine.say("cd /root/game && ./install --uninstall --yes")
    assert "The races stay in /var/lib/mille-bornes" in gone
    assert machine.run(f"systemctl cat {UNIT}")[0] != 0
    for left in ("/opt/mille-bornes", "/usr/local/bin/mille-bornes", "/etc/udev/rules.d/60-mille-bornes.rules"):
        machine.say(f"test ! -e {left}")
    machine.say("test -s /var/lib/mille-bornes/races.db")
    machine.say("cd /root/game && ./install --uninstall --delete-races --yes")
    machine.say("test ! -e /var/lib/mille-bornes")
    never_comes_up(machine)


def test_the_next_debian_has_a_table_too_and_is_left_as_it_was(newer_machine: Container) -> None:
    machine = newer_machine
    listing = "find /etc /opt /usr/local ! -type d | sort; systemctl list-unit-files | sort"
    before = machine.say(listing)
    assert "The table runs" in machine.say(f"cd /root/game && ./install --yes --options '--port {PORT}'")
    assert machine.say(PLAY.replace("LINE", "draw").replace("ID", "one")) == "200"
    assert exposure(machine) <= EXPOSURE
    machine.say("cd /root/game && ./install --uninstall --delete-races --yes")
    assert machine.say(listing) == before


def test_who_is_not_root_is_told_so(machine: Container) -> None:
    machine.say("cp -r /root/game /tmp/game && chmod -R a+rX /tmp/game")
    status, said = machine.run("su -s /bin/sh nobody -c /tmp/game/install")
    assert status == 1
    assert "only root may install: sudo ./install" in said
