"""Read the tags before one reader as the table does, in a process that finds a Pi's devices: prints JSON.

python -m tests.hardware_tier.tap BUS DEVICE
"""

import importlib.util
import json
import sys

from firmware.readers.rc522 import open_rc522


def main(bus: int, device: int) -> None:
    """Tell the installed RPi.GPIO, the module that the library got in its place, the chip and the tags."""
    installed = importlib.util.find_spec("RPi")
    reader = open_rc522(bus, device)
    reader.field(on=True)
    uids = reader.inventory().uids
    found = {
        "installed": installed and list(installed.submodule_search_locations or ()),
        "used": sys.modules["RPi.GPIO"].__name__,
        "spidev": sys.modules["spidev"].__file__,
        "chip": reader.chip,
        "uids": [uid.hex() for uid in uids],
    }
    reader.close()
    print(json.dumps(found))  # noqa: T201  # the answer


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
