"""What the simulated table needs of its metal: the emulated readers, beam and strip, joined by the composition root."""

from typing import Protocol


class Metal(Protocol):
    """The emulated parts that hands touch. All methods may be called from any thread."""

    def lay(self, pad: str, uid: bytes) -> None:
        """Bring the tag into the pad's field."""
        ...

    def lift(self, pad: str, uid: bytes) -> None:
        """Take the tag out of the pad's field; nothing when it is not there."""
        ...

    def trip_beam(self) -> None:
        """One card leaves the dispenser; may wait as long as a hand would need."""
        ...

    def break_reader(self, pad: str, *, broken: bool) -> None:
        """A fault: the pad's reader answers no more, or it does again."""
        ...

    def pixels(self) -> bytes:
        """What the strip shows now: RGB for each pixel of the chain."""
        ...


class Layout(Protocol):
    """Where on the chain the light of each place is."""

    @property
    def track(self) -> tuple[range, ...]:
        """The pixels of each space, 0 being START."""
        ...

    @property
    def pads(self) -> tuple[tuple[str, range], ...]:
        """The pixels of each pad that has some."""
        ...
