"""A booted Debian in a container (systemd-nspawn): what a person would type at its terminal is run in it."""

import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Self

from tests.appliance.debian import in_container

BOOT_S = 60
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
CERTIFICATES = ("/etc/ssl/certs", "/usr/local/share/ca-certificates", "/usr/share/ca-certificates", "/etc/pip.conf")
"""What a machine behind a proxy trusts, and its pip's configuration: the container is in the same network."""


class Container:
    """One container, from a fresh copy of the Debian root on."""

    def __init__(self, folder: Path, suite: str) -> None:
        """`folder` holds the copy while the container runs; `suite` is the Debian release."""
        self.root = folder / "root"
        subprocess.run(["cp", "-a", "--reflink=auto", in_container(suite), self.root], check=True)
        binds = [f"--bind-ro={path}" for path in CERTIFICATES if Path(path).exists()]
        self._process = subprocess.Popen(
            ["systemd-nspawn", "-D", self.root, "--boot", "--register=no", "--keep-unit", "--console=passive", *binds],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
        )
        try:
            self._leader = self._found_leader()
            self.wait_for("systemctl is-system-running | grep -Eq 'running|degraded'", BOOT_S)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Switch it off."""
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        shutil.rmtree(self.root, ignore_errors=True)

    def run(self, line: str, *, limit_s: float = 300) -> tuple[int, str]:
        """Run a line of shell in it; exit status, and what it printed."""
        pip = [f"{name}={value}" for name, value in os.environ.items() if name in {"PIP_CERT", "PIP_DEFAULT_TIMEOUT"}]
        enter = ["nsenter", "-t", str(self._leader), "-m", "-u", "-i", "-n", "-p", "--"]
        done = subprocess.run(
            [*enter, "env", "-i", f"PATH={PATH}", "HOME=/root", *pip, "sh", "-c", line],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=limit_s,
            check=False,
        )
        return done.returncode, done.stdout

    def say(self, line: str) -> str:
        """Run a line that must succeed; what it printed."""
        status, said = self.run(line)
        assert status == 0, f"{line}: {status}\n{said}"
        return said.strip()

    def wait_for(self, line: str, limit_s: float) -> float:
        """Wait until the line succeeds; seconds waited."""
        begun = time.monotonic()
        while self.run(line)[0] != 0:
            assert time.monotonic() - begun < limit_s, f"not within {limit_s} s: {line}"
            time.sleep(0.05)
        return time.monotonic() - begun

    def _found_leader(self) -> int:
        """The container's first process, once it is systemd itself and no more what makes the container."""
        begun = time.monotonic()
        while time.monotonic() - begun < BOOT_S:
            children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
            if children and Path(f"/proc/{children[0]}/comm").read_text().strip() == "systemd":
                return int(children[0])
            assert self._process.poll() is None, "the container did not start"
            time.sleep(0.05)
        raise TimeoutError("the container did not start")
