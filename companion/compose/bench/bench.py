"""What every measurement is given: how many rounds, where peers lie, and a folder on the disk of the table."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

PATIENCE_S = 120


class Bench(NamedTuple):
    """One run of the benchmark."""

    rounds: int
    """Of each measurement: more, and medians are tighter."""
    peers: Path
    """Where `--peers` installs what only the benchmark needs."""
    scratch: Path
    """An empty folder on the disk on which races are kept."""

    def child(self, module: str, *arguments: str, peers: bool = False) -> Any:
        """What one of these modules says, in JSON, in a process of its own; with `peers` their folder comes first."""
        command = [sys.executable, "-m", f"{__package__}.{module}", *arguments]
        environment = {**os.environ, "PYTHONPATH": str(self.peers)} if peers else None
        done = subprocess.run(  # noqa: S603 - this program's own modules
            command, check=True, capture_output=True, env=environment, timeout=PATIENCE_S, text=True
        )
        return json.loads(done.stdout)

    def has(self, package: str) -> bool:
        """Whether a peer is installed."""
        return (self.peers / package).is_dir()
