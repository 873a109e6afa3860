"""The MFRC522 as a whole: commands and the air (NXP data sheet rev. 3.9, sections 8.1, 9.3 and 10)."""

from firmware.clock import Clock
from firmware.emulation.core import Core
from firmware.emulation.field import Echo, Field
from firmware.emulation.reception import receive
from firmware.emulation.registers import (
    ANTENNA,
    CRYPTO_ON,
    FULL_ASK,
    POWER_DOWN,
    RECEIVER_OFF,
    START_SEND,
    VALUES_AFTER_COLLISION,
    Command,
    Error,
    Irq,
    Reg,
)
from firmware.iso14443 import BIT_NS, Frame

MEMORY = 25  # bytes of the internal buffer (10.3.1.2)


class Rc522(Core):
    """One chip before one field: `read` and `write` are its register accesses.

    `collisions_absolute` is a variant seen in the wild: CollPos counts from the first bit of the cascade level instead
    of the first bit of the byte that the answer completes.
    """

    def __init__(self, clock: Clock, field: Field, *, version: int = 0x92, collisions_absolute: bool = False) -> None:
        self._field = field
        self._absolute = collisions_absolute
        self._memory = bytes(MEMORY)
        self._on_air: Echo | None = None
        self._known_bits = 0
        super().__init__(clock, version)
        self._writes[Reg.COMMAND] = self._write_command
        self._writes[Reg.BIT_FRAMING] = self._write_bit_framing
        self._writes[Reg.TX_CONTROL] = self._write_tx_control

    def reset(self, *, crystal: bool = True) -> None:
        """All registers as after power-on, the field off."""
        super().reset(crystal=crystal)
        self._on_air = None
        self._switch_field()

    def lose_antenna(self) -> None:
        """A fault: a dip of the supply clears the antenna bits."""
        self._registers[Reg.TX_CONTROL] &= ~ANTENNA
        self._switch_field()

    def stick_crypto(self) -> None:
        """A fault: the cipher is on, and cards understand nothing until the bit is cleared or the chip reset."""
        self._registers[Reg.STATUS2] |= CRYPTO_ON

    @property
    def _command(self) -> int:
        return self._registers[Reg.COMMAND] & 0x0F

    def _write_command(self, value: int) -> None:
        if self._registers[Reg.COMMAND] & ~value & POWER_DOWN:
            self._wake(crystal=True)
        changes = value & 0x0F != Command.NO_CHANGE
        self._keep(Reg.COMMAND, value & (POWER_DOWN | RECEIVER_OFF) | (value & 0x0F if changes else self._command))
        self._switch_field()
        if changes:
            self._due.clear()
            self._registers[Reg.ERROR] &= Error.TEMPERATURE
            self._begin(value & 0x0F)

    def _begin(self, command: int) -> None:
        match command:
            case Command.SOFT_RESET:
                self.reset(crystal=False)
            case Command.CALC_CRC:
                self._calculate_crc()
            case Command.TRANSMIT:
                self._transmit()
            case Command.RECEIVE:
                self._listen()
            case Command.TRANSCEIVE if self._registers[Reg.BIT_FRAMING] & START_SEND:
                self._transmit()
            case Command.MEM:
                self._exchange_memory()
                self._end()
            case Command.RANDOM_ID:
                self._end()
            case Command.AUTHENT:
                self._fifo.drain()  # no card here knows the cipher: sent in vain, until the host gives up
                self._at(self._clock.now_ns() + Frame(bytes(4)).air_ns, self._transmitted)

    def _end(self) -> None:
        self._registers[Reg.COMMAND] &= 0xF0
        self._raise(Irq.IDLE)

    def _exchange_memory(self) -> None:
        if len(self._fifo) >= MEMORY:
            self._memory = self._fifo.drain()[:MEMORY]
        else:
            for byte in self._memory:
                self._fifo.push(byte)

    def _write_bit_framing(self, value: int) -> None:
        begins = value & ~self._registers[Reg.BIT_FRAMING] & START_SEND
        self._keep(Reg.BIT_FRAMING, value)
        if begins and self._command == Command.TRANSCEIVE:
            self._transmit()

    def _write_tx_control(self, value: int) -> None:
        self._keep(Reg.TX_CONTROL, value)
        self._switch_field()

    def _switch_field(self) -> None:
        powered = not self._registers[Reg.COMMAND] & POWER_DOWN
        self._field.power(on=powered and bool(self._registers[Reg.TX_CONTROL] & ANTENNA))

    def _transmit(self) -> None:
        data = self._fifo.drain()
        if not data:
            return
        frame = Frame(data, self._registers[Reg.BIT_FRAMING] & 7)
        end_ns, self._on_air = self._field.send(frame, self._clock.now_ns(), understood=self._speaks_type_a())
        self._known_bits = max(0, frame.bits - 16)
        self._at(end_ns, self._transmitted)
        if self._command == Command.TRANSCEIVE:
            self._listen()

    def _speaks_type_a(self) -> bool:
        """Full modulation, 106 kbit/s both ways, no cipher."""
        fast = (self._registers[Reg.TX_MODE] | self._registers[Reg.RX_MODE]) & 0x70
        return (
            bool(self._registers[Reg.TX_ASK] & FULL_ASK) and not fast and not self._registers[Reg.STATUS2] & CRYPTO_ON
        )

    def _transmitted(self, at_ns: int) -> None:
        self._raise(Irq.TX | self._alerts())
        if self._registers[Reg.T_MODE] & 0x80:  # TAuto
            self._timer.start(at_ns)
        if self._command == Command.TRANSMIT:
            self._end()

    def _listen(self) -> None:
        """Hear the answer that is on the air, if the receiver is on before it begins."""
        echo = self._on_air
        if echo is None or self._registers[Reg.COMMAND] & RECEIVER_OFF or self._clock.now_ns() > echo.start_ns:
            return
        fifth_bit_ns = min(echo.end_ns, echo.start_ns + 6 * BIT_NS)
        self._at(fifth_bit_ns, lambda _at_ns: self._stop_timer())
        self._at(echo.end_ns, lambda _at_ns: self._received(echo))

    def _stop_timer(self) -> None:
        if self._registers[Reg.T_MODE] & 0x80:
            self._timer.stop()

    def _received(self, echo: Echo) -> None:
        align = self._registers[Reg.BIT_FRAMING] >> 4 & 7
        offset = self._known_bits if self._absolute else align
        keep_after = bool(self._registers[Reg.COLL] & VALUES_AFTER_COLLISION)
        reception = receive(echo, align, offset, keep_after=keep_after)
        for byte in reception.data:
            self._fifo.push(byte)
        self._registers[Reg.CONTROL] = self._registers[Reg.CONTROL] & 0xF8 | reception.last_bits
        self._registers[Reg.COLL] = self._registers[Reg.COLL] & VALUES_AFTER_COLLISION | reception.collision
        self._fail(reception.error | (Error.OVERFLOW if self._fifo.overflown else 0))
        self._raise(Irq.RX | self._alerts())
        self._on_air = None
        if self._command == Command.RECEIVE:
            self._end()
