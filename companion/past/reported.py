"""A ruling reported: the shortest record that shows it, ready to be sent to whoever can tell whether it is right."""

from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple

from companion.lang import Catalogue
from companion.moment import Moment
from companion.past.shortest import Case
from companion.rules.write import write_input
from companion.sentences.printable import printable
from companion.sentences.say import citation, say

PROGRAM = "mille-bornes"


class Reported(NamedTuple):
    """What is sent."""

    record: str
    """A `.race` text; behind its last input a comment says how that is ruled, as the project's own tests have it."""
    sentence: str


def reported(case: Case, race: str, n: int, rulings: Catalogue, words: Catalogue) -> Reported:
    """Input `n` of the race called so, of which `case` is left; sentences are of `rulings` and `words`.

    A name with marks that would turn the text around has another name there.
    """
    case = case._replace(setup=case.setup.renamed(printable))
    last = case.last
    *before, line = case.lines()
    said = printable(say(last, rulings))
    origin = words.text("report.origin", race=race, n=n, program=_program())
    record = [f"# {origin}", f"# {said}", *before, f"{line}  #> {expected(last)}", ""]
    facts = {"line": write_input(last.entry.input, case.setup), "edition": case.setup.edition.title, "said": said}
    source = citation(last)
    sentence = words.text("report.sentence", **facts)
    if source:
        sentence = f"{sentence} {words.text('report.source', source=source)}"
    return Reported("\n".join(record), sentence)


def expected(ruled: Moment) -> str:
    """The ruling in the words of a `#>` comment: verdict, code, play, player, car and card."""
    ruling, setup = ruled.ruling, ruled.after.race.setup
    told = [
        ruling.verdict,
        ruling.code,
        ruling.play,
        "null" if ruling.player is None else setup.players[ruling.player],
        None if ruling.car is None else setup.cars[ruling.car],
        ruling.card,
    ]
    return " ".join(word for word in told if word)


def _program() -> str:
    try:
        return f"{PROGRAM} {version(PROGRAM)}"
    except PackageNotFoundError:
        return PROGRAM
