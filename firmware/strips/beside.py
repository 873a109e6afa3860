"""One strip shown by two drivers: on its wire, and in a terminal."""

from firmware.strips.contract import Strip


class Beside:
    """What is shown is shown on both, first on the one that matters."""

    def __init__(self, first: Strip, second: Strip) -> None:
        self._first, self._second = first, second

    def show(self, frame: bytes) -> None:
        """Light both."""
        self._first.show(frame)
        self._second.show(frame)

    def close(self) -> None:
        """Darken both, whatever becomes of the first."""
        try:
            self._first.close()
        finally:
            self._second.close()
