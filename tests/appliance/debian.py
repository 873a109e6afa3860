"""A Debian of its own for tests of the appliance: made once by mmdebstrap, kept beside the machine's other caches."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

CACHE = Path("/var/tmp/mille-bornes-debian")  # noqa: S108 - outlives the tests on purpose; only root writes here
BOOKWORM, TRIXIE = "bookworm", "trixie"
IN_CONTAINER = (
    *("systemd", "systemd-sysv", "udev", "dbus", "python3", "python3-venv", "ca-certificates"),
    *("avahi-daemon", "avahi-utils"),
)
IN_MACHINE = ("linux-image-amd64", "python3", "initramfs-tools")
SMALL_INITRD = r"""printf 'MODULES=list\nFSTYPE=ext4\n' > "$1/etc/initramfs-tools/conf.d/small"
printf 'virtio_pci\nvirtio_blk\next4\n' > "$1/etc/initramfs-tools/modules"
chroot "$1" update-initramfs -u
"""
"""An emulated processor is slow: it loads no driver that its machine has no device for."""


def lacks(*programs: str) -> str:
    """What the tests of the appliance lack here."""
    if os.geteuid() != 0:
        return "needs root"
    missing = [program for program in programs if shutil.which(program) is None]
    return f"needs {', '.join(missing)}: .ci/install installs them" if missing else ""


def debian(name: str, packages: tuple[str, ...], suite: str, *hooks: str) -> Path:
    """A Debian root with these packages, made if it is not there; the hooks, of shell, are told its folder."""
    root = CACHE / name
    if root.exists():
        return root
    making = CACHE / f"{name}.making"
    shutil.rmtree(making, ignore_errors=True)
    CACHE.mkdir(parents=True, exist_ok=True)
    CACHE.chmod(0o755)
    chosen = ["--variant=minbase", f"--include={','.join(packages)}", *(f"--customize-hook={hook}" for hook in hooks)]
    done = subprocess.run(["mmdebstrap", "--quiet", *chosen, suite, str(making)], stdout=sys.stderr, check=False)
    if done.returncode:
        shutil.rmtree(making, ignore_errors=True)
        raise RuntimeError(f"mmdebstrap ended with {done.returncode}")
    making.rename(root)
    return root


def in_container(suite: str) -> Path:
    """What is booted by systemd-nspawn."""
    return debian(f"container-{suite}", IN_CONTAINER, suite)


def in_machine() -> Path:
    """What is booted in a virtual machine."""
    return debian("machine", IN_MACHINE, BOOKWORM, SMALL_INITRD)
