"""Registers, bits, commands and reset values of the MFRC522 (data sheet rev. 3.9, section 9).

Bare numbers, no enumerations: they are looked up at every access, thousands of times a second at an idle table.
"""


class Reg:
    """Addresses of the registers with a behaviour of their own; the others only keep what is written."""

    COMMAND = 0x01
    COM_IRQ = 0x04
    DIV_IRQ = 0x05
    ERROR = 0x06
    STATUS1 = 0x07
    STATUS2 = 0x08
    FIFO_DATA = 0x09
    FIFO_LEVEL = 0x0A
    WATER_LEVEL = 0x0B
    CONTROL = 0x0C
    BIT_FRAMING = 0x0D
    COLL = 0x0E
    MODE = 0x11
    TX_MODE = 0x12
    RX_MODE = 0x13
    TX_CONTROL = 0x14
    TX_ASK = 0x15
    DEMOD = 0x19
    CRC_RESULT_H = 0x21
    CRC_RESULT_L = 0x22
    T_MODE = 0x2A
    T_PRESCALER = 0x2B
    T_RELOAD_H = 0x2C
    T_RELOAD_L = 0x2D
    T_COUNTER_H = 0x2E
    T_COUNTER_L = 0x2F
    VERSION = 0x37


class Command:
    """Low four bits of CommandReg."""

    IDLE = 0x0
    MEM = 0x1
    RANDOM_ID = 0x2
    CALC_CRC = 0x3
    TRANSMIT = 0x4
    NO_CHANGE = 0x7
    RECEIVE = 0x8
    TRANSCEIVE = 0xC
    AUTHENT = 0xE
    SOFT_RESET = 0xF


class Irq:
    """Bits of ComIrqReg."""

    TIMER = 0x01
    ERROR = 0x02
    LOW = 0x04
    HIGH = 0x08
    IDLE = 0x10
    RX = 0x20
    TX = 0x40


class Error:
    """Bits of ErrorReg."""

    PROTOCOL = 0x01
    PARITY = 0x02
    CRC = 0x04
    COLLISION = 0x08
    OVERFLOW = 0x10
    TEMPERATURE = 0x40
    WRITE = 0x80


POWER_DOWN = 0x10  # CommandReg: powered down, or not yet awake
RECEIVER_OFF = 0x20  # CommandReg
CRC_IRQ = 0x04  # DivIrqReg
CRYPTO_ON = 0x08  # Status2Reg
START_SEND = 0x80  # BitFramingReg
VALUES_AFTER_COLLISION = 0x80  # CollReg
NO_POSITION = 0x20  # CollReg: no collision, or beyond the 32nd bit
ANTENNA = 0x03  # TxControlReg
FULL_ASK = 0x40  # TxASKReg: 100 % modulation, without which a type A card hears nothing
PRESCALER_EVEN = 0x10  # DemodReg
CRC_PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)  # by ModeReg bits 1..0

# Read from a live chip after reset: raspberrypi/linux issue 1547; FIFODataReg, which is undefined then, as 0.
RESET = bytes.fromhex(
    "00208000140000210000000810 00a000 003f0000800010 84 844d00006200 00eb"
    "00ffff8826874888 2020000000000000 0000008000004092 000000 88ff000300"
)
