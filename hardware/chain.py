"""The chain of pixels: which of them light which space of the track and which pad (HARDWARE.md 4)."""

from dataclasses import dataclass

from hardware.source import Section

__all__ = ["SPACES", "Layout", "read_layout"]

SPACES = 41  # START and forty spaces of 25 km
MOST_PIXELS = 2000


@dataclass(frozen=True, eq=False)
class Layout:
    """Where light can be: the pixels of each space of the track (0 is START) and of each pad, in drawing order.

    Attributes:
        track: 41 ranges, or none where the chain lights pads only.
    """

    pixels: int
    track: tuple[range, ...]
    pads: tuple[tuple[str, range], ...] = ()


class _Chain:
    """Who uses which pixel."""

    def __init__(self, pixels: int) -> None:
        self._users: list[str | None] = [None] * pixels

    def claim(self, section: Section, key: str, pixels: range, user: str) -> range:
        for pixel in pixels:
            if pixel >= len(self._users):
                last = len(self._users) - 1
                section.fail(key, f"needs pixel {max(pixels)}, but the chain ends at {last}; raise strip.pixels")
            if self._users[pixel]:
                section.fail(key, f"pixel {pixel} already shows {self._users[pixel]}; let {user} begin elsewhere")
            self._users[pixel] = user
        return pixels


def read_layout(section: Section, pad_sections: dict[str, Section]) -> Layout:
    """The layout of a ``[strip]`` and of the pads' ``pixels``; TableError for every overlap and every gap."""
    pixels = section.integer("pixels", 1, MOST_PIXELS)
    lights = _Chain(pixels)
    track = _track(section, lights)
    pads = []
    for name, pad in pad_sections.items():
        if "pixels" in pad:
            first, last = pad.span("pixels", pixels - 1)
            if not 0 <= last - first <= 2:
                pad.fail("pixels", f"is {[first, last]}, but a pad has one to three pixels, [first, last]")
            pads.append((name, lights.claim(pad, "pixels", range(first, last + 1), name)))
    if not track and not pads:
        section.fail("lanes", "no space and no pad has a pixel; add [[strip.lanes]], or pixels to a pad")
    return Layout(pixels, track, tuple(pads))


def _track(section: Section, lights: _Chain) -> tuple[range, ...]:
    track: dict[int, range] = {}
    for lane in section.sections("lanes"):
        first, last = lane.span("spaces", SPACES - 1)
        pixel, width = lane.integer("first_pixel", 0, MOST_PIXELS), lane.integer("pixels_a_space", 1, 20, 1)
        pitch = width + lane.integer("gap", 0, 20, 0)  # dark pixels between two spaces
        step = 1 if first <= last else -1
        for nth, space in enumerate(range(first, last + step, step)):
            if space in track:
                lane.fail("spaces", f"space {space} is in two lanes; let each lane have its own")
            start = pixel + nth * pitch
            lights.claim(lane, "first_pixel", range(start, start + width), f"space {space}")
            track[space] = range(start, start + width)[::step]
        lane.close()
    missing = [space for space in range(SPACES) if space not in track]
    if track and missing:
        section.fail("lanes", f"no lane has space {missing[0]}; the lanes must cover 0 to {SPACES - 1}")
    return tuple(track[space] for space in sorted(track))
