"""Where everything goes. The one place that knows."""

from pathlib import Path
from typing import NamedTuple

NAME = "mille-bornes"
SOURCE = Path(__file__).resolve().parents[2]
"""The checkout that is installed from."""


class Places(NamedTuple):
    """The paths of one machine; `root` is / but in tests."""

    root: Path = Path("/")

    @property
    def home(self) -> Path:
        """The program: its releases, and `current`, the one that runs."""
        return self.root / "opt" / NAME

    @property
    def releases(self) -> Path:
        """A folder for every release that is kept: the one that runs, and the one before."""
        return self.home / "releases"

    @property
    def current(self) -> Path:
        """A link to the release that runs; the unit knows only this."""
        return self.home / "current"

    @property
    def command(self) -> Path:
        """The command `mille-bornes` of every account."""
        return self.root / "usr/local/bin" / NAME

    @property
    def races(self) -> Path:
        """What must never be lost: races, decks, pairings."""
        return self.root / "var/lib" / NAME

    @property
    def choices(self) -> Path:
        """What was chosen for this machine: which table, and options of the command."""
        return self.root / "etc" / NAME / "options"

    @property
    def table(self) -> Path:
        """The description of a table of one's own."""
        return self.root / "etc" / NAME / "table.toml"

    @property
    def unit(self) -> Path:
        """The service."""
        return self.root / "etc/systemd/system" / f"{NAME}.service"

    @property
    def accounts(self) -> Path:
        """The account of the table, and the groups of buses and pins."""
        return self.root / "etc/sysusers.d" / f"{NAME}.conf"

    @property
    def devices(self) -> Path:
        """Which group owns buses and pins."""
        return self.root / "etc/udev/rules.d" / f"60-{NAME}.rules"

    @property
    def log_limit(self) -> Path:
        """How much of the disk the system's log may take."""
        return self.root / "etc/systemd/journald.conf.d" / f"{NAME}.conf"

    @property
    def announcement(self) -> Path:
        """What the network is told of the page (mDNS)."""
        return self.root / "etc/avahi/services" / f"{NAME}.service"

    @property
    def model(self) -> Path:
        """Which Raspberry Pi this is; missing elsewhere."""
        return self.root / "proc/device-tree/model"

    @property
    def boot(self) -> Path:
        """Where a Raspberry Pi reads what it is told when it starts."""
        bookworm = self.root / "boot/firmware"
        return bookworm if bookworm.exists() else self.root / "boot"
