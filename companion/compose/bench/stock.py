"""A sweep with the unmodified mfrc522, or the peers' of that name, in a process of its own: both cannot be in one."""

import json
import logging
import sys
import time
from typing import Any

from companion.compose.bench.peers import FORK, load
from firmware.emulation import modules
from firmware.emulation.clock import VirtualClock
from firmware.emulation.field import Field
from firmware.emulation.rc522 import Rc522
from firmware.emulation.wire import Wire
from firmware.readers import rpi_gpio
from firmware.readers.rc522 import library, stand_in

PADS = 7
REQUEST = 0x26


def main(peers: str = "", _scratch: str = "") -> None:
    """Ask seven empty pads for cards, fields left on as the libraries do: milliseconds, and transfers a pad."""
    clock = VirtualClock()
    time.sleep = lambda seconds: clock.sleep_ns(round(float(seconds) * 1e9))
    modules.install()
    wires = [Wire(Rc522(clock, Field(clock)), clock) for _ in range(PADS)]
    for device, wire in enumerate(wires):
        modules.solder(0, device, wire)
    stand_in()
    driver = load(peers, FORK).MFRC522 if peers else library()
    rpi_gpio.setmode(rpi_gpio.BCM)
    logging.getLogger("mfrc522Logger").addHandler(logging.NullHandler())
    readers: list[Any] = [driver(0, device, pin_rst=25) for device in range(PADS)]
    begun_ns, before = clock.now_ns(), sum(wire.transfers for wire in wires)
    for reader in readers:
        (reader.MFRC522_Request if hasattr(reader, "MFRC522_Request") else reader.Request)(REQUEST)
    transfers = sum(wire.transfers for wire in wires) - before
    print(json.dumps({"ms": (clock.now_ns() - begun_ns) / 1e6, "transfers": transfers / PADS}))


if __name__ == "__main__":
    main(*sys.argv[1:])
