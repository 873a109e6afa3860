import os
from collections.abc import Iterator

import pytest

from tests.hardware_tier import preloaded
from tests.hardware_tier.pi import Pi


@pytest.fixture(scope="session", name="_made")
def made() -> None:
    """The environment of a Pi is there."""
    if "EMULATED_DEVICES" in os.environ:
        pytest.skip("already in there")
    if lack := preloaded.lacks():
        pytest.skip(lack)
    preloaded.make()


@pytest.fixture
def pi(_made: None) -> Iterator[Pi]:
    with preloaded.device_folder() as folder:
        pi = Pi(folder)
        yield pi
        pi.devices.close()
