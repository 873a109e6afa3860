"""The track to print and to drill by: whole, and on A4 sheets that are glued together. To scale, in mm."""

from collections.abc import Iterator

from hardware.guide.board import HEIGHT, HOLE, INFIELD, INWARD, PADDOCK, PIECES, WIDTH, Space, spaces
from hardware.guide.svg import GREY, INK, PAPER, circle, document, element, number, path, rect, text

A4_WIDTH, A4_HEIGHT, BORDER, OVERLAP = 297.0, 210.0, 10.0, 10.0
SHEETS_ACROSS, SHEETS_DOWN = 2, 2
_SHOWN_WIDTH, _SHOWN_HEIGHT = A4_WIDTH - 2 * BORDER, A4_HEIGHT - 2 * BORDER
_EVEN, _ODD, _HUNDRED, _FINISH = "#ffffff", "#f1f3f5", "#fff3bf", "#d3f9d8"


def template() -> str:
    """The whole board."""
    return document("Track, to scale", WIDTH, HEIGHT, _board(), mm=True)


def sheets() -> list[str]:
    """The board on A4 sheets, row by row; what lies in the overlap is on both neighbours."""
    return [_sheet(row, column) for row in range(SHEETS_DOWN) for column in range(SHEETS_ACROSS)]


def _sheet(row: int, column: int) -> str:
    x, y = column * (_SHOWN_WIDTH - OVERLAP), row * (_SHOWN_HEIGHT - OVERLAP)
    name = f"Track, sheet {row * SHEETS_ACROSS + column + 1} of {SHEETS_ACROSS * SHEETS_DOWN}"
    window = rect((BORDER, BORDER), _SHOWN_WIDTH, _SHOWN_HEIGHT)
    moved = element(
        "g", "\n" + "\n".join(_board()) + "\n", transform=f"translate({number(BORDER - x)} {number(BORDER - y)})"
    )
    cut = rect(
        (BORDER, BORDER),
        _SHOWN_WIDTH,
        _SHOWN_HEIGHT,
        fill="none",
        stroke=GREY,
        stroke_width=0.2,
        stroke_dasharray="3 2",
    )
    ruler_y = A4_HEIGHT - 4
    ruler = path((BORDER, ruler_y), (BORDER + 100, ruler_y), stroke_width=0.4) + "".join(
        path((BORDER + mm, ruler_y - 1.5), (BORDER + mm, ruler_y + 1.5), stroke_width=0.4) for mm in range(0, 101, 10)
    )
    words = (
        f"{name}. Print at 100 %: this line is 100 mm. Cut along the dashes; neighbours overlap {number(OVERLAP)} mm."
    )
    return document(
        name,
        A4_WIDTH,
        A4_HEIGHT,
        [
            element("defs", element("clipPath", window, id="shown")),
            element("g", moved, clip_path="url(#shown)"),
            cut,
            ruler,
            text((BORDER + 104, ruler_y + 1), words, 3, fill=GREY),
        ],
        mm=True,
    )


def _board() -> Iterator[str]:
    yield rect((0.3, 0.3), WIDTH - 0.6, HEIGHT - 0.6, radius=10, fill="#fbfcfd", stroke=INK, stroke_width=0.6)
    yield from _infield()
    for space in spaces():
        yield from _space(space)
    yield from _paddock()
    yield from _strips()


def _space(space: Space) -> Iterator[str]:
    left, top, width, height = space.box
    hundred = space.number and space.number % 4 == 0
    fill = _FINISH if space.number in (0, 40) else _HUNDRED if hundred else _EVEN if space.number % 2 else _ODD
    yield rect((left, top), width, height, fill=fill, stroke=INK, stroke_width=0.3)
    x, y = space.light
    yield circle((x, y), HOLE / 2, fill=PAPER, stroke=INK, stroke_width=0.3)
    yield path((x - 1.5, y), (x + 1.5, y), stroke_width=0.15) + path((x, y - 1.5), (x, y + 1.5), stroke_width=0.15)
    words = "START" if space.number == 0 else str(space.km)
    size = 7.0 if hundred else 6.4 if space.number == 0 else 5.6
    dx, dy = space.outward
    anchor = {-1: "start", 0: "middle", 1: "end"}[dx]
    edge = {-1: left + 3, 0: x, 1: left + width - 3}[dx]
    line = {-1: top + 9.5, 0: y + size * 0.36, 1: top + height - 5}[dy]
    weight = "bold" if hundred or space.number == 0 else "normal"
    yield text((edge, line), words, size, anchor=anchor, font_weight=weight)


def _paddock() -> Iterator[str]:
    left, top, width, height = PADDOCK
    yield rect((left, top), width, height, fill=_FINISH, stroke=INK, stroke_width=0.3)
    side = width / 10
    for row in range(2):
        for column in range(10):
            if (row + column) % 2 == 0:
                yield rect((left + column * side, top + row * side), side, side, fill=INK, stroke="none")
    yield path((left, top), (left + width, top), stroke_width=0.9)
    yield text((left + width / 2, top + height / 2 + 5), "paddock", 6, anchor="middle", fill=GREY)
    yield text((left + width / 2, top + height / 2 + 13), "pawns wait here", 4, anchor="middle", fill=GREY)


def _strips() -> Iterator[str]:
    """The four pieces of the strip below the board, an arrow in the direction of the chain."""
    lights = [space.light for space in spaces()]
    begin = 0
    for nth, count in enumerate(PIECES, 1):
        piece = lights[begin : begin + count]
        begin += count
        (x1, y1), (x2, y2) = piece[0], piece[-1]
        dx, dy = (x2 > x1) - (x2 < x1), (y2 > y1) - (y2 < y1)
        yield path((x1, y1), (x2, y2), stroke="#d6336c", stroke_width=0.3, stroke_dasharray="2 1.5")
        middle = piece[count // 2]
        at = (middle[0] - dx * 16.7, middle[1] - dy * 16.7)
        tip, wing = (at[0] + dx * 3, at[1] + dy * 3), 1.8
        yield path(
            (at[0] - dx * 2 - dy * wing, at[1] - dy * 2 - dx * wing),
            tip,
            (at[0] - dx * 2 + dy * wing, at[1] - dy * 2 + dx * wing),
            stroke="#d6336c",
            stroke_width=0.6,
        )
        inward = {1: (0, -20.0), 2: (-20.0, 0), 3: (0, 23.0), 4: (20.0, 0)}[nth]
        turn = {2: -90, 4: 90}.get(nth, 0)
        place = (at[0] + inward[0], at[1] + inward[1])
        label = f"piece {nth}: {count} pixels"
        yield text(
            place,
            label,
            4,
            anchor="middle",
            fill="#d6336c",
            transform=f"rotate({turn} {number(place[0])} {number(place[1])})",
        )


def _infield() -> Iterator[str]:
    left, top, width, height = INFIELD
    yield rect(
        (left, top), width, height, radius=8, fill="#f8fbf8", stroke=GREY, stroke_width=0.3, stroke_dasharray="4 3"
    )
    middle = left + width / 2
    yield text((middle, top + height / 2 - 4), "room for dispenser and discard chute", 9, anchor="middle", fill=GREY)
    size = f"{number(round(width))} × {number(round(height))} mm"
    yield text((middle, top + height / 2 + 8), size, 6, anchor="middle", fill=GREY)
    holes = f"{number(HOLE)} mm holes, {round(INWARD)} mm from the inner edge"
    board = f"board {round(WIDTH)} × {round(HEIGHT)} mm"
    yield text((middle, top + height - 15), f"{holes}; {board}", 4.2, anchor="middle", fill=GREY)
