"""What a table's description says that it has, in the companion's own words."""

from typing import NamedTuple


class Build(NamedTuple):
    """One table's parts."""

    title: str
    pads: tuple[str, ...]
    track: bool
    """Whether a strip lights the spaces."""
    lit_pads: tuple[str, ...]
    """The pads that have pixels."""
    beam: bool
    buttons: tuple[str, ...]
    buzzer: bool

    @property
    def lit(self) -> bool:
        """Whether there is any light."""
        return self.track or bool(self.lit_pads)
