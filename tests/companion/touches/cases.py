"""What goes wrong at a table, what people do about it, and the race that they meant."""

from collections.abc import Callable

from tests.companion.touches.people import FREE, People

Case = Callable[[People], None]

CASES: list[tuple[str, Case, str]] = []


def case(meant: str) -> Callable[[Case], Case]:
    """A case and the race that was meant: lines of a record, parted by commas."""

    def known(happens: Case) -> Case:
        CASES.append(((happens.__doc__ or "").rstrip("."), happens, meant))
        return happens

    return known


@case("draw, Mario 100, draw, Luigi 50")
def missed_tapped_again(table: People) -> None:
    """Missed tap, one play later: tapped again."""
    table.draw()
    table.draw()
    table.tap("50/1", on="Luigi")
    table.tap("100/1", on="Mario")
    table.tap("50/1", on="Luigi")
    table.screen.answer("Has Luigi drawn already?")


@case("draw, Mario 100, draw, Luigi 50")
def missed_told(table: People) -> None:
    """Missed tap, one play later: told."""
    table.draw()
    table.draw()
    table.tap("50/1", on="Luigi")
    table.screen.answer("Was Mario’s card not tapped?", "100 km", on="On Mario")


@case("draw, Mario 100, draw, Luigi 50, draw, Peach 75, draw, Toad 25")
def missed_three_plays_ago(table: People) -> None:
    """Missed tap, three plays later: told."""
    table.draw()
    table.draw()
    table.tap("50/1", on="Luigi")
    table.draw()
    table.tap("75/1", on="Peach")
    table.draw()
    table.tap("25/1", on="Toad")
    question = "Was Mario’s card not tapped? Luigi’s 50 km and Peach’s 75 km then count too."
    table.screen.answer(question, "100 km", on="On Mario")


@case("draw, Mario 100, draw, discard 50, draw, discard 75, draw, Toad 25")
def missed_and_charged_to_others(table: People) -> None:
    """Missed tap, three plays later, which were charged to others: told."""
    table.draw()
    table.draw()
    table.tap("50/1", on="discard")
    table.draw()
    table.tap("75/1", on="discard")
    table.draw()
    table.tap("25/1", on="Toad")
    table.screen.answer("Was Mario’s card not tapped? It came before 50 km (number 7).", "100 km", on="On Mario")


@case("draw, Mario 100")
def wrong_pad(table: People) -> None:
    """Wrong pad, refused there: tapped on the right one."""
    table.draw()
    table.tap("100/1", on="Luigi")
    table.tap("100/1", on="Mario")


@case("draw, Peach flat-tire")
def wrong_pad_accepted(table: People) -> None:
    """Wrong pad, accepted there: tapped on the right one."""
    table.draw()
    table.tap("flat-tire/1", on="Luigi")
    table.tap("flat-tire/1", on="Peach")
    table.screen.answer("Is Flat Tire meant for Peach, not for Luigi?")


@case("draw, Peach flat-tire, draw, Luigi 50")
def wrong_pad_noticed_later(table: People) -> None:
    """Wrong pad, accepted there, one play later: told."""
    table.draw()
    table.tap("flat-tire/1", on="Luigi")
    table.draw()
    table.tap("50/1", on="Luigi")
    table.screen.answer("Number 6: Is Flat Tire meant for another pad?", "Peach")


@case("draw, Mario 100, draw, Luigi 50")
def two_cards(table: People) -> None:
    """Two cards together on a pad."""
    table.draw()
    table.leave("100/1", "accident/1", on="Mario")
    table.take("100/1", "accident/1", off="Mario")
    table.tap("100/1", on="Mario")
    table.draw()
    table.tap("50/1", on="Luigi")


@case("draw, Mario 100, draw, Luigi 50, draw, Peach 75, draw, Toad 25, draw, Mario 50")
def left_lying(table: People) -> None:
    """Card left lying, the next one laid on it."""
    table.draw()
    table.leave("100/1", on="Mario")
    for player, card in (("Luigi", "50/1"), ("Peach", "75/1"), ("Toad", "25/1")):
        table.draw()
        table.tap(card, on=player)
    table.draw()
    table.tap("50/2", on="Mario")
    table.take("100/1", off="Mario")


@case("draw, Mario 100, draw, Luigi 50")
def unplugged(table: People) -> None:
    """Pad unplugged for 10 s."""
    table.draw()
    table.unplug("Mario", 5000)
    table.tap("100/1", on="Mario")
    table.evening.wait(5000)
    table.plug("Mario")
    table.tap("100/1", on="Mario")
    table.draw()
    table.tap("50/1", on="Luigi")


@case("draw, Mario 100, draw, Luigi 50, draw, Peach 75, draw, Toad 25, draw, Mario 50")
def unplugged_for_good(table: People) -> None:
    """Pad unplugged for good: a free one is lent."""
    table.draw()
    table.unplug("Mario", 5000)
    table.screen.lend("Mario", FREE)
    table.tap("100/1", on=FREE)
    for player, card in (("Luigi", "50/1"), ("Peach", "75/1"), ("Toad", "25/1")):
        table.draw()
        table.tap(card, on=player)
    table.draw()
    table.tap("50/2", on=FREE)


@case("draw, Mario 100, draw, Luigi 50")
def unplugged_for_good_without_a_page(table: People) -> None:
    """Pad unplugged for good, nobody looks at a page: the button, and a free pad."""
    table.draw()
    table.unplug("Mario", 5000)
    table.press("Mario")
    table.tap("100/1", on=FREE)
    table.draw()
    table.tap("50/1", on="Luigi")


@case("draw, Mario 100, draw, Luigi 50")
def power_cut(table: People) -> None:
    """Power cut between “seen” and the ruling."""
    table.draw()
    table.pull_the_plug_when_seen("100/1", on="Mario")
    table.take("100/1", off="Mario")
    table.draw()
    table.tap("50/1", on="Luigi")


@case("draw, Peach accident, draw, Luigi 50")
def late_stroke(table: People) -> None:
    """Late stroke: it does not count, and the safety goes back to the hand."""
    table.draw()
    table.tap("accident/1", on="Peach")
    table.draw()
    table.tap("ace-driver/1", on="Peach")
    table.tap("50/1", on="Luigi")


@case("draw, Peach accident, Peach ace-driver, draw, draw, Peach 75")
def late_stroke_that_was_called(table: People) -> None:
    """Late stroke that was called before the draw: it counts."""
    table.draw()
    table.tap("accident/1", on="Peach")
    table.draw()
    table.tap("ace-driver/1", on="Peach")
    table.screen.answer("Number 7: Did Luigi not draw there?")
    table.draw()
    table.draw()
    table.tap("75/1", on="Peach")


@case("set Mario limited yes, draw, Mario 100, overrule, draw, Luigi 50")
def disputed(table: People) -> None:
    """Disputed ruling: the table overrules it, on the page."""
    table.evening.say("set Mario limited yes")
    table.draw()
    table.tap("100/1", on="Mario")
    table.screen.press("overrule")
    table.draw()
    table.tap("50/1", on="Luigi")


@case("set Mario limited yes, draw, Mario 100, overrule, draw, Luigi 50")
def disputed_without_a_page(table: People) -> None:
    """Disputed ruling: the table overrules it, by a command card."""
    table.evening.say("set Mario limited yes")
    table.draw()
    table.tap("100/1", on="Mario")
    table.command("overrule", on="Mario")
    table.draw()
    table.tap("50/1", on="Luigi")


@case("set dispenser 1, draw, Mario 100")
def lost_card(table: People) -> None:
    """Lost card: the dispenser is empty one card too early."""
    table.evening.say("set dispenser 1")
    table.tap("100/1", on="Mario")
    table.screen.answer("Has Mario drawn already?")


@case("draw, Mario 100, draw, Luigi 50")
def dead_tag(table: People) -> None:
    """Dead tag: the card is chosen on the page."""
    table.draw()
    table.draw()
    table.tap("50/1", on="Luigi")
    table.screen.answer("Was Mario’s card not tapped?", "100 km", on="On Mario")


@case("draw, Mario 100, draw, Luigi 50")
def bus_card(table: People) -> None:
    """A bus card on the pad."""
    table.draw()
    table.tap("bus card", on="Mario")
    table.tap("100/1", on="Mario")
    table.draw()
    table.leave("bus card", on="Luigi")
    table.tap("50/1", on="Luigi")
