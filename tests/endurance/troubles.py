"""A fault every few seconds: of the air, of chips, wires, beam and hands, each healing by itself after a while."""

from collections import Counter
from collections.abc import Callable
from random import Random

from firmware.emulation.faults import bit_errors, first_answers, garbled, lost, noise
from firmware.emulation.field import Disturbance
from firmware.emulation.registers import Irq
from firmware.emulation.wire import Wire
from tests.endurance.evening import PADS, Evening
from tests.endurance.taps import Tap

EVERY_S = 3.5
CLONE = 0x12


class Troubles:
    """Happen at an evening's table, by the seed; those of one pad one after another."""

    def __init__(self, evening: Evening, seed: int) -> None:
        self.count: Counter[str] = Counter()
        self.clumsy: list[Tap] = []
        """What will be wrong with the next taps."""
        self._evening = evening
        self._chance = Random(f"troubles {seed}")  # noqa: S311 - chance that repeats
        self._busy: set[str] = set()
        self._next()

    def _next(self) -> None:
        self._evening.clock.after_ms(1000 + self._chance.expovariate(1 / (1000 * EVERY_S - 1000)), self._happen)

    def _happen(self) -> None:
        kind = self._chance.choices(list(KINDS), [share for share, _ in KINDS.values()])[0]
        idle = [pad for pad in PADS if pad not in self._busy]
        if idle:
            KINDS[kind][1](self, self._chance.choice(idle))
            self.count[kind] += 1
        self._next()

    def _for_ms(self, shortest: float, longest: float, pad: str, heal: Callable[[], None]) -> None:
        """The trouble of this pad lasts for so long."""
        self._busy.add(pad)

        def healed() -> None:
            heal()
            self._busy.discard(pad)

        self._evening.clock.after_ms(self._chance.uniform(shortest, longest), healed)

    def _wire(self, pad: str) -> Wire:
        return self._evening.table.wires[pad]

    def _air(self, pad: str, disturbance: Disturbance, shortest: float, longest: float) -> None:
        field = self._evening.table.fields[pad]
        field.disturb = disturbance
        self._for_ms(shortest, longest, pad, lambda: setattr(field, "disturb", None))

    def missed_answers(self, pad: str) -> None:
        self._air(pad, first_answers(self._chance.randint(1, 2), lost), 1000, 3000)

    def garbled_bits(self, pad: str) -> None:
        byte = 8 * self._chance.randrange(3)
        places = self._chance.sample(range(byte, byte + 8), self._chance.randint(1, 2))
        self._air(pad, first_answers(self._chance.randint(1, 4), garbled(*places)), 1000, 3000)

    def flicker(self, pad: str) -> None:
        """Now it is in the field and now not."""
        clock, off_ms = self._evening.clock, self._chance.randint(20, 50)
        self._air(pad, lambda echo: echo if clock.now_ns() // 1_000_000 % (3 * off_ms) > off_ms else None, 500, 2000)

    def noise(self, pad: str) -> None:
        self._air(pad, noise(self._chance, 0.03, 0.002), 500, 3000)

    def bad_wire(self, pad: str) -> None:
        wire = self._wire(pad)
        wire.disturb = bit_errors(self._chance, 0.0005)
        self._for_ms(500, 3000, pad, lambda: setattr(wire, "disturb", None))

    def dead_reader(self, pad: str) -> None:
        wire = self._wire(pad)
        wire.dead = self._chance.choice((0x00, 0xFF))
        self._for_ms(2000, 20_000, pad, lambda: setattr(wire, "dead", None))

    def held_in_reset(self, pad: str) -> None:
        wire = self._wire(pad)
        wire.reset_low, wire.frozen = lambda: True, self._chance.choice((0x00, 0xFF))
        self._for_ms(1, 1500, pad, lambda: setattr(wire, "reset_low", lambda: False))

    def hung_chip(self, pad: str) -> None:
        """It hears nothing but its reset line; the readers' thread pulls that after a while."""
        self._wire(pad).hang()

    def supply_dip(self, pad: str) -> None:
        self._wire(pad).chip.reset()

    def antenna_off(self, pad: str) -> None:
        self._wire(pad).chip.lose_antenna()

    def stuck_crypto(self, pad: str) -> None:
        self._wire(pad).chip.stick_crypto()

    def lost_interrupt(self, pad: str) -> None:
        chip = self._wire(pad).chip
        chip.lost_irqs = Irq.RX
        self._for_ms(20, 200, pad, lambda: setattr(chip, "lost_irqs", 0))

    def slow_counterfeit(self, pad: str) -> None:
        """Another board is plugged in: a counterfeit, slow to wake, on long cables. It stays."""
        wire = self._wire(pad)
        wire.chip._version, wire.chip.crystal_ns = CLONE, 8_000_000
        wire.overhead_us = self._chance.choice((25, 60, 120))
        wire.chip.reset()

    def dark_beam(self, _pad: str) -> None:
        self._evening.darken("fault", dark=True)
        self._for_ms(4000, 15_000, "beam", lambda: self._evening.darken("fault", dark=False))

    def clumsy_hand(self, tap: Tap) -> None:
        self.clumsy.append(tap)


KINDS: dict[str, tuple[float, Callable[[Troubles, str], None]]] = {
    "missed answers": (8, Troubles.missed_answers),
    "garbled bits": (8, Troubles.garbled_bits),
    "flicker": (8, Troubles.flicker),
    "noise": (6, Troubles.noise),
    "bad wire": (8, Troubles.bad_wire),
    "dead reader": (4, Troubles.dead_reader),
    "held in reset": (8, Troubles.held_in_reset),
    "hung chip": (2, Troubles.hung_chip),
    "supply dip": (8, Troubles.supply_dip),
    "antenna off": (8, Troubles.antenna_off),
    "stuck crypto": (8, Troubles.stuck_crypto),
    "lost interrupt": (8, Troubles.lost_interrupt),
    "slow counterfeit": (2, Troubles.slow_counterfeit),
    "dark beam": (2, Troubles.dark_beam),
    Tap.NEIGHBOUR: (6, lambda troubles, _pad: troubles.clumsy_hand(Tap.NEIGHBOUR)),
    Tap.BOUNCING: (6, lambda troubles, _pad: troubles.clumsy_hand(Tap.BOUNCING)),
    Tap.TOGETHER: (1, lambda troubles, _pad: troubles.clumsy_hand(Tap.TOGETHER)),
}
"""Each with how often it comes, of 100."""
