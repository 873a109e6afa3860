"""The Pi's header with its wires, as one looks down on the board: a drawing and a table."""

from collections.abc import Iterator

from hardware.description import Table
from hardware.guide.svg import GREY, INK, PALE, circle, document, rect, text
from hardware.guide.uses import COLOURS, Use, header, left_open, uses

WIDTH, LEFT, TOP, STEP = 620, 286, 96, 30


def header_drawing(table: Table) -> str:
    """The forty pins as SVG, pin 1 at the top beside the corner of the board with the card slot."""
    title = f"Header: {table.title}"
    height = TOP + 20 * STEP + 40
    body = [
        text((WIDTH / 2, 40), title, 19, anchor="middle", font_weight="bold"),
        text((WIDTH / 2, 64), "Pin 1 is at the end where the card slot is.", 12.5, anchor="middle", fill=GREY),
        rect((LEFT - 24, TOP - 22), 96, 20 * STEP + 14, radius=8, fill="#e9f5ec", stroke=GREY),
    ]
    open_pins = left_open(table)
    for pin, what, use in header(table):
        body += _pin(pin, what, use, open_pins.get(int(what), "") if what.isdecimal() else "")
    return document(title, WIDTH, height, body)


def _pin(pin: int, what: str, use: Use | None, busy: str) -> Iterator[str]:
    right = pin % 2 == 0
    x, y = LEFT + 48 * right, TOP + (pin - 1) // 2 * STEP
    colour = COLOURS[use.kind] if use else COLOURS.get(what, PALE)
    yield circle((x, y), 11, fill=colour, stroke=INK, stroke_width=1 + (pin == 1))
    inside = INK if colour == PALE else "#ffffff"
    yield text((x, y + 4), str(pin), 10.5, anchor="middle", fill=inside)
    name = f"GPIO{what}" if what.isdecimal() else what
    words = use.name if use else f"open: {busy}" if busy else ""
    at, anchor = (x + 28, "start") if right else (x - 28, "end")
    if use:
        label = f"{name} · {words}" if right else f"{words} · {name}"
        yield text((at, y + 4.5), label, 13, anchor=anchor, font_weight="bold", fill=colour)
    else:
        label = f"{name} · {words}" if words else name
        yield text((at, y + 4.5), label, 12.5, anchor=anchor, fill=GREY)


def pin_table(table: Table) -> str:
    """Every GPIO in use as a Markdown table."""
    rows = ["| GPIO | pin | what | goes to | at boot |", "| ---: | ---: | --- | --- | --- |"]
    rows += [f"| {use.gpio} | {use.pin} | {use.name} | {use.goes_to} | {use.at_boot} |" for use in uses(table)]
    rows += [f"| {gpio} | – | {why} | nothing: leave it open | – |" for gpio, why in left_open(table).items()]
    return "\n".join(rows)
