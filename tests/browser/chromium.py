"""Debian's Chromium, driven by Playwright."""

from pathlib import Path

from playwright.sync_api import Browser, Playwright

CHROMIUM = Path("/usr/bin/chromium")
PATIENCE_MS = 20_000
"""How long a test waits for what it expects to see: machines that check are slow."""
# As root Chromium has no sandbox of its own; the rest keeps it from calling its maker.
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


def launch(driver: Playwright) -> Browser:
    """Start it without a window."""
    return driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
