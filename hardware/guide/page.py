"""The page of one build: what it is, what to buy, how to wire it, what to tell the Pi."""

from hardware.description import ANY, Table
from hardware.guide.boot import config, kernel_words, sends_by_spi
from hardware.guide.header import pin_table
from hardware.guide.overlay import NAME
from hardware.guide.parts import PRICED, hours, parts_table, tools
from hardware.guide.power import Power, power

CLOCK = "The `core_freq` lines keep the strip's bits in time up to Pi 4. The readers need none of them."


def page(table: Table, source: str, guide: str) -> str:
    """Markdown; `source` is the description's path for people, `guide` the way to the hand-written pages."""
    name = _build(source)
    supply = power(table)
    tasks = hours(table)
    words = kernel_words(table)
    told = f"   Write `{words}` at the end of the one line of `/boot/firmware/cmdline.txt`.\n\n" if words else ""
    told += f"   {CLOCK}\n\n" if sends_by_spi(table.strip) else ""
    board = ", board and case" if table.strip and table.strip.layout.track else ""
    total = round(sum(hour for _, hour in tasks))
    return f"""\
# {table.title}

<!-- Made from {source} by `python -m hardware.guide`: change that, not this. -->

{_about(table)} About **{total} hours** for somebody who has soldered before. Start the table with
`./table --table {name}`.

## Buy

Prices are estimates of {PRICED}, in euro, without shipping. Nothing is bound to a shop.

{parts_table(table)}

**Tools:** {tools(table)}.

**Hours:** {"; ".join(f"{task} {_hours(hour)}" for task, hour in tasks)}.

## Power

{_power(table, supply)}

Read [safety]({guide}safety.md) before anything is plugged in.

## Wire

![The wiring](wiring.svg)

![The header](header.svg)

{pin_table(table)}

GPIO numbers are those of the software (BCM), pins those of the header. *At boot* is the level before the program runs.
Cables from the Pi to a reader are {_cable(table)} at most, with a ground wire in each. {_quiet(table)}
{_chips(table)}

## Tell the Pi

`sudo ./install --build {name}` does what follows, shows it before it writes, and makes the table a
[service]({guide}../systemd/README.md) that starts with the Pi. By hand:

1. Compile the [overlay]({NAME}-overlay.dts) and put it where the Pi looks for it:

   ```sh
   sudo apt install device-tree-compiler
   dtc -@ -I dts -O dtb -o {NAME}.dtbo {NAME}-overlay.dts
   sudo cp {NAME}.dtbo /boot/firmware/overlays/
   ```

2. Add [these lines](config.txt) to the end of `/boot/firmware/config.txt`:

   ```ini
{_indented(config(table, source))}
   ```

{told}3. `sudo reboot`, then look: `ls /dev/spidev1.*` names {_nodes(table)}; `groups` must have `spi` and `gpio`.

## Build

[Cards, pads{board}]({guide}build.md), with drawings.

## Test

`mille-bornes doctor --table {name}` goes through everything and says what to mend; `--taps 60` waits for a
card on every pad, `--try` walks along the lights. `mille-bornes pads --table {name}` shows each card as you tap
it. A table that runs has its readers for itself: where it is a service, `sudo systemctl stop mille-bornes` first, and
write `sudo` before these commands, so that they have its deck.
When something does not answer, see [troubleshooting]({guide}troubleshooting.md).
"""


def _build(source: str) -> str:
    """What commands call this table: a shipped one by its name, another by its file."""
    shipped, name = "hardware/tables/", source.removesuffix(".toml")
    return name.removeprefix(shipped) if source.startswith(shipped) else source


def _about(table: Table) -> str:
    names = [pad.name for pad in table.pads]
    if names == [ANY]:
        return "One reader for everybody: a button says whose area, or the discard pile, a card is meant for."
    return f"{len(names) - 1} pads for cars, and one at the discard pile."


def _power(table: Table, supply: Power) -> str:
    amps = f"{supply.supply_ma / 1000:g} A"
    usual = f"about {supply.usual_ma / 1000:.1f} A in play, {supply.peak_ma / 1000:.1f} A at most"
    limit = f" A frame that would draw more than {table.strip.limit_ma} mA is dimmed." if table.strip else ""
    source = (
        f"The Pi has a supply of its own. A second one, 5 V {amps}, feeds strip and readers: {usual}."
        if supply.pi_apart
        else f"One supply, 5 V {amps}, feeds the Pi ({supply.pi_ma} mA) and, by its header, reader and lights: {usual}."
    )
    fuse = (
        f"Fuse: {supply.fuse_ma / 1000:g} A. Wires for 5 V and ground behind it: {supply.copper} of copper or thicker."
    )
    return f"{source}{limit} {fuse} All grounds are joined."


def _cable(table: Table) -> str:
    return "50 cm" if table.speed_hz >= 1_000_000 else "1 m"


def _quiet(table: Table) -> str:
    many = len(table.pads) > 1
    return "33 to 100 Ω in SCK and MOSI, at the Pi, quieten a bus with many readers." if many else ""


def _chips(table: Table) -> str:
    """How what has more legs than the drawing shows is wired."""
    shifter = (
        " The 74AHCT125, by its legs: 14 to 5 V, 1 (OE) and 7 to ground, data in at 2 and out at 3; the other inputs\n"
        "(4, 5, 9, 10, 12, 13) to ground, 6, 8 and 11 open."
    )
    return "IRQ of a reader stays open." + shifter * (table.strip is not None)


def _nodes(table: Table) -> str:
    nodes = [f"`/dev/spidev{pad.bus}.{pad.device}`" for pad in table.pads]
    return nodes[0] if len(nodes) == 1 else f"{nodes[0]} to {nodes[-1]}"


def _hours(hours: float) -> str:
    return f"{hours:g} h"


def _indented(text: str) -> str:
    return "\n".join(f"   {line}" for line in text.strip().splitlines())
