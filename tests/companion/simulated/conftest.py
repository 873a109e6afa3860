"""The simulated table's page, and what hands do there."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.companion.simulated.served import Do, Served, served

_ids = count()


@pytest.fixture
def open_page(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as page:
        yield page


@pytest.fixture
def do(open_page: Served) -> Do:
    client = open_page.app.test_client()

    def do(act: str, **fields: Any) -> TestResponse:
        return client.post(f"/table/api/{act}", json={"id": f"command-{next(_ids)}", **fields})

    return do
