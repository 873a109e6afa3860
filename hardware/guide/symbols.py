"""The parts as they stand in the wiring drawing."""

from typing import Any

from hardware.guide.svg import GREY, INK, PALE, PAPER, Point, circle, lines, path, rect, text
from hardware.guide.uses import COLOURS

READER_PINS = ("SDA", "SCK", "MOSI", "MISO", "IRQ", "GND", "RST", "3.3V")
READER_WIDTH, READER_HEIGHT, READER_PITCH = 168, 118, 186
_PIN_STEP, _FIRST_PIN = 20, 14
SOFT: dict[str, Any] = {"stroke": GREY, "stroke_width": 1.5}


def reader_pin(corner: Point, pin: str) -> Point:
    """Where a pin of a reader's board is, by its name on the board."""
    return corner[0] + _FIRST_PIN + _PIN_STEP * READER_PINS.index(pin), corner[1]


def reader(corner: Point, name: str, about: str) -> str:
    """An RC522 board, its pins upward in their true order."""
    x, y = corner
    pins = "".join(
        rect((pin_x - 4, y - 4), 8, 8, fill=INK, stroke="none")
        + text((pin_x + 4, y + 40), pin, 10.5, fill=GREY, transform=f"rotate(-90 {pin_x + 4:g} {y + 40:g})")
        for pin in READER_PINS
        for pin_x, _ in [reader_pin(corner, pin)]
    )
    coil = "".join(
        rect(
            (x + 52 + d, y + 50 + d),
            64 - 2 * d,
            32 - 2 * d,
            radius=8 - d / 2,
            fill="none",
            stroke="#9fc5a8",
            stroke_width=1.5,
        )
        for d in (0, 4, 8)
    )
    words = text((x + READER_WIDTH / 2, y + 100), name, 14, anchor="middle", font_weight="bold")
    small = text((x + READER_WIDTH / 2, y + 113), about, 10.5, anchor="middle", fill=GREY)
    return rect(corner, READER_WIDTH, READER_HEIGHT, radius=8, fill="#eef7f0", **SOFT) + coil + pins + words + small


def box(corner: Point, width: float, height: float, rows: tuple[str, ...], *, fill: str = "#f6f8fa") -> str:
    """Any part: a box, its name, and smaller lines below it."""
    x, y = corner[0] + width / 2, corner[1] + height / 2 - 7 * (len(rows) - 1) + 5
    name = text((x, y), rows[0], 13.5, anchor="middle", font_weight="bold")
    return (
        rect(corner, width, height, radius=8, fill=fill, **SOFT)
        + name
        + lines((x, y + 17), rows[1:], 11, anchor="middle", fill=GREY)
    )


def resistor(at: Point, words: str) -> str:
    """A resistor in a level line, from its left end; 54 long."""
    x, y = at
    body = rect((x + 9, y - 8), 36, 16, fill=PAPER, stroke=INK, stroke_width=1.5)
    return body + text((x + 27, y + 24), words, 12, anchor="middle")


def fuse(at: Point, words: str) -> str:
    """A fuse in a level line, from its left end; 60 long."""
    x, y = at
    body = rect((x, y - 9), 60, 18, radius=9, fill=PAPER, stroke=COLOURS["5V"], stroke_width=2)
    return (
        body
        + path((x, y), (x + 60, y), stroke=COLOURS["5V"], stroke_width=2)
        + text((x + 30, y + 28), words, 12, anchor="middle")
    )


def capacitor(top: Point, bottom: float, words: str) -> str:
    """A capacitor between a level line and the one below it."""
    x, y = top
    middle = (y + bottom) / 2
    plates = [((x - 13, middle + d), (x + 13, middle + d)) for d in (-4, 4)]
    legs = path((x, y), (x, middle - 4), stroke_width=2) + path((x, middle + 4), (x, bottom), stroke_width=2)
    return legs + "".join(path(*plate, stroke_width=3) for plate in plates) + text((x + 18, middle + 16), words, 12)


def button(at: Point, name: str) -> str:
    """A push button that closes to the line below; its wires end 46 apart."""
    x, y = at
    contacts = circle((x, y + 12), 4, fill=PAPER, stroke=INK, stroke_width=1.5) + circle(
        (x, y + 34), 4, fill=PAPER, stroke=INK, stroke_width=1.5
    )
    lever = path((x + 9, y + 10), (x + 9, y + 36), stroke_width=2.5) + path(
        (x + 9, y + 23), (x + 19, y + 23), stroke_width=2.5
    )
    legs = path((x, y), (x, y + 8), stroke_width=2) + path((x, y + 38), (x, y + 46), stroke_width=2)
    return legs + contacts + lever + text((x + 24, y + 28), name, 13)


def buzzer(at: Point) -> str:
    """A passive piezo buzzer; its wires end 46 apart."""
    x, y = at
    ring = circle((x, y + 23), 17, fill="#fffbe6", stroke=INK, stroke_width=1.5) + circle((x, y + 23), 4, fill=INK)
    return (
        ring
        + path((x, y), (x, y + 6), stroke_width=2)
        + path((x, y + 40), (x, y + 46), stroke_width=2)
        + text((x + 24, y + 28), "buzzer", 13)
    )


def pixels(corner: Point, width: float, name: str, numbers: str, count: int) -> str:
    """A piece of the chain with as many dots as have room, a gap where some are left out."""
    x, y = corner
    room = int((width - 10) // 17)
    shown: list[int | None] = list(range(count)) if count <= room else [*range(room - 3), None, count - 1]
    step = (width - 22) / max(1, len(shown) - 1)
    dots = ""
    for place, pixel in enumerate(shown):
        centre = (x + 11 + place * step, y + 18) if len(shown) > 1 else (x + width / 2, y + 18)
        if pixel is None:
            dots += text((centre[0], centre[1] + 4), "···", 13, anchor="middle", fill=GREY)
        else:
            dots += circle(centre, 6, fill="#ffe066", stroke=GREY, stroke_width=1)
    strip = rect(corner, width, 36, radius=4, fill=PALE, **SOFT)
    middle = x + width / 2
    words = text((middle, y - 22), name, 12.5, anchor="middle", font_weight="bold")
    return strip + dots + words + text((middle, y - 7), numbers, 11, anchor="middle", fill=GREY)
