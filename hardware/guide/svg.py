"""A little SVG: shapes as text, in one style. Coordinates are numbers of the drawing's own unit (pixels, or mm)."""

from collections.abc import Iterable
from html import escape

INK, GREY, PALE, PAPER = "#24292f", "#6e7781", "#eaeef2", "#ffffff"
FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"
Point = tuple[float, float]


def number(value: float) -> str:
    """At most two decimals, no trailing zeros: the same text on every machine."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value else "0"


def element(tag: str, content: str = "", /, **attributes: str | float) -> str:
    """One element; ``_`` in an attribute's name stands for ``-``."""
    words = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(value) if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
    )
    return f"<{tag}{words}>{content}</{tag}>" if content else f"<{tag}{words}/>"


def text(at: Point, words: str, size: float = 14, *, anchor: str = "start", **style: str | float) -> str:
    """A line of text, its base line at this point; `anchor` start, middle or end."""
    style.setdefault("fill", INK)
    return element("text", escape(words, quote=False), x=at[0], y=at[1], font_size=size, text_anchor=anchor, **style)


def lines(at: Point, rows: Iterable[str], size: float = 14, *, anchor: str = "start", **style: str | float) -> str:
    """Several lines of text, one below the other."""
    return "\n".join(
        text((at[0], at[1] + nth * size * 1.35), row, size, anchor=anchor, **style) for nth, row in enumerate(rows)
    )


def rect(at: Point, width: float, height: float, *, radius: float = 0, **style: str | float) -> str:
    """A rectangle by its upper left corner."""
    style.setdefault("fill", PAPER)
    style.setdefault("stroke", INK)
    return element("rect", x=at[0], y=at[1], width=width, height=height, rx=radius, **style)


def circle(at: Point, radius: float, **style: str | float) -> str:
    """A disc."""
    return element("circle", cx=at[0], cy=at[1], r=radius, **style)


def path(*points: Point, closed: bool = False, **style: str | float) -> str:
    """Straight lines through these points."""
    style.setdefault("fill", "none")
    style.setdefault("stroke", INK)
    way = " ".join(f"{'L' if nth else 'M'}{number(x)} {number(y)}" for nth, (x, y) in enumerate(points))
    return element("path", d=way + (" Z" if closed else ""), **style)


def wire(colour: str, *points: Point, width: float = 2.5) -> str:
    """A wire; its pale rim shows that it passes over others without touching them."""
    rim = path(*points, stroke=PAPER, stroke_width=width + 4)
    return rim + path(*points, stroke=colour, stroke_width=width, stroke_linejoin="round")


def joint(at: Point, colour: str) -> str:
    """Where wires are joined."""
    return circle(at, 4.5, fill=colour)


def dimension(start: Point, end: Point, words: str, size: float) -> str:
    """A measure between two points on a level or upright line, its words beside it."""
    (x1, y1), (x2, y2) = start, end
    tick, level = size * 0.5, y1 == y2
    ends = [((x, y - tick), (x, y + tick)) if level else ((x - tick, y), (x + tick, y)) for x, y in (start, end)]
    marks = "".join(path(*line, stroke=GREY, stroke_width=size / 14) for line in [(start, end), *ends])
    if level:
        return marks + text(((x1 + x2) / 2, y1 - size * 0.45), words, size, anchor="middle", fill=GREY)
    return marks + text((x1 + size * 0.6, (y1 + y2) / 2 + size * 0.35), words, size, fill=GREY)


def document(title: str, width: float, height: float, body: Iterable[str], *, mm: bool = False) -> str:
    """The whole file; with `mm` it prints to scale, a unit a millimetre."""
    size = (
        {"width": f"{number(width)}mm", "height": f"{number(height)}mm"} if mm else {"width": width, "height": height}
    )
    ground = rect((0, 0), width, height, stroke="none")
    content = "\n".join(["", f"<title>{escape(title, quote=False)}</title>", ground, *body, ""])
    box = f"0 0 {number(width)} {number(height)}"
    return element("svg", content, xmlns="http://www.w3.org/2000/svg", viewBox=box, font_family=FONT, **size) + "\n"
