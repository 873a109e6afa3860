"""What the service has logged, asked of systemd's journal: who asks may not be allowed to see it, or wait in vain."""

import shutil
import subprocess

UNIT = "mille-bornes.service"
LINES = 3000
WAITED_S = 20.0
_NO_ENTRIES = "-- No entries --"


def service_log(waited_s: float = WAITED_S) -> str:
    """The latest lines since the machine started, or why there are none; it takes no longer than `waited_s`."""
    if (journalctl := shutil.which("journalctl")) is None:
        return "there is no journalctl here: this machine has no systemd, or it is not in the PATH\n"
    command = [journalctl, "-u", UNIT, "-b", "--no-hostname", "--no-pager", "-o", "short-iso", "-n", str(LINES)]
    try:
        told = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=waited_s, check=False)  # noqa: S603 - our own words
    except subprocess.TimeoutExpired as error:
        return f"{_text(error.stdout)}{_text(error.stderr)}journalctl had not ended after {waited_s:g} s\n"
    except OSError as error:
        return f"{journalctl} cannot be run: {error}\n"
    lines, complaints = _text(told.stdout), _text(told.stderr)
    if not lines.replace(_NO_ENTRIES, "").strip():
        complaints += f"journalctl shows this account nothing of {UNIT} (it ended with {told.returncode}): try sudo\n"
    return lines + complaints


def _text(output: bytes | None) -> str:
    return (output or b"").decode("utf-8", "replace")
