"""What the guide and the README show is there, and light."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "companion" / "page"
LIMIT_BYTES = 200_000


def shown(document: Path) -> set[Path]:
    """What a document links to or shows in this house."""
    found = re.findall(r'(?:\]\(|src=")([^)"#:]+)[)"]', document.read_text("utf-8"))
    return {(document.parent / name).resolve() for name in found}


@pytest.mark.parametrize("document", [ROOT / "README.md", PAGE / "GUIDE.md"], ids=lambda path: path.name)
def test_nothing_that_is_linked_is_missing(document: Path) -> None:
    assert [path for path in shown(document) if not path.exists()] == []


def test_every_picture_is_shown_and_light() -> None:
    pictures = set((PAGE / "pictures").iterdir())
    assert pictures <= shown(ROOT / "README.md") | shown(PAGE / "GUIDE.md")
    assert [path for path in pictures if path.stat().st_size >= LIMIT_BYTES] == []
