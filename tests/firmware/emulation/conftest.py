import pytest

from tests.firmware.bench import Bench
from tests.firmware.emulation.pins import Pins


@pytest.fixture
def pins(bench: Bench) -> Pins:
    """A board as it comes out of its reset."""
    return Pins(bench)


@pytest.fixture
def tuned(pins: Pins) -> Pins:
    """A board with its field on and cards ready to hear."""
    return pins.tune()
