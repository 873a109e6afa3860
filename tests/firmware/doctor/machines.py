"""Machines as folders: the places that the probes look at, on a good Pi 4 with the six-seat table, to be spoilt."""

from pathlib import Path

from hardware.description import TABLES, load

TABLE = load(TABLES / "six-seats.toml")
ONE_READER = load(TABLES / "one-reader.toml")

PI_4, PI_5, ZERO_2 = "Raspberry Pi 4 Model B Rev 1.4", "Raspberry Pi 5 Model B Rev 1.0", "Raspberry Pi Zero 2 W Rev 1.0"
CONFIG = """\
# as hardware/config.txt has it
[all]
dtoverlay=readers-spi1
dtparam=audio=off   # not needed
[pi4]
dtoverlay=spi0-0cs,no_miso
core_freq=500
core_freq_min=500
[pi02]
dtoverlay=spi0-0cs,no_miso
core_freq=250
[pi5]
dtoverlay=spi0-0cs,no_miso
[all]
"""


class Machine:
    """A root folder. `write` and `remove` spoil it."""

    def __init__(self, root: Path, model: str = PI_4) -> None:
        self.root, self.model = root, model
        self.write("proc/device-tree/model", model + "\0")
        self.write("etc/group", "root:x:0:\nspi:x:994:pi\ngpio:x:986:pi\n")
        self.write("sys/module/spidev/parameters/bufsiz", "4096\n")
        self.write("boot/firmware/config.txt", CONFIG)
        for node in ("spidev0.0", *(f"spidev1.{n}" for n in range(7))):
            self.write(f"dev/{node}", "")

    def write(self, place: str, text: str) -> None:
        path = self.root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def remove(self, place: str) -> None:
        (self.root / place).unlink()
