"""What holds in every race, whatever is tapped and corrected: each function asserts one thing of one race."""

from collections.abc import Callable

from companion.editions import editions
from companion.lang import LANGUAGES, catalogue
from companion.moment import Moment
from companion.rules import inputs
from companion.rules.cards import BATTLE_HAZARDS, SAFETIES
from companion.rules.fold import begin, enter
from companion.rules.game import Game
from companion.rules.inputs import Entry
from companion.rules.judge import is_legal, judge
from companion.rules.race import GOAL_KM, STEP_KM, Draw, Race, start
from companion.rules.reading import Tap, readings
from companion.rules.record import read_record
from companion.rules.ruling import Verdict
from companion.rules.setup import Setup
from companion.rules.vocabulary import DECK_CARDS
from companion.rules.write import write_head, write_input, write_line
from companion.sentences.say import instead, say, wrong
from tests.companion.rules.walks import Step, walk

Property = Callable[[Setup, list[Step]], None]

UNDO, REDO = Entry(inputs.Undo()), Entry(inputs.Redo())


def check_state(setup: Setup, taken: list[Step]) -> None:
    for moment in walk(setup, taken):
        assert moment.after.n == moment.n
        assert moment.after.now == moment.before.now + moment.entry.after
        _sane(moment.after.race)
        _windows_sane(moment.after)


def _sane(race: Race) -> None:
    setup = race.setup
    for car in race.cars:
        assert 0 <= car.km <= GOAL_KM
        assert car.km % STEP_KM == 0
        assert car.stopped_by is None or car.stopped_by in BATTLE_HAZARDS
        assert len(set(car.safeties)) == len(car.safeties)
        assert set(car.strokes) <= set(car.safeties) <= set(SAFETIES)
    assert min(race.hands) >= 0
    assert 0 <= race.dispenser <= DECK_CARDS
    assert race.over == (race.turn is None) == bool(race.winners)
    assert race.over or not any(car.km == GOAL_KM for car in race.cars)
    if race.open:
        assert setup.edition.second_hazard
        assert race.dispenser, "with an empty dispenser nobody waits for a second hazard"
    _owed_sane(race)


def _owed_sane(race: Race) -> None:
    """At most one draw of a turn, seen last and by the player on turn; the rest only where draws are seen."""
    assert not (race.over and race.owed)
    of_turn = [owed for owed in race.owed if owed.why is Draw.TURN]
    assert of_turn in ([], [*race.owed[-1:]])
    assert all(owed.player == race.turn for owed in of_turn)
    assert race.setup.draws_seen or race.owed == tuple(of_turn)


def _windows_sane(game: Game) -> None:
    race = game.race
    assert not (race.over and race.windows)
    for window in race.windows:
        assert window.opened_at <= game.now
        assert race.setup.car_of[window.attacker] != window.car, "an attack on oneself opens no window"
    assert race.cancelled <= race.played


def check_cards(setup: Setup, taken: list[Step]) -> None:
    """106 cards, always: in the dispenser, in hands, laid or discarded.

    The steps never put the dispenser right by hand. A card from a hand that must hold none comes from nowhere (the
    count was wrong before, and nobody can say where); then, and only then, there is one more.
    """
    game, cards = begin(setup), DECK_CARDS
    assert _cards(game.race) == cards
    for moment in walk(setup, taken):
        before, after = moment.before.race, moment.after.race
        corrected = moment.ruling.play in ("undo", "redo")
        out_of_nowhere = 0 if corrected or all(before.hands) else _cards(after) - _cards(before)
        assert 0 <= out_of_nowhere <= 2, "an answered question and the tap that answered it"
        if not corrected:
            assert _cards(after) == _cards(before) + out_of_nowhere


def _cards(race: Race) -> int:
    return race.dispenser + sum(race.hands) + sum(len(car.laid) for car in race.cars) + race.discards


def check_unaccepted_changes_nothing(setup: Setup, taken: list[Step]) -> None:
    for moment in walk(setup, taken):
        refused = moment.ruling.verdict in (Verdict.ILLEGAL, Verdict.UNCLEAR, Verdict.IGNORED)
        if refused and moment.before.question is None:
            assert moment.after.race is moment.before.race
            assert moment.after.past is moment.before.past
            assert moment.after.undone is moment.before.undone
        if moment.after.question is not None:
            assert moment.after.refused is None


def check_replay(setup: Setup, taken: list[Step]) -> None:
    """Written as a record and read again it is the same race, ruling by ruling."""
    live = list(walk(setup, taken))
    lines = [write_line(write_input(moment.entry.input, setup), moment.entry.after) for moment in live]
    record = read_record("\n".join([*write_head(setup), *lines]).encode(), editions())
    assert record.setup == setup
    assert [entry for _, entry in record.entries] == [moment.entry for moment in live]
    game = begin(record.setup)
    for (_, entry), moment in zip(record.entries, live, strict=True):
        game, ruling = enter(game, entry)
        assert ruling == moment.ruling
        assert game.race == moment.after.race
        assert (game.question, game.refused, game.now, game.n) == moment.after[3:]


def check_undo(setup: Setup, taken: list[Step]) -> None:
    for moment in walk(setup, taken):
        game = moment.after
        _steps_numbered(moment)
        back, ruling = enter(game, UNDO)
        if game.question is not None:
            assert back.race is game.race
            assert back.undone is game.undone
        elif game.past is None:
            assert ruling.verdict is Verdict.IGNORED
            assert back.race is game.race
        else:
            assert back.race is game.past.race
            again, _ = enter(back, REDO)
            assert again.race is game.race
            assert (again.past is None) == (game.past is None)
    _undo_all(setup, list(walk(setup, taken)))


def _steps_numbered(moment: Moment) -> None:
    """Each change of the race carries the number of its input, a question settled by another input that of its tap."""
    numbers, step = [], moment.after.past
    while step is not None:
        numbers.append(step.n)
        step = step.beyond
    assert numbers == sorted(set(numbers), reverse=True)
    question, corrected = moment.before.question, moment.ruling.play in ("undo", "redo")
    if moment.after.race is not moment.before.race and question is None and not corrected:
        assert numbers[0] == moment.n
    settled = question is not None and moment.after.question is None and not isinstance(moment.entry.input, inputs.By)
    if question is not None and settled and not corrected:
        assert question.n in numbers


def _undo_all(setup: Setup, live: list[Moment]) -> None:
    """Undone to the deal and redone, the last race is there again."""
    game = live[-1].after._replace(question=None) if live else begin(setup)
    last, changes = game.race, 0
    while game.past is not None:
        game, changes = enter(game, UNDO)[0], changes + 1
    assert game.race == start(setup)
    for _ in range(changes):
        game, ruling = enter(game, REDO)
        assert ruling.verdict is Verdict.NOTED
    assert game.race is last


def check_judge(setup: Setup, taken: list[Step]) -> None:
    """Judging is a pure function, and its short form agrees; an accepted tap broke nothing in the reading taken."""
    for moment in walk(setup, taken):
        tapped = moment.entry.input
        if not isinstance(tapped, Tap) or tapped.card is None or moment.before.question is not None:
            continue
        race = moment.before.race
        plays = readings(race, tapped, moment.after.now)
        for play in plays:
            assert judge(race, play) == judge(race, play)
            assert is_legal(race, play) == (not judge(race, play))
        if moment.ruling.verdict is Verdict.LEGAL:
            assert any(is_legal(race, play) for play in plays)
        assert enter(moment.before, moment.entry)[1] == moment.ruling


def check_sentences(setup: Setup, taken: list[Step]) -> None:
    """Every ruling can be said in every language, and stands on a citation if it has a code."""
    for moment in walk(setup, taken):
        if moment.ruling.code is not None:
            assert moment.ruling.code in setup.edition.citations
        for language in LANGUAGES:
            sentences = catalogue(language, "rulings")
            said = [say(moment, sentences), wrong(moment, sentences)]
            if moment.ruling.verdict is Verdict.ILLEGAL:
                said.append(instead(moment, sentences))
            assert not any("{" in text or "None" in text or f".{moment.ruling.code}" in text for text in said)
