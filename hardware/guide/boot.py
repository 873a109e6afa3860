"""What the Pi is told when it starts: config.txt, and the kernel's command line where the chain is long."""

from hardware.description import Strip, Table
from hardware.guide.overlay import NAME
from hardware.pins import BUS_PINS

CORE_CLOCK = (
    ("pi4", ("core_freq=500", "core_freq_min=500")),
    ("pi3", ("core_freq=250",)),
    ("pi02", ("core_freq=250",)),  # Zero 2 W
)
"""The neopixel library's bit length follows the core clock up to Pi 4; on a Pi 5 it does not."""


def sends_by_spi(strip: Strip | None) -> bool:
    """Whether the data line is SPI0's."""
    return strip is not None and strip.pin == BUS_PINS[0]["MOSI"]


def config(table: Table, source: str) -> str:
    """The lines to add at the end of /boot/firmware/config.txt."""
    rows = [
        f"# Made from {source} by python -m hardware.guide. Add to the end of /boot/firmware/config.txt,",
        "# and remove dtparam=spi=on: it would claim the pins of the first two chip selects.",
        "[all]",
        "# the readers",
        f"dtoverlay={NAME}",
    ]
    if sends_by_spi(table.strip):
        rows += ["# the strip: SPI0 with its data line alone", "dtoverlay=spi0-0cs,no_miso"]
        for model, settings in CORE_CLOCK:
            rows += [f"[{model}]", *settings]
    elif table.strip is not None:
        rows += ["# the strip takes the analogue sound's place", "dtparam=audio=off"]
    return "\n".join([*rows, "[all]", ""])


def kernel_words(table: Table) -> str:
    """What the kernel's command line needs; nothing in most cases."""
    strip = table.strip
    return f"spidev.bufsiz={strip.bufsiz}" if strip and sends_by_spi(strip) and strip.bufsiz > 4096 else ""
