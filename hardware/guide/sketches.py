"""Sketches of what no description of pins can tell: sticker, pad and chute. In mm, drawn large."""

from collections.abc import Iterable

from hardware.guide.svg import (
    GREY,
    INK,
    PALE,
    PAPER,
    Point,
    circle,
    dimension,
    document,
    element,
    lines,
    path,
    rect,
    text,
)

WOOD, COVER, BOARD, FOAM, CARD = "#e8d3b0", "#d0ebff", "#b2d8b8", "#f1f3f5", "#fff9db"
COIL, NOTE = "#2f9e44", 4.6


def _note(at: Point, words: Iterable[str], target: Point) -> str:
    """Words and a thin line to what they are about."""
    line = path((at[0] - 2, at[1] - 1.5), target, stroke=GREY, stroke_width=0.35) + circle(target, 0.9, fill=GREY)
    return line + lines(at, words, NOTE)


def _coil(centre: Point, width: float, height: float) -> str:
    x, y = centre[0] - width / 2, centre[1] - height / 2
    return "".join(
        rect((x + d, y + d), width - 2 * d, height - 2 * d, radius=3, fill="none", stroke=COIL, stroke_width=0.6)
        for d in (0, 1.6, 3.2)
    )


def sticker() -> str:
    """Where the sticker goes."""
    card = [
        rect((16, 26), 63, 94, radius=3, fill="#3b5b7d", stroke=INK, stroke_width=0.5),
        rect((19, 29), 57, 88, radius=3, fill="none", stroke=PALE, stroke_width=0.4, stroke_dasharray="2 1.5"),
        circle((47.5, 73), 12.5, fill="none", stroke="#8ce99a", stroke_width=0.6, stroke_dasharray="2 1.5"),
        path((47.5, 61), (47.5, 85), stroke=PALE, stroke_width=0.2),
        path((35.5, 73), (59.5, 73), stroke=PALE, stroke_width=0.2),
        text((47.5, 42), "back", 6, anchor="middle", fill=PAPER),
        text((47.5, 130), "Dashed: hidden by the sleeve.", NOTE, anchor="middle", fill=GREY),
    ]
    notes = [
        _note(
            (96, 38), ("sleeve with an opaque back, one colour", "for the whole pack: the back tells nothing"), (77, 34)
        ),
        _note(
            (96, 62),
            (
                "sticker on the card’s back, in its very middle:",
                "it reads whichever way the card lies,",
                "and nobody can feel one kind from another",
            ),
            (60, 73),
        ),
        text((96, 92), "Cut through, not to scale", NOTE, font_weight="bold"),
    ]
    layers = [
        ("clear front of the sleeve", COVER, 3),
        ("card, face up", CARD, 5),
        ("sticker, NTAG213, 25 mm", COIL, 3),
        ("opaque back of the sleeve", "#3b5b7d", 3),
    ]
    y = 97.0
    for name, colour, thick in layers:
        left, width = (117, 24) if colour == COIL else (96, 66)
        notes.append(rect((left, y), width, thick, fill=colour, stroke=GREY, stroke_width=0.3))
        notes.append(text((168, y + thick / 2 + 1.4), name, 4))
        y += thick + 1.6
    title = text((16, 16), "A card with its sticker", 8, font_weight="bold")
    return document("A card with its sticker", 224, 138, [title, *card, *notes])


def pad() -> str:
    """A pad from above and cut through."""
    above = [
        text((14, 30), "from above", NOTE, fill=GREY),
        rect((14, 36), 190, 110, radius=5, fill=WOOD, stroke=INK, stroke_width=0.5),
        rect((22, 44), 64, 94, radius=3, fill=PAPER, stroke=INK, stroke_width=0.5, stroke_dasharray="3 2"),
        _coil((54, 91), 40, 34),
        text((54, 64), "tap here", 5.5, anchor="middle", font_weight="bold"),
        rect((128, 44), 64, 94, radius=3, fill=CARD, stroke=GREY, stroke_width=0.5, stroke_dasharray="3 2"),
        text((160, 88), "then lay", 5.5, anchor="middle", font_weight="bold"),
        text((160, 95), "it here", 5.5, anchor="middle", font_weight="bold"),
        *(circle((x, 140.5), 2.2, fill="#ffe066", stroke=INK, stroke_width=0.3) for x in (44, 54, 64)),
        dimension((54, 156), (160, 156), "100 mm or more", NOTE),
    ]
    layers = [(COVER, 2, "cover, 2–3 mm: acrylic, card or veneer"), (FOAM, 3, "air, or a card frame of 3 mm")]
    layers += [(BOARD, 2, "RC522 board, its coil upward"), (FOAM, 10, "10 mm of cork or foam; ferrite foil over metal")]
    layers += [(WOOD, 6, "bottom, plywood")]
    cut, y = (
        [
            text((226, 30), "cut through", NOTE, fill=GREY),
            rect((240, 36), 40, 3, fill=CARD, stroke=GREY, stroke_width=0.3),
        ],
        43.0,
    )
    cut.append(lines((318, 39), ("card with its sticker",), NOTE))
    for colour, thick, words in layers:
        height = thick * 2.6
        cut.append(rect((226, y), 84, height, fill=colour, stroke=INK, stroke_width=0.3))
        cut.append(text((318, y + height / 2 + 1.6), words, NOTE))
        y += height
    cut.append(
        text((226, y + 9), "sticker to coil: 8 mm at most. No screw, foil or cable tray in the field.", NOTE, fill=GREY)
    )
    cut.append(
        text((226, y + 16), "100 nF and 10 µF from 3.3 V to GND, soldered at the board’s pins.", NOTE, fill=GREY)
    )
    return document("A pad", 440, 168, [text((14, 18), "A pad", 8, font_weight="bold"), *above, *cut])


def chute() -> str:
    """The discard chute over its antenna."""
    tilt = "rotate(15)"
    ground = ((40, 66), (40, 132), (300, 132), (300, 122), (214, 122), (148, 104), (146, 93), (140, 93))
    body = [
        text((14, 18), "The discard chute over its antenna, from the side", 8, font_weight="bold"),
        path(*ground, closed=True, fill=WOOD, stroke_width=0.5),
        path((40, 64.5), (140, 91.5), stroke=COVER, stroke_width=3),
        element("g", rect((-18, 3), 36, 3, fill=BOARD, stroke_width=0.4), transform=f"translate(106 83) {tilt}"),
        element(
            "g",
            rect((-30, -3.2), 60, 1.6, fill=CARD, stroke=INK, stroke_width=0.3),
            transform=f"translate(109 83) {tilt}",
        ),
        path((140, 93), (141.2, 86.5), stroke_width=1.4),
        path((40, 52), (40, 66), stroke_width=1.4),
        *(rect((212, 120.4 - 1.5 * nth), 78, 1.2, fill=CARD, stroke=GREY, stroke_width=0.2) for nth in range(12)),
        path((296, 88), (296, 122), stroke_width=1.4),
        _note((104, 38), ("lay the card on the slope: it slides", "down to the lip and lies over the coil"), (90, 74)),
        _note(
            (168, 62),
            ("lip, 3 mm: the card is read here, its light", "answers; a push sends it over the lip"),
            (143, 87),
        ),
        path((84, 110), (104, 88), stroke=GREY, stroke_width=0.35) + circle((104, 88), 0.9, fill=GREY),
        text((50, 116), "RC522 right below the slope, 15°", NOTE),
        dimension((106, 144), (212, 144), "100 mm or more from coil to pile", NOTE),
        lines(
            (14, 158),
            ("Smooth slope: acrylic, or varnish. The pile lies open and face up, as the rules want it.",),
            NOTE,
            fill=GREY,
        ),
    ]
    return document("The discard chute", 316, 166, body)
