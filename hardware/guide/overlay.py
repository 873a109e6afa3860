"""The device-tree overlay that gives SPI1 a chip select for every reader (HARDWARE.md 3)."""

from hardware.description import Table
from hardware.pins import BUS_PINS

READERS_BUS = 1
NAME = "readers-spi1"


def chip_selects(table: Table) -> list[int]:
    """The GPIO of each device of SPI1, in their order; ValueError where the readers do not fill it from device 0 on."""
    pads = sorted(table.pads, key=lambda pad: pad.device)
    if [(pad.bus, pad.device) for pad in pads] != [(READERS_BUS, device) for device in range(len(pads))]:
        wanted = f"bus = {READERS_BUS} and device = 0 to {len(pads) - 1}"
        raise ValueError(f"the overlay is for readers on one bus without gaps; give the pads {wanted}")
    return [pad.chip_select for pad in pads]


def overlay(table: Table, source: str) -> str:
    """The overlay's text, for Zero 2 W, 3, 4 and 5 alike; `source` names the description for whoever reads it."""
    pins = chip_selects(table)
    bus = " ".join(str(pin) for pin in sorted(BUS_PINS[READERS_BUS].values()))
    selects = ", ".join(f"<&gpio {pin} 1>" for pin in pins)
    # "rohm,dh2228fv": the one name that binds spidev silently on Raspberry Pi's kernels and on the mainline's.
    readers = "\n".join(
        f'\t\t\treader{n}: spidev@{n} {{ compatible = "rohm,dh2228fv"; reg = <{n}>; spi-max-frequency = <10000000>; }};'
        for n in range(len(pins))
    )
    # The offsets count bytes: a pin is one cell of 4; a chip select is three cells, of which the pin is the second.
    overrides = "\n".join(
        f'\t\tcs{n}_pin = <&spi1_cs_pins>,"brcm,pins:{4 * n}", <&frag1>,"cs-gpios:{12 * n + 4}";'
        for n in range(len(pins))
    )
    return f"""\
// The readers' bus, SPI1. Made from {source} by python -m hardware.guide: change that, not this.
/dts-v1/;
/plugin/;

/ {{
	compatible = "brcm,bcm2835";

	fragment@0 {{
		target = <&gpio>;
		__overlay__ {{
			spi1_pins: spi1_pins {{ brcm,pins = <{bus}>; brcm,function = <3>; }};
			spi1_cs_pins: spi1_cs_pins {{ brcm,pins = <{" ".join(map(str, pins))}>; brcm,function = <1>; }};
		}};
	}};

	fragment@1 {{
		target = <&spi1>;
		frag1: __overlay__ {{
			#address-cells = <1>;
			#size-cells = <0>;
			pinctrl-names = "default";
			pinctrl-0 = <&spi1_pins &spi1_cs_pins>;
			cs-gpios = {selects};
			status = "okay";
{readers}
		}};
	}};

	fragment@2 {{
		target = <&aux>;
		__overlay__ {{ status = "okay"; }};
	}};

	__overrides__ {{
{overrides}
	}};
}};
"""
