"""Which sticker is which card, kind by kind."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.deck.deck import Command, Deck, physical_cards
from companion.deck.enrolment import (
    Refused,
    box_of,
    counts,
    enrol,
    enrol_named,
    last,
    missing,
    named,
    short_dispenser,
    wanted,
)
from companion.rules.cards import Card
from tests.companion.decks import MARIO_KART, WHOLE

BOX = box_of(MARIO_KART)


def sticker(n: int) -> bytes:
    return b"\x04" + n.to_bytes(2) + b"\x5a\x6f\x61\x80"


def laid(*stickers: int, deck: Deck | None = None, kind: str = "") -> Deck:
    """Each as what is wanted next."""
    deck = deck or Deck({})
    for n in stickers:
        deck = enrol(deck, sticker(n), wanted(deck, BOX, kind))
    return deck


def test_stickers_laid_one_after_the_other_make_a_whole_box() -> None:
    deck = laid(*range(112))
    assert [deck.entry(uid) for uid in deck] == [*physical_cards(MARIO_KART)]
    assert wanted(deck, BOX) is None
    assert all(count.there == count.of for count in counts(deck, BOX))


def test_a_box_for_four_has_four_help_cards() -> None:
    deck, box = Deck({}), box_of(MARIO_KART, 4)
    while (card := wanted(deck, box)) is not None:
        deck = enrol(deck, sticker(len(deck)), card)
    assert len(deck) == 110
    assert [*physical_cards(MARIO_KART, 4)][-1] == Card("help", 4)


def test_counts_tell_what_is_there_of_each_kind() -> None:
    found = {count.id: (count.there, count.of) for count in counts(laid(*range(13)), BOX)}
    assert found["25"] == (10, 10)
    assert found["50"] == (3, 10)
    assert found["help"] == (0, 6)


def test_a_kind_may_be_taken_first_and_the_rest_follows() -> None:
    deck = laid(*range(5), kind="red-light")
    assert {str(deck.entry(uid)) for uid in deck} == {f"red-light/{n}" for n in range(1, 6)}
    assert wanted(deck, BOX, "red-light") == Card("25", 1)


def test_a_gap_is_filled_before_the_next_copy() -> None:
    deck = laid(0, 1, 2).without(sticker(1))
    assert wanted(deck, BOX) == Card("25", 2)


def test_a_sticker_laid_twice_is_refused_with_what_it_is_already() -> None:
    with pytest.raises(Refused) as refused:
        enrol(laid(0, 1), sticker(0), Card("50", 1))
    assert (refused.value.problem, refused.value.entry) == ("already", Card("25", 1))


@pytest.mark.parametrize(
    ("uid", "problem"),
    [
        ("DEADBEEF", "too-short"),
        ("08A1B2C3", "random"),
        ("880412AB", "garbled"),
        ("88041234567890", "garbled"),
        ("04123488567890", "garbled"),
        ("04123456789012345678", "too-long"),
    ],
)
def test_what_is_no_sticker_is_refused_with_the_reason(uid: str, problem: str) -> None:
    with pytest.raises(Refused) as refused:
        enrol(Deck({}), bytes.fromhex(uid), Card("25", 1))
    assert refused.value.problem == problem


def test_a_whole_deck_takes_no_more_but_spares() -> None:
    with pytest.raises(Refused, match="complete"):
        enrol(WHOLE, sticker(1), wanted(WHOLE, BOX))
    lost = Card("gas", 3)
    deck = enrol(WHOLE, sticker(1), lost)
    assert len(deck.tags_of(lost)) == 2
    assert counts(deck, BOX) == counts(WHOLE, BOX)


def test_an_undo_takes_out_the_latest() -> None:
    deck = laid(0, 1)
    latest = last(deck)
    assert latest == sticker(1)
    assert deck.without(latest) == laid(0)
    assert last(Deck({})) is None


def test_command_cards_are_named_and_enrolled_beside_the_box() -> None:
    deck = enrol(WHOLE, sticker(1), named("command undo", BOX))
    assert deck.command(sticker(1)) == Command("undo")
    assert deck.card(sticker(1)) is None
    assert deck.knows(sticker(1))
    assert deck.tags() == WHOLE.tags()


@pytest.mark.parametrize(
    "word", ["gas", "gas/0", "gas/7", "gas/x", "gas/", "undo", "command redo", "command", "", "help/7", "gas/²"]
)
def test_what_is_not_in_the_box_has_no_name(word: str) -> None:
    assert named(word, BOX) is None


def test_a_card_is_named_by_its_copy() -> None:
    assert named("gas/6", BOX) == Card("gas", 6)
    assert named("help/6", BOX) == Card("help", 6)


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("gas/6", Card("gas", 6)),
        ("25/1", Card("25", 1)),
        ("gas", Card("gas", 1)),
        ("25", Card("25", 1)),
        (" Red-Light/3\n", Card("red-light", 3)),
        ("help", Card("help", 1)),
        ("undo", Command("undo")),
        ("Command  undo", Command("undo")),
    ],
)
def test_a_text_on_a_sticker_says_which_card_it_is(text: str, entry: Card | Command) -> None:
    assert enrol_named(Deck({}), sticker(1), (text,), BOX).entry(sticker(1)) == entry


def test_a_kind_on_a_sticker_is_its_next_free_copy() -> None:
    deck = enrol_named(Deck({}), sticker(0), ("gas/1",), BOX)
    for n in range(1, 6):
        deck = enrol_named(deck, sticker(n), ("gas",), BOX)
    assert [str(deck.entry(uid)) for uid in deck] == [f"gas/{n}" for n in range(1, 7)]
    with pytest.raises(Refused, match="text-kind-complete"):
        enrol_named(deck, sticker(7), ("gas",), BOX)


@pytest.mark.parametrize(
    ("texts", "problem"),
    [
        (None, "text-unread"),
        ((), "text-none"),
        (("gas", "gas"), "text-many"),
        (("",), "text-unknown"),
        (("gas/7",), "text-unknown"),
        (("gas\0\0",), "text-unknown"),
        (("redo",), "text-unknown"),
        (("https://example.org",), "text-unknown"),
        (("50/1",), "text-taken"),
    ],
)
def test_anything_else_on_a_sticker_is_refused_with_the_reason(texts: tuple[str, ...] | None, problem: str) -> None:
    with pytest.raises(Refused) as refused:
        enrol_named(enrol(Deck({}), sticker(0), Card("50", 1)), sticker(1), texts, BOX)
    assert refused.value.problem == problem


def test_what_is_no_new_sticker_is_refused_whatever_it_says() -> None:
    with pytest.raises(Refused, match="already"):
        enrol_named(laid(0), sticker(0), ("gas",), BOX)
    with pytest.raises(Refused, match="too-short"):
        enrol_named(Deck({}), sticker(0)[:4], ("gas",), BOX)


@given(st.one_of(st.none(), st.lists(st.text(), max_size=3).map(tuple)))
def test_any_text_makes_a_card_or_is_refused(texts: tuple[str, ...] | None) -> None:
    try:
        deck = enrol_named(Deck({}), sticker(1), texts, BOX)
    except Refused:
        return
    assert deck.entry(sticker(1)) is not None


@given(st.sets(st.sampled_from([*WHOLE])), st.integers(2, 6))
def test_the_dispenser_of_a_short_deck_has_what_is_there_less_the_hands(lost: set[bytes], players: int) -> None:
    deck = WHOLE
    for uid in lost:
        deck = deck.without(uid)
    playing = sum(1 for card in deck.tags().values() if card.id != "help")
    short = short_dispenser(deck, MARIO_KART, players)
    assert short == (None if playing in (0, 106) else max(0, playing - 6 * players))
    assert sum(1 for _ in missing(deck, BOX)) == len(lost)


@pytest.mark.slow
@given(st.lists(st.sampled_from([*BOX]), min_size=112, max_size=112))
def test_in_any_order_of_kinds_every_card_gets_one_sticker(kinds: list[str]) -> None:
    deck = Deck({})
    for n, kind in enumerate(kinds):
        deck = laid(n, deck=deck, kind=kind)
    assert {deck.entry(uid) for uid in deck} == {*physical_cards(MARIO_KART)}
