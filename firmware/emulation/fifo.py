"""The 64-byte FIFO of the MFRC522 (data sheet rev. 3.9, section 8.3)."""

from collections import deque

SIZE = 64


class Fifo:
    """First in, first out; what does not fit is lost and remembered as an overflow."""

    def __init__(self) -> None:
        self._bytes: deque[int] = deque()
        self.overflown = False

    def __len__(self) -> int:
        return len(self._bytes)

    def push(self, byte: int) -> None:
        """Add one byte."""
        if len(self._bytes) < SIZE:
            self._bytes.append(byte)
        else:
            self.overflown = True

    def pop(self) -> int:
        """Take the oldest byte; 0 when there is none."""
        return self._bytes.popleft() if self._bytes else 0

    def drain(self) -> bytes:
        """Take all."""
        content = bytes(self._bytes)
        self._bytes.clear()
        return content

    def flush(self) -> None:
        """Empty it and forget the overflow (FIFOLevelReg.FlushBuffer)."""
        self._bytes.clear()
        self.overflown = False
