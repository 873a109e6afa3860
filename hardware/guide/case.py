"""The case below the board: its parts by size, so that they can be sawn before anything is assembled. In mm."""

from hardware.guide.board import HEIGHT, WIDTH
from hardware.guide.svg import GREY, INK, PALE, Point, circle, document, lines, path, rect, text

SIDE, FLOOR, TOP, ROOM = 9, 4, 4, 40
WOOD, COVER, STRIP, GREEN = "#e8d3b0", "#d0ebff", "#343a40", "#b2d8b8"
LAYERS = (
    (COVER, "clear cover, acrylic 2 mm"),
    ("#ffffff", "the printed track"),
    (WOOD, f"top, plywood {TOP} mm, 41 holes of 10 mm"),
    (WOOD, f"frame, battens {SIDE} × {ROOM} mm, vents at two ends"),
    (WOOD, f"floor, plywood {FLOOR} mm, held by screws"),
)


def _plate(corner: Point, width: float, depth: float, colour: str) -> str:
    """A plate seen from above and aside."""
    x, y = corner
    lean = depth * 0.55
    return path(
        (x, y),
        (x + width, y),
        (x + width + lean, y - lean),
        (x + lean, y - lean),
        closed=True,
        fill=colour,
        stroke_width=1,
    )


def case() -> str:
    """The layers one above the other, and the sizes of what is sawn."""
    width, depth, x = 380.0, 190.0, 40.0
    body = [text((30, 36), "Case below the board, taken apart", 20, font_weight="bold")]
    heights = (180.0, 235.0, 300.0, 395.0, 520.0)
    for (colour, words), y in reversed(list(zip(LAYERS, heights, strict=True))):
        body.append(_plate((x, y), width, depth, colour))
        lean = depth * 0.55
        if words.startswith("frame"):
            body.append(_plate((x + 22, y - 10), width - 42, depth - 34, "#ffffff"))
            body.append(
                path((x, y), (x, y + 28), (x + width, y + 28), (x + width, y), closed=True, fill=WOOD, stroke_width=1)
            )
            body.append(
                path(
                    (x + width, y + 28),
                    (x + width + lean, y + 28 - lean),
                    (x + width + lean, y - lean),
                    (x + width, y),
                    closed=True,
                    fill="#dcc39a",
                    stroke_width=1,
                )
            )
            body += [
                path((x + 150 + 14 * nth, y + 9), (x + 150 + 14 * nth, y + 20), stroke_width=3) for nth in range(6)
            ]
        if words.startswith("floor"):
            body += _inside(x, y)
        if words.startswith("top"):
            body += [circle((x + 60 + 25 * nth, y - 20), 4, fill=STRIP) for nth in range(13)]
            body += [circle((x + 60 + 84 + 25 * nth, y - 92), 4, fill=STRIP) for nth in range(12)]
        body.append(path((x + width + lean - 30, y - lean / 2 - 14), (540, y - 60), stroke=GREY, stroke_width=1))
        body.append(text((546, y - 56), words, 14))
    body.append(text((546, 180 - 84), "From the top:", 13, fill=GREY))
    body.append(_cutting((546, 496)))
    body.append(
        lines(
            (30, 614),
            ("Mains never enters the case: the supply is a closed one with a plug, and only its 5 V come in.",),
            13,
            fill=GREY,
        )
    )
    return document("Case", 1010, 640, body)


def _inside(x: float, y: float) -> list[str]:
    return [
        _plate((x + 30, y - 14), 70, 40, "#f1f3f5"),
        text((x + 76, y - 21), "regulator", 11, anchor="middle"),
        _plate((x + 180, y - 36), 80, 60, GREEN),
        text((x + 236, y - 48), "Pi", 13, anchor="middle", font_weight="bold"),
        _plate((x + 290, y - 54), 60, 40, "#f1f3f5"),
        text((x + 331, y - 61), "shifter", 11, anchor="middle"),
        _plate((x + 320, y - 14), 50, 40, "#ffe3e3"),
        text((x + 356, y - 21), "fuse", 11, anchor="middle"),
    ]


def _cutting(at: Point) -> str:
    width, height = round(WIDTH), round(HEIGHT)
    rows = (
        "To saw:",
        f"top and floor: {width} × {height} mm each",
        f"long sides: two of {width} × {ROOM} × {SIDE} mm",
        f"short sides: two of {height - 2 * SIDE} × {ROOM} × {SIDE} mm",
        "holes for the plugs of Pi and supply, one 20 mm cable hole a pad",
    )
    x, y = at
    head = rect((x - 12, y - 24), 440, 116, radius=8, fill=PALE, stroke="none")
    return head + text((x, y), rows[0], 14, font_weight="bold", fill=INK) + lines((x, y + 21), rows[1:], 13)
