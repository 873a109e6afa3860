"""The wiring of a table, drawn: one line a wire, every line labelled at the Pi with its pin."""

from hardware.description import Table
from hardware.guide import symbols
from hardware.guide.power import power
from hardware.guide.sheet import PARTS_LEFT, PI_LEFT, PI_RIGHT, ROW, Sheet
from hardware.guide.supplying import RIGHT_3V3, RIGHT_GND, draw_supply
from hardware.guide.svg import GREY, document, path, rect, text
from hardware.guide.uses import COLOURS, uses

RAILS_TOP = 118
COLUMN = 132


def wiring(table: Table) -> str:
    """The drawing as SVG. ValueError where the description says too little for a guide."""
    columns = len([use for use in uses(table) if use.kind in ("button", "sensor", "buzzer")])
    width = max(PARTS_LEFT + symbols.READER_PITCH * len(table.pads) + 150, PARTS_LEFT + COLUMN * columns + 40, 1480)
    sheet = Sheet(table, width, power(table))
    bottom = _readers(sheet)
    bottom = draw_supply(sheet, bottom + 74, RAILS_TOP + ROW, RAILS_TOP)
    bottom = _controls(sheet, bottom + 46)
    board = rect(
        (PI_LEFT, 74), PI_RIGHT - PI_LEFT, bottom - 44, radius=14, fill="#e9f5ec", stroke=GREY, stroke_width=1.5
    )
    name = text(((PI_LEFT + PI_RIGHT) / 2, 98), "Raspberry Pi", 15, anchor="middle", font_weight="bold")
    title = text((PI_LEFT, 44), f"Wiring: {table.title}", 24, font_weight="bold")
    hint = "A dot joins wires; lines that cross without a dot do not touch. Pins are those of the 40-pin header."
    key = text((width - 30, 44), hint, 13, anchor="end", fill=GREY)
    return document(f"Wiring: {table.title}", width, bottom + 60, [title, key, *sheet.wires, board, name, *sheet.parts])


def _readers(sheet: Sheet) -> float:
    """Readers in a row, the lines that they share above them; the lower edge."""
    table = sheet.table
    shared = [use for use in uses(table) if use.kind in ("clock", "MOSI", "MISO", "reset")]
    selects = [use for use in uses(table) if use.kind == "select"]
    rows = {"3V3": RAILS_TOP, "GND": RAILS_TOP + ROW} | {
        use.name: RAILS_TOP + ROW * (2 + nth) for nth, use in enumerate(shared)
    }
    # The first reader's select is the lowest line: what goes down from it crosses none of the others.
    first = RAILS_TOP + ROW * (2 + len(shared))
    rows |= {use.name: first + ROW * nth for nth, use in enumerate(reversed(selects))}
    top = first + ROW * len(selects) + 26
    corners = [(PARTS_LEFT + symbols.READER_PITCH * nth, top) for nth in range(len(selects))]

    lines = [("3V3", "3V3", "3.3V"), ("GND", "GND", "GND")]
    lines += [(use.name, use.kind, "RST" if use.kind == "reset" else use.name.split()[1]) for use in shared]
    for row, kind, reader_pin in lines:
        begin = sheet.width - RIGHT_3V3 if row == "3V3" and sheet.power.pi_apart else PI_RIGHT
        ends = [symbols.reader_pin(corner, reader_pin)[0] for corner in corners]
        end = min(ends) if begin > max(ends) else max(ends)
        if row == "GND" and sheet.power.pi_apart:
            end = sheet.width - RIGHT_GND
        sheet.wire(kind, (begin, rows[row]), (end, rows[row]))
        for x in ends:
            sheet.wire(kind, (x, rows[row]), (x, top))
            sheet.joint(kind, (x, rows[row]))
    for use, corner in zip(selects, corners, strict=True):
        x, y = symbols.reader_pin(corner, "SDA")[0], rows[use.name]
        sheet.wire("select", (PI_RIGHT, y), (x, y), (x, top))
    for use in (*shared, *selects):
        sheet.pi_use(rows[use.name], use)
    sheet.pi_pin(rows["GND"], "GND", "ground", "GND · pin 39")
    if not sheet.power.pi_apart:
        sheet.pi_pin(rows["3V3"], "3V3", "3.3 V", "3V3 · pin 1")
    for pad, corner in zip(table.pads, corners, strict=True):
        sheet.parts.append(symbols.reader(corner, pad.name, f"RC522 · /dev/spidev{pad.bus}.{pad.device}"))
    return top + symbols.READER_HEIGHT


def _controls(sheet: Sheet, top: float) -> float:
    """Buttons, sensor and buzzer in a row; the lower edge."""
    controls = [use for use in uses(sheet.table) if use.kind in ("button", "sensor", "buzzer")]
    if not controls:
        return top
    parts_top = top + ROW * len(controls) + 8
    ground = parts_top + 46 + 22
    sensor = any(use.kind == "sensor" for use in controls)
    for nth, use in enumerate(controls):
        x, y = PARTS_LEFT + 14 + COLUMN * nth, top + ROW * (len(controls) - 1 - nth)
        sheet.wire(use.kind, (PI_RIGHT, y), (x, y), (x, parts_top))
        sheet.wire("GND", (x, parts_top + 46), (x, ground))
        sheet.joint("GND", (x, ground))
        sheet.pi_use(y, use)
        match use.kind:
            case "button":
                sheet.parts.append(symbols.button((x, parts_top), use.name.removeprefix("button ")))
            case "buzzer":
                sheet.parts.append(symbols.buzzer((x, parts_top)))
            case _:
                sheet.parts.append(symbols.box((x - 16, parts_top), 108, 46, ("beam sensor", "out is on the left")))
                feed = x + 80
                sheet.wire("3V3", (PI_RIGHT, ground + ROW), (feed, ground + ROW), (feed, parts_top + 46))
    last = PARTS_LEFT + 14 + COLUMN * (len(controls) - 1)
    sheet.wires.insert(0, path((PI_RIGHT, ground), (last, ground), stroke=COLOURS["GND"], stroke_width=2.5))
    sheet.pi_pin(ground, "GND", "ground", "GND · pin 9")
    if sensor:
        sheet.pi_pin(ground + ROW, "3V3", "3.3 V", "3V3 · pin 17")
    return ground + ROW * sensor
