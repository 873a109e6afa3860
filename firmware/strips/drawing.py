"""A frame drawn for people: in a terminal's colours, or as a picture."""

from collections.abc import Iterator

from hardware.description import Layout


def ansi(frame: bytes, layout: Layout) -> str:
    """Two lines of coloured blocks: the track from START, and the pads."""
    track = "".join(_block(frame, pixel) for space in layout.track for pixel in space)
    pads = " ".join("".join(_block(frame, pixel) for pixel in pixels) for _, pixels in layout.pads)
    return f"{track}\x1b[0m\n{pads}\x1b[0m"


def _block(frame: bytes, pixel: int) -> str:
    red, green, blue = frame[3 * pixel : 3 * pixel + 3]
    return f"\x1b[48;2;{red};{green};{blue}m \x1b[0m"


def svg(frame: bytes, layout: Layout) -> str:
    """The same two rows as dots on a dark board."""
    width = 20 * max(sum(map(len, layout.track)), sum(len(pixels) + 1 for _, pixels in layout.pads)) + 20
    dots = "".join(_dots(frame, layout))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 80" fill="#181818">{dots}</svg>'


def _dots(frame: bytes, layout: Layout) -> Iterator[str]:
    yield '<rect width="100%" height="100%"/>'
    places = [(column, 20, pixel) for column, pixel in enumerate(pixel for space in layout.track for pixel in space)]
    column = 0
    for _, pixels in layout.pads:
        places += [(column + n, 60, pixel) for n, pixel in enumerate(pixels)]
        column += len(pixels) + 1
    for column, y, pixel in places:
        yield f'<circle cx="{20 * column + 20}" cy="{y}" r="7" fill="#{frame[3 * pixel : 3 * pixel + 3].hex()}"/>'
