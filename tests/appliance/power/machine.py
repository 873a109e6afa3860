"""A virtual machine (QEMU, software emulation) whose power can be cut: what its kernel had not written is lost."""

import lzma
import os
import re
import select
import shutil
import subprocess
import time
from pathlib import Path

from tests.appliance.debian import in_machine

ROOT = Path(__file__).resolve().parents[3]
CONSOLE = (
    "console=ttyS0 quiet panic=-1 no_timer_check fsck.mode=skip"  # an emulated timer may be late on a busy machine
)
INIT = """#!/bin/sh
mount -t proc proc /proc
mount -t devtmpfs dev /dev 2>/dev/null
mount -t ext4 /dev/vdb /data || exit 1
cd /game && exec python3 tests/appliance/power/guest.py /data/races.db
"""
SILENT_S = 240
XZ = b"\xfd7zXZ\x00"


class Machine:
    """One machine: a system that is never written, and a small disk for the races, in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._system, self._disk = folder / "system.img", folder / "disk.img"
        root = folder / "root"
        subprocess.run(["cp", "-a", "--reflink=auto", in_machine(), root], check=True)
        for package in ("companion", "firmware", "hardware", "tests/appliance/power"):
            shutil.copytree(ROOT / package, root / "game" / package, ignore=shutil.ignore_patterns("__pycache__"))
        subprocess.run(
            ["chroot", root, "python3", "-m", "compileall", "-q", "/game", "/usr/lib/python3.11"], check=False
        )
        (root / "data").mkdir()
        (root / "start").write_text(INIT)
        (root / "start").chmod(0o755)
        (root / "etc/environment").write_text("")
        _image(self._system, "1200M", root)
        shutil.rmtree(root)
        _image(self._disk, "64M", None)
        boot = in_machine() / "boot"
        self._kernel, self._initrd = folder / "vmlinux", next(boot.glob("initrd.img-*"))
        self._kernel.write_bytes(_unpacked(next(boot.glob("vmlinuz-*")).read_bytes()))

    def on(self) -> "Running":
        """Switch it on."""
        return Running(
            [
                "qemu-system-x86_64",
                *(
                    "-machine",
                    "q35,accel=tcg",
                    "-cpu",
                    "max",
                    "-m",
                    "384",
                    "-smp",
                    "1",
                    "-nographic",
                    "-no-reboot",
                    "-nic",
                    "none",
                ),
                *("-kernel", str(self._kernel), "-initrd", str(self._initrd)),
                *("-append", f"root=/dev/vda ro init=/start {CONSOLE} PYTHONPATH=/game PYTHONDONTWRITEBYTECODE=1"),
                *("-drive", f"file={self._system},if=virtio,format=raw,readonly=on"),
                *("-drive", f"file={self._disk},if=virtio,format=raw,cache=writeback"),
            ]
        )


class Running:
    """A machine that is switched on."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, bufsize=0)
        self._rest = b""
        self.said: list[str] = []

    def hear(self, limit_s: float) -> list[str]:
        """The whole lines that come within so long; at least one, unless the time is over."""
        assert self._process.stdout is not None
        if not select.select([self._process.stdout], [], [], limit_s)[0]:
            return []
        heard = os.read(self._process.stdout.fileno(), 1 << 16)
        assert heard, "the machine went off by itself:\n" + "\n".join(self.said[-30:])
        *lines, self._rest = (self._rest + heard).replace(b"\r", b"").split(b"\n")
        told = [line.decode(errors="replace") for line in lines]
        self.said = [*self.said[-100:], *told]
        return told

    def wait_for(self, word: str) -> int:
        """The number behind the first line that begins with `word`."""
        begun = time.monotonic()
        while time.monotonic() - begun < SILENT_S:
            for line in self.hear(1):
                if (number := _told(line, word)) is not None:
                    return number
        raise AssertionError(f"the machine never said {word}:\n" + "\n".join(self.said[-30:]))

    def hear_for(self, seconds: float) -> None:
        """Let it play for so long."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.hear(left)

    def off(self) -> None:
        """Cut the power; what it said until then is in `said`."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        if self._process.stdout.closed:
            return
        with self._process.stdout as pipe:
            self._rest += pipe.read()
        self.said += self._rest.replace(b"\r", b"").decode(errors="replace").split("\n")[:-1]

    def acknowledged(self) -> int:
        """The last input that it acknowledged; 0 for none."""
        return max((_told(line, "ACK") or 0 for line in self.said), default=0)


def _told(line: str, word: str) -> int | None:
    """The number behind `word` in a line; the first line has the firmware's own signs before it."""
    found = re.search(rf"{word} (\d+)$", line)
    return int(found[1]) if found else None


def _unpacked(kernel: bytes) -> bytes:
    """The kernel's own program, which an emulated processor would take seconds to unpack at each start."""
    return lzma.LZMADecompressor().decompress(kernel[kernel.index(XZ) :])


def _image(path: Path, size: str, root: Path | None) -> None:
    filled = ["-d", str(root)] if root is not None else []
    subprocess.run(["mke2fs", "-q", "-t", "ext4", *filled, "-L", "root", str(path), size], check=True)
