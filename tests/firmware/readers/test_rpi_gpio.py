import sys
from collections.abc import Callable, Iterator
from types import ModuleType

import pytest
from gpiozero import Device

from firmware.emulation import modules
from firmware.readers import rpi_gpio
from firmware.readers.contract import ReaderError
from firmware.readers.rc522 import library

LINE = 5


class BelowGpiozeroError(Exception):
    """As lgpio raises."""


@pytest.fixture
def gpio() -> Iterator[ModuleType]:
    modules.install()
    library()
    rpi_gpio.setmode(rpi_gpio.BCM)
    yield sys.modules["RPi.GPIO"]
    rpi_gpio.cleanup(LINE)
    rpi_gpio.cleanup(29)
    rpi_gpio.setmode(rpi_gpio.BCM)


def test_the_library_finds_ours_under_the_name_it_imports(gpio: ModuleType) -> None:
    assert gpio is rpi_gpio


def test_an_output_is_a_gpiozero_pin(gpio: ModuleType) -> None:
    gpio.setup(LINE, gpio.OUT)
    gpio.output(LINE, gpio.HIGH)
    pin = Device.pin_factory.pin(f"GPIO{LINE}")
    assert (pin.function, pin.state) == ("output", True)
    gpio.output(LINE, gpio.LOW)
    assert not pin.state
    assert modules.driven_low(LINE)()


def test_setting_up_a_shared_line_again_changes_nothing(gpio: ModuleType) -> None:
    gpio.setup(LINE, gpio.OUT)
    gpio.output(LINE, gpio.HIGH)
    gpio.setup(LINE, gpio.OUT)
    assert Device.pin_factory.pin(f"GPIO{LINE}").state


@pytest.mark.parametrize(("said", "raised"), [("'GPIO busy'", ReaderError), ("'unknown handle'", BelowGpiozeroError)])
def test_a_line_of_another_program_is_told_with_the_cure(
    gpio: ModuleType, monkeypatch: pytest.MonkeyPatch, said: str, raised: type[Exception]
) -> None:
    def claim(*_arguments: object, **_named: object) -> None:
        raise BelowGpiozeroError(said)

    monkeypatch.setattr("gpiozero.OutputDevice", claim)
    with pytest.raises(raised) as caught:
        gpio.setup(LINE, gpio.OUT)
    if isinstance(caught.value, ReaderError):
        assert caught.value.code == "busy"
        assert "GPIO5: stop that first (sudo systemctl stop mille-bornes)" in str(caught.value)


def test_who_is_first_on_a_line_resets_what_hangs_on_it_and_nobody_else_does(gpio: ModuleType) -> None:
    def states(act: Callable[[], None]) -> list[bool]:
        pin.clear_states()
        act()
        return [state.state for state in pin.states]

    pin = Device.pin_factory.pin(f"GPIO{LINE}")
    assert states(lambda: gpio.setup(LINE, gpio.OUT))[-2:] == [False, True]
    rpi_gpio.hold(LINE)
    assert states(lambda: rpi_gpio.hold(LINE)) == [True]
    rpi_gpio.let_go(LINE)
    assert states(lambda: rpi_gpio.hold(LINE)) == [True], "one is left"
    rpi_gpio.let_go(LINE)
    rpi_gpio.let_go(LINE)
    assert states(lambda: rpi_gpio.hold(LINE)) == [True, False, True]
    rpi_gpio.let_go(LINE)


def test_positions_of_the_header_are_understood(gpio: ModuleType) -> None:
    gpio.setmode(gpio.BOARD)
    assert gpio.getmode() == gpio.BOARD
    gpio.setup(29, gpio.OUT)
    gpio.output(29, gpio.HIGH)
    assert Device.pin_factory.pin("GPIO5").state


def test_a_line_let_go_is_free_again(gpio: ModuleType) -> None:
    gpio.setup(LINE, gpio.OUT)
    gpio.cleanup(LINE)
    assert not modules.driven_low(LINE)()
    gpio.setup(LINE, gpio.OUT)


def test_a_line_that_gpiozero_closed_is_set_up_anew(gpio: ModuleType) -> None:
    gpio.setup(LINE, gpio.OUT)
    rpi_gpio._outputs[LINE].close()
    gpio.setup(LINE, gpio.OUT)
    gpio.output(LINE, gpio.LOW)
    assert modules.driven_low(LINE)()


def test_what_is_not_provided_for_is_refused(gpio: ModuleType) -> None:
    with pytest.raises(ValueError, match="mode 12"):
        gpio.setmode(12)
    with pytest.raises(ValueError, match="only outputs"):
        gpio.setup(LINE, 1)


def test_a_reset_line_that_is_not_wired_is_no_line(gpio: ModuleType) -> None:
    gpio.setup(gpio.UNWIRED, gpio.OUT)
    gpio.output(gpio.UNWIRED, gpio.HIGH)
    assert gpio.UNWIRED not in range(60)
