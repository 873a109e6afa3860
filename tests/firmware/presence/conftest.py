import pytest

from tests.firmware.presence.table import Table


@pytest.fixture
def table() -> Table:
    """A table that has started with nothing on it."""
    return Table()
