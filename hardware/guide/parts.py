"""What a build needs: parts with prices, tools and hours. All prices are estimates."""

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.description import Table
from hardware.guide.power import Power, power

PRICED = "November 2026"
PLAYING_CARDS = 106
SPARE_TAGS = 24  # command cards, lost cards, stickers that tear
PIXELS_A_METRE = 30


@dataclass(frozen=True, slots=True)
class Part:
    """How many of what, the price of one in euro cents, and what to look for when buying."""

    count: int
    name: str
    cents: int
    note: str = ""

    @property
    def total(self) -> int:
        """Euro cents for all of them."""
        return self.count * self.cents


def parts(table: Table) -> list[Part]:
    """Everything that is bought for this table, the game itself apart."""
    supply = power(table)
    return [
        *_computer(table, supply),
        *_readers(table, supply),
        *_cards(table),
        *_light(table, supply),
        *_controls(table),
        *_wood(table),
    ]


def _computer(table: Table, supply: Power) -> Iterator[Part]:
    busy = len(table.pads) > 1
    model, cents = ("Raspberry Pi 4 or 5 (2 GB), or Zero 2 W", 5500) if busy else ("Raspberry Pi Zero 2 W", 2000)
    yield Part(1, model, cents, "with its header soldered on")
    yield Part(1, "microSD card, 32 GB", 900, "a brand that states its endurance")
    if supply.pi_apart:
        yield Part(1, "USB supply made for that Pi", 1200, "feeds the Pi alone")
        yield Part(
            1,
            f"5 V {supply.supply_ma / 1000:g} A supply, enclosed, with a plug",
            1600,
            "CE or UL marked, never an open frame",
        )
    else:
        yield Part(1, f"USB supply, 5 V {supply.supply_ma / 1000:g} A", 1200, "feeds Pi, reader and lights")
    yield Part(
        1, f"fuse {supply.fuse_ma / 1000:g} A, with holder", 250, "in the 5 V line, as near to its source as can be"
    )


def _readers(table: Table, supply: Power) -> Iterator[Part]:
    spare = 1 + len(table.pads) // 4
    yield Part(len(table.pads) + spare, "RC522 board, 13.56 MHz, SPI", 350, f"{spare} to spare: some clones are deaf")
    yield Part(len(table.pads), "100 nF and 10 µF capacitor", 30, "a pair at each reader")
    yield Part(len(table.pads), "flat cable, 8 wires, 50 cm at most", 120)
    if supply.pi_apart:
        yield Part(1, "3.3 V regulator board, 1 A", 300, "5 V in")


def _cards(table: Table) -> Iterator[Part]:
    tags = PLAYING_CARDS + table.help_cards + SPARE_TAGS
    yield Part(
        tags,
        "NTAG213 sticker, 25 mm, thin (wet inlay)",
        22,
        f"a deck of {tags - SPARE_TAGS}, and {SPARE_TAGS} to spare",
    )
    packs = -(-(PLAYING_CARDS + table.help_cards + 12) // 50)
    yield Part(packs, "50 card sleeves, back opaque", 450, "in your cards’ size, all of one colour and one batch")


def _light(table: Table, supply: Power) -> Iterator[Part]:
    if table.strip is None:
        return
    metres = -(-table.strip.layout.pixels // PIXELS_A_METRE)
    if table.strip.layout.track:
        yield Part(
            metres,
            f"metre of WS2812B strip, {PIXELS_A_METRE} pixels a metre",
            700,
            "IP30 (bare) is easy to cut and solder",
        )
    else:
        yield Part(1, "WS2812B strip, a short piece", 300, f"{table.strip.layout.pixels} pixels are cut from it")
    yield Part(
        1,
        "74AHCT125, DIP, with socket",
        150,
        "AHCT, not AHC or HC: it must take 3.3 V for high; inputs left over go to GND",
    )
    yield Part(1, "330 Ω resistor and 1000 µF, 6.3 V or more", 80)
    yield Part(1, f"5 m of twin copper wire, {supply.copper}", 500, "for 5 V and ground")


def _controls(table: Table) -> Iterator[Part]:
    if table.buttons:
        yield Part(len(table.buttons), "push button, 12 to 24 mm, normally open", 120)
    if table.buzzer_pin is not None:
        yield Part(1, "passive piezo buzzer", 120, "passive: an active one knows a single tone")
    if table.beam_pin is not None:
        yield Part(
            1,
            "infrared beam pair, open collector",
            350,
            '3 to 5 V; if its output is high while light arrives, write `lit = "high"` under `[beam]`',
        )


def _wood(table: Table) -> Iterator[Part]:
    if table.strip is not None and table.strip.layout.track:
        yield Part(1, "wood and acrylic for board and case", 3500, "sizes in the case drawing")
    yield Part(len(table.pads), "plywood, cork and cover for a pad", 300)
    yield Part(1, "wire, solder, heat-shrink, screws", 800)


def euros(table: Table) -> int:
    """The sum of all parts."""
    return round(sum(part.total for part in parts(table)) / 100)


def hours(table: Table) -> list[tuple[str, float]]:
    """What takes how long, for somebody who has soldered before."""
    track = table.strip is not None and bool(table.strip.layout.track)
    tasks = [
        ("set up the Pi", 1.0),
        ("stickers and sleeves", 2.0),
        ("enrol the deck", 0.5),
        ("readers: solder, cable, test", 0.5 + 0.75 * len(table.pads)),
        ("pads and chute", 0.5 + 0.5 * len(table.pads)),
        ("buttons, buzzer, sensor", 0.25 * (len(table.buttons) + 2)),
    ]
    if track:
        tasks += [("strip: cut, solder, drill the board", 4.0), ("case", 3.0)]
    return tasks


def tools(table: Table) -> str:
    """What must be at hand."""
    words = (
        "soldering iron, side cutters, wire stripper, multimeter, hot glue, ruler, craft knife, a phone that reads NFC"
    )
    return words + (", drill with a 10 mm bit, saw, clamps" if table.strip and table.strip.layout.track else "")


def parts_table(table: Table) -> str:
    """The list as Markdown, with its sum."""
    rows = ["| count | part | € each | € | mind |", "| ---: | --- | ---: | ---: | --- |"]
    rows += [
        f"| {part.count} | {part.name} | {_euro(part.cents)} | {_euro(part.total)} | {part.note} |"
        for part in parts(table)
    ]
    rows.append(f"| | **together, about** | | **{euros(table)}** | the game itself apart |")
    return "\n".join(rows)


def _euro(cents: int) -> str:
    return f"{cents / 100:.2f}"
