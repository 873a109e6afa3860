"""What the lamp asks of a strip. Another driver is one more file that keeps this contract."""

from typing import Protocol


class Strip(Protocol):
    """An open chain of pixels, owned by one thread. Any call may raise; it is then closed, and another opened."""

    def show(self, frame: bytes) -> None:
        """Light the pixels: three bytes, RGB, for each of them, before brightness."""
        ...

    def close(self) -> None:
        """Go dark and let go of the pin."""
        ...
