from pathlib import Path

import pytest

from tests.companion.past.past import WHOLE, PastTable


@pytest.fixture
def past(tmp_path: Path) -> PastTable:
    return PastTable(tmp_path, WHOLE)
