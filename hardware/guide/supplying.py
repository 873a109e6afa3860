"""The middle of the wiring drawing: the chain of pixels, and where 5 V and 3.3 V come from."""

from hardware.description import Strip
from hardware.guide import symbols
from hardware.guide.sheet import PARTS_LEFT, PI_RIGHT, Sheet
from hardware.guide.svg import GREY, text
from hardware.guide.uses import uses

SHIFTER_LEFT, CHAIN_LEFT = 620.0, 880.0
PAD_WIDTH, GAP = 66.0, 14.0
RIGHT_3V3, RIGHT_GND = 40, 70  # from the right edge


def draw_supply(sheet: Sheet, top: float, ground_above: float, row_3v3: float) -> float:
    """Chain, supply and regulator below `top`; the lower edge.

    Args:
        sheet: where.
        top: the data line.
        ground_above: the readers' ground line, to which this one is joined.
        row_3v3: the readers' 3.3 V line.
    """
    plus = top + (92 if sheet.table.strip else 10)
    ground = plus + 62
    if sheet.power.pi_apart:
        right = sheet.width - RIGHT_GND
        sheet.wire("GND", (PI_RIGHT, ground), (right, ground), (right, ground_above))
    else:
        sheet.wire("GND", (PI_RIGHT, ground), (CHAIN_LEFT + 44, ground))
    sheet.pi_pin(ground, "GND", "ground", "GND · pin 20")
    end = CHAIN_LEFT + 10.0
    if sheet.table.strip:
        end = _strip(sheet, sheet.table.strip, top, plus, ground)
    if sheet.power.pi_apart:
        box_left = sheet.width - 250
        _supply(sheet, plus, ground, box_left)
        _regulator(sheet, plus, ground, row_3v3)
    else:
        sheet.pi_pin(plus, "5V", "5 V", "5V · pin 2")
        sheet.wire("5V", (PI_RIGHT, plus), (PARTS_LEFT + 210, plus))
        note = f"The Pi's own {sheet.power.supply_ma / 1000:g} A supply feeds everything."
        sheet.parts.append(text((PARTS_LEFT + 10, plus - 16), note, 12, fill=GREY))
        sheet.wire("5V", (PARTS_LEFT + 270, plus), (end, plus))
    sheet.parts.append(symbols.fuse((PARTS_LEFT + 210, plus), f"fuse {sheet.power.fuse_ma / 1000:g} A"))
    return ground


def _supply(sheet: Sheet, plus: float, ground: float, end: float) -> None:
    amps = f"{sheet.power.supply_ma / 1000:g}"
    box = symbols.box(
        (PARTS_LEFT, plus - 38), 160, 76, (f"5 V {amps} A supply", "enclosed, with a plug;", "the Pi has its own")
    )
    sheet.parts.append(box)
    sheet.wire("5V", (PARTS_LEFT + 160, plus), (PARTS_LEFT + 210, plus))
    sheet.wire("5V", (PARTS_LEFT + 270, plus), (end, plus))
    corner = PARTS_LEFT + 184
    sheet.wire("GND", (PARTS_LEFT + 160, plus + 24), (corner, plus + 24), (corner, ground))
    sheet.joint("GND", (corner, ground))


def _regulator(sheet: Sheet, plus: float, ground: float, row_3v3: float) -> None:
    left = sheet.width - 250
    sheet.parts.append(symbols.box((left, plus - 24), 130, 48, ("3.3 V regulator", "for the readers")))
    right = sheet.width - RIGHT_3V3
    sheet.wire("3V3", (left + 130, plus), (right, plus), (right, row_3v3))
    sheet.wire("GND", (left + 65, plus + 24), (left + 65, ground))
    sheet.joint("GND", (left + 65, ground), (sheet.width - RIGHT_GND, ground))


def _strip(sheet: Sheet, strip: Strip, y: float, plus: float, ground: float) -> float:
    data = next(use for use in uses(sheet.table) if use.kind == "data")
    sheet.pi_use(y, data)
    sheet.wire("data", (PI_RIGHT, y), (SHIFTER_LEFT, y))
    sheet.parts.append(symbols.box((SHIFTER_LEFT, y - 26), 132, 52, ("74AHCT125", "3.3 V to 5 V; OE to GND")))
    sheet.wire("data", (SHIFTER_LEFT + 132, y), (CHAIN_LEFT, y))
    sheet.parts.append(symbols.resistor((SHIFTER_LEFT + 166, y), "330 Ω"))
    for x, kind, row in ((SHIFTER_LEFT + 40, "5V", plus), (SHIFTER_LEFT + 92, "GND", ground)):
        sheet.wire(kind, (x, row), (x, y + 26))
        sheet.joint(kind, (x, row))
    pieces = _pieces(strip)
    room = sheet.width - 110 - CHAIN_LEFT - (PAD_WIDTH + GAP) * len(strip.layout.pads)
    x = CHAIN_LEFT
    for nth, (name, numbers, count, wide) in enumerate(pieces):
        width = min(room, 420.0) if wide else PAD_WIDTH
        sheet.parts.append(symbols.pixels((x, y - 18), width, name, numbers, count))
        if nth:
            sheet.wire("data", (x - GAP, y), (x, y))
        if nth == 0:
            for offset, kind, row in ((16, "5V", plus), (44, "GND", ground)):
                sheet.wire(kind, (x + offset, row), (x + offset, y + 18))
                sheet.joint(kind, (x + offset, row))
        x += width + GAP
    sheet.parts.append(symbols.capacitor((SHIFTER_LEFT + 190, plus), ground, "1000 µF, + up"))
    sheet.joint("5V", (SHIFTER_LEFT + 190, plus))
    sheet.joint("GND", (SHIFTER_LEFT + 190, ground))
    if len(pieces) > 1:
        words = "5 V and ground go on from piece to piece beside the data line."
        sheet.parts.append(text((CHAIN_LEFT + 62, y + 42), words, 12, fill=GREY))
    return CHAIN_LEFT + 16


def _pieces(strip: Strip) -> list[tuple[str, str, int, bool]]:
    """Name, pixel numbers, count and whether it is the track, in the order of the chain."""
    layout = strip.layout
    pieces = [(pixels.start, name, f"{pixels[0]}–{pixels[-1]}", len(pixels), False) for name, pixels in layout.pads]
    if layout.track:
        lit = sorted(pixel for space in layout.track for pixel in space)
        count = lit[-1] - lit[0] + 1
        pieces.append((lit[0], "track: START and 40 spaces", f"pixels {lit[0]}–{lit[-1]}", count, True))
    return [piece[1:] for piece in sorted(pieces)]
