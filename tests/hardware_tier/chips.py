"""The far end of devices.c: a folder that stands for a Raspberry Pi's /dev, with emulated chips behind its SPI devices.

The chips are those of firmware/emulation, registers, fields, tags and faults included. What talks to them may be this
very process (the modules let go of Python's lock during a transfer) or another one.
"""

import socket
import struct
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

HEAD = struct.Struct("=II")  # speed in Hz, SPI mode: struct message in devices.c
BUFSIZ = 4096  # bytes of a message, likewise
NAME_BYTES = 64
PI_4 = "Raspberry Pi 4 Model B Rev 1.1", 0xC03111
PI_5 = "Raspberry Pi 5 Model B Rev 1.0", 0xC04170


class Chip(Protocol):
    """What hangs on a chip select."""

    def transfer(self, mosi: bytes, speed_hz: int) -> bytes:
        """One frame with the chip select low: as many bytes come back as go out."""
        ...


class Recorder:
    """A strip's end of a wire: it keeps every frame and answers nothing."""

    def __init__(self) -> None:
        self.frames: list[tuple[int, bytes]] = []

    def transfer(self, mosi: bytes, speed_hz: int) -> bytes:
        """Keep speed and bytes."""
        self.frames.append((speed_hz, mosi))
        return bytes(len(mosi))


class Devices:
    """The folder `root`, to be given to a process as EMULATED_DEVICES.

    `before_transfer` is called as each frame begins, to let the chips' clock follow the time of another process.
    """

    def __init__(self, root: Path, before_transfer: Callable[[], None] = lambda: None) -> None:
        self.root = root
        self._before_transfer = before_transfer
        self._chips: dict[str, Chip] = {}
        self._one_frame = threading.Lock()
        (root / "dev").mkdir(parents=True)
        (root / "proc").mkdir()
        self._socket = root / "spi"
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._listener.bind(str(self._socket))
        self._listener.listen(64)
        threading.Thread(target=self._accept, name="emulated devices", daemon=True).start()

    def solder(self, bus: int, device: int, wire: Chip) -> None:
        """Put a chip on a chip select."""
        name = f"/dev/spidev{bus}.{device}"
        self._chips[name] = wire
        node = self.root / name[1:]
        if not node.is_symlink():
            node.symlink_to(self._socket)

    def be(self, model: str, revision: int) -> None:
        """Show the files that tell a Raspberry Pi, and registers of pins that only keep what is written."""
        (self.root / "proc" / "cpuinfo").write_text(
            f"Hardware\t: BCM2711\nRevision\t: {revision:x}\nModel\t\t: {model}\n"
        )
        tree = self.root / "proc" / "device-tree"
        (tree / "system").mkdir(parents=True, exist_ok=True)
        (tree / "model").write_text(model + "\0")
        (tree / "system" / "linux,revision").write_bytes(revision.to_bytes(4, "big"))
        with (self.root / "dev" / "gpiomem").open("wb") as registers:
            registers.truncate(1 << 32)  # they are looked for at their addresses on the bus; the file is sparse

    def register(self, address: int) -> int:
        """What stands in 32 bits of the pins' registers."""
        with (self.root / "dev" / "gpiomem").open("rb") as registers:
            registers.seek(address)
            return int.from_bytes(registers.read(4), "little")

    def close(self) -> None:
        """Answer no further process."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                wire, _ = self._listener.accept()
            except OSError:  # closed
                return
            threading.Thread(target=self._serve, args=(wire,), name="emulated device", daemon=True).start()

    def _serve(self, wire: socket.socket) -> None:
        """Answer one opened device, until it is closed."""
        with wire:
            chip = self._chips[wire.recv(NAME_BYTES).decode()]
            while packet := wire.recv(HEAD.size + BUFSIZ):
                speed_hz, mode = HEAD.unpack_from(packet)
                with self._one_frame:
                    self._before_transfer()
                    answer = chip.transfer(packet[HEAD.size :], speed_hz)
                wire.sendall(answer if mode == 0 else bytes(len(answer)))
