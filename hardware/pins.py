"""The Pi's header: where each GPIO comes out, what the SPI buses need, and who uses what (HARDWARE.md 8)."""

from hardware.source import Section

__all__ = ["BUS_PINS", "HEADER", "PHYSICAL", "Pins"]

_HEADER = """
     3V3   5V      2   5V      3  GND      4   14    GND   15     17   18     27  GND     22   23    3V3   24
      10  GND      9   25     11    8    GND    7     ID   ID      5  GND      6   12     13  GND     19   16
      26   20    GND   21
"""
HEADER = tuple(_HEADER.split())
"""What the forty pins are, from pin 1 in the order of their numbers: a GPIO (BCM number), 3V3, 5V, GND or ID."""
PHYSICAL = {int(what): pin for pin, what in enumerate(HEADER, 1) if what.isdecimal()}
"""Pin of the header for each GPIO; GPIO0 and GPIO1 (ID) belong to boards that identify themselves."""
BUS_PINS = {
    0: {"clock": 11, "MOSI": 10, "MISO": 9},
    1: {"clock": 21, "MOSI": 20, "MISO": 19},
}
"""GPIOs of the SPI buses. Other uses of them are not refused by the system, they break the bus silently."""


class Pins:
    """Who uses which GPIO; a second user is refused."""

    def __init__(self) -> None:
        self._users: dict[int, str] = {}

    def claim(self, section: Section, key: str, user: str) -> int:
        """The pin of this key, from now on the user's alone."""
        pin = section.integer(key, min(PHYSICAL), max(PHYSICAL))
        if pin in self._users:
            cure = f"give the {user} a free pin, {self._free()}"
            section.fail(key, f"GPIO{pin} is already the {self._users[pin]}; {cure}")
        self._users[pin] = user
        return pin

    def reserve(self, pin: int, user: str) -> None:
        """Take a pin that no key names, as the wires of a bus."""
        self._users[pin] = user

    def user(self, pin: int) -> str | None:
        """Whose pin it is by now."""
        return self._users.get(pin)

    def _free(self) -> str:
        return "one of " + " ".join(str(pin) for pin in sorted(PHYSICAL) if pin not in self._users)
