"""The deck as one printed page: every card with its stickers, to be kept with the box."""

from collections.abc import Iterator
from html import escape

from companion.deck.deck import COMMANDS, Command, Deck, Entry
from companion.deck.enrolment import Box
from companion.deck.view import WORDS, entry_name
from companion.lang import catalogue
from companion.rules.cards import Card

_COLUMNS, _MARGIN_MM, _TOP_MM = 4, 10, 24
_WIDTH_MM, _HEIGHT_MM = 210, 297  # A4
_CELL_MM = (_WIDTH_MM - 2 * _MARGIN_MM) / _COLUMNS
_GAP_MM = 1
_LETTER_EM = 0.58
"""How wide a letter of a long name is, spaces among them, in a wide sans-serif face."""


def sheet(deck: Deck, box: Box, language: str, edition: str) -> str:
    """The page as an SVG of A4: a line a sticker, and one with an empty square for a card that has none."""
    words = catalogue(language, WORDS)
    rows = list(_rows(deck, box))
    per_column = -(-len(rows) // _COLUMNS)
    step = min(10.0, (_HEIGHT_MM - _TOP_MM - _MARGIN_MM) / max(1, per_column))
    there = sum(1 for _, uid in rows if uid)
    size = f'width="{_WIDTH_MM}mm" height="{_HEIGHT_MM}mm" viewBox="0 0 {_WIDTH_MM} {_HEIGHT_MM}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="{step * 0.3:.2f}">',
        f"<title>{escape(words.text('sheet.title'))}</title>",
        f'<rect width="{_WIDTH_MM}" height="{_HEIGHT_MM}" fill="#fff"/>',
        f'<text x="{_MARGIN_MM}" y="15" font-size="6" font-weight="bold">{escape(words.text("sheet.title"))}</text>',
        f'<text x="{_MARGIN_MM}" y="20" font-size="3">{escape(words.text("sheet.count", count=there))}</text>',
    ]
    for number, (entry, uid) in enumerate(rows):
        column, row = divmod(number, per_column)
        x, y = _MARGIN_MM + column * _CELL_MM, _TOP_MM + row * step
        name, tag = entry_name(entry, language, edition), uid.hex(" ").upper() if uid else "–"
        letters = min(step * 0.3, (_CELL_MM - step * 0.5 - _GAP_MM) / (_LETTER_EM * len(name)))
        lines.append(
            f'<g transform="translate({x:.2f} {y:.2f})">'
            f'<rect width="{step * 0.35:.2f}" height="{step * 0.35:.2f}" y="{step * 0.08:.2f}" '
            f'fill="{"#000" if uid else "none"}" stroke="#000" stroke-width=".2"/>'
            f'<text x="{step * 0.5:.2f}" y="{step * 0.38:.2f}" font-size="{letters:.2f}">{escape(name)}</text>'
            f'<text x="{step * 0.5:.2f}" y="{step * 0.72:.2f}" font-family="monospace">{tag}</text></g>'
        )
    return "\n".join([*lines, "</svg>", ""])


def _rows(deck: Deck, box: Box) -> Iterator[tuple[Entry, bytes]]:
    """Each card with each of its tags, or with none; then the command cards that there are."""
    for card, copies in box.items():
        for copy in range(1, copies + 1):
            entry = Card(card, copy)
            yield from ((entry, uid) for uid in deck.tags_of(entry) or (b"",))
    for command in map(Command, COMMANDS):
        yield from ((command, uid) for uid in deck.tags_of(command))
