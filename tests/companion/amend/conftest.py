"""An evening whose past is put right."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.amend.evening import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    yield evening
    evening.close()
