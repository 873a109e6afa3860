"""The strip: its driver, its pin, and the limits of both (HARDWARE.md 4)."""

from dataclasses import dataclass, replace

from hardware.chain import Layout, read_layout
from hardware.pins import BUS_PINS, Pins
from hardware.source import Section
from hardware.supply import Supply

__all__ = ["Strip", "read_strip"]

STRIP_BUS = 0  # the only one whose DMA sends a frame without gaps on every Pi
PWM_PINS = (12, 18)
LEAST_LIMIT_MA = 50
DRIVERS = ("auto", "neopixel", "neopixel-spi", "pwm", "terminal", "none")
ORDERS = ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR")
_FRAME_BYTES = {"neopixel": (12, 28), "neopixel-spi": (24, 480)}
"""Bytes a pixel and bytes a frame that a driver gives to spidev in one piece; more than its buffer tears the frame."""


@dataclass(frozen=True, slots=True)
class Strip:
    """One chain of pixels.

    Attributes:
        pin: the data line (BCM).
        order: colour order on the wire.
        brightness: 0-255, multiplied into every colour.
        driver: ``auto`` takes the one that the Pi's model needs; ``terminal`` draws on a laptop's, ``none`` is a chain
            that is not there.
        limit_ma: what a frame may draw; a brighter one is dimmed. None where only a terminal shows it.
        ma_per_pixel: a pixel's current in full white.
        bufsiz: the bytes that spidev takes in one transfer, its ``bufsiz`` on the kernel's command line.
        bus, device: the spidev of a data line that is an SPI bus's.
    """

    pin: int
    order: str
    brightness: int
    layout: Layout
    driver: str = "auto"
    limit_ma: int | None = None
    ma_per_pixel: int = 60
    bufsiz: int = 4096
    bus: int = STRIP_BUS
    device: int = 0

    @property
    def peak_ma(self) -> int:
        """Every pixel white at this brightness."""
        return -(-self.layout.pixels * self.ma_per_pixel * self.brightness // 255)


def read_strip(section: Section, pad_sections: dict[str, Section], supply: Supply | None, pins: Pins) -> Strip:
    """The ``[strip]``; TableError when pin, driver, buffer or supply cannot do what it asks for."""
    driver = section.choice("driver", DRIVERS, "auto")
    strip = Strip(
        _pin(section, driver, pins),
        order=section.choice("order", ORDERS, "GRB"),
        brightness=section.integer("brightness", 0, 255, 96),
        layout=read_layout(section, pad_sections),
        driver=driver,
        ma_per_pixel=section.integer("ma_per_pixel", 1, 100, 60),
        bufsiz=section.integer("bufsiz", 4096, 1 << 20, 4096),
        bus=section.integer("bus", STRIP_BUS, STRIP_BUS, STRIP_BUS),
        device=section.integer("device", 0, 0, 0),  # the next one's chip select would be a reader's pin
    )
    _check_buffer(section, strip)
    strip = replace(strip, limit_ma=_limit_ma(section, strip, supply))
    section.close()
    return strip


def _pin(section: Section, driver: str, pins: Pins) -> int:
    mosi = BUS_PINS[STRIP_BUS]["MOSI"]
    possible = {"neopixel": (mosi,), "neopixel-spi": (mosi,), "pwm": PWM_PINS, "auto": (mosi, *PWM_PINS)}
    pin = section.integer("pin", 0, 27)
    user = pins.user(pin) or ""
    if "SPI" in user:
        cure = f"a strip has no chip select; put it on GPIO{mosi} with the readers on SPI1"
        section.fail("pin", f"GPIO{pin} is already the {user}; {cure}")
    if driver in possible and pin not in possible[driver]:
        can = " or ".join(f"GPIO{can}" for can in possible[driver])
        section.fail("pin", f"driver {driver!r} cannot send on GPIO{pin}; give the strip's data line {can}")
    if pin == mosi:
        clock = BUS_PINS[STRIP_BUS]["clock"]
        if other := pins.user(clock):
            section.fail("pin", f"sends a clock on GPIO{clock} too, which is the {other}; give that a free pin")
        pins.reserve(clock, "strip's clock, to which nothing is wired")
    return pins.claim(section, "pin", "strip's data line")


def _check_buffer(section: Section, strip: Strip) -> None:
    driver = strip.driver
    if driver == "auto" and strip.pin == BUS_PINS[strip.bus]["MOSI"]:
        driver = "neopixel-spi"  # the one that every model can fall back on, and the hungrier one
    if driver not in _FRAME_BYTES:
        return
    a_pixel, a_frame = _FRAME_BYTES[driver]
    most, needed = (strip.bufsiz - a_frame) // a_pixel, a_pixel * strip.layout.pixels + a_frame
    if strip.layout.pixels > most:
        size = 1 << (needed - 1).bit_length()
        section.fail(
            "pixels",
            f"are {strip.layout.pixels}, but {driver} sends {most} at most through a buffer of {strip.bufsiz} bytes; "
            f"write spidev.bufsiz={size} on the kernel's command line and bufsiz = {size} here, or take fewer pixels",
        )


def _limit_ma(section: Section, strip: Strip, supply: Supply | None) -> int | None:
    asked = section.integer("limit_ma", LEAST_LIMIT_MA, 20_000) if "limit_ma" in section else None
    if strip.driver in ("terminal", "none"):
        return asked
    if supply is None:
        section.fail("driver", "this strip needs current, but [supply] is missing; add it with amps and pi_ma")
    left = supply.strip_ma
    if asked is not None and asked > left:
        section.fail("limit_ma", f"is {asked}, but the supply leaves {left} mA for the strip; lower it, or supply more")
    if asked is None and strip.peak_ma > left:
        dimmer = left * 255 // (strip.layout.pixels * strip.ma_per_pixel)
        dim = f"set brightness to {dimmer} or less, or " * (dimmer > 0)
        limit = f"limit_ma = {left} to dim bright frames, or " * (left >= LEAST_LIMIT_MA)
        section.fail(
            "brightness",
            f"{strip.layout.pixels} pixels draw up to {strip.peak_ma} mA, but the supply leaves {left} for them; "
            f"{dim}{limit}take a stronger supply",
        )
    return left if asked is None else asked
