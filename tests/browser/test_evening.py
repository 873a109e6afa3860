"""Two phones and a desk through a whole race at the real program: whatever happens, all of them show the same race."""

from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest
from playwright.sync_api import Browser, Page, expect

from firmware.presence import GONE_MS
from tests.browser.evening import Evening, asleep, press, says, wait_until_spoken
from tests.browser.stacked import stack
from tests.companion.program import Program

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HEAD = "edition mario-kart\ncars Mario Luigi Peach\ndraws seen"
HANDS = {
    "Mario": ["green-light/1", "flat-tire/1", "200/1", "200/2", "100/1", "100/2"],
    "Luigi": ["green-light/2", "puncture-proof/1", "red-light/1", "100/3", "50/1", "75/1"],
    "Peach": ["green-light/3", "speed-limit/1", "25/1", "75/2", "50/2", "50/3"],
}
DRAWN = [
    "100/4", "50/4", "50/5",  # all start
    "100/5", "25/2", "25/3",  # Luigi draws twice after a stroke
    "50/6", "100/6",  # Peach's pad is unplugged
    "25/4", "75/3", "100/7",  # a red light, a discard, an overruled card
    "25/5", "75/4", "green-light/4",  # both phones sleep
]  # fmt: skip
REST = """
Luigi 50/4, Peach 50/5, Mario 200/2
Luigi 25/2, Peach 50/6, Mario 100/2
Luigi 25/3, Peach 75/3, Mario 100/4
Luigi 25/4, Peach 75/4, Mario 100/5
Luigi 25/5, Peach 50/2, Mario 100/6
Luigi discard 75/1, Peach 50/3, Mario 100/7
"""


@pytest.fixture
def evening(chromium: Browser, tmp_path: Path) -> Iterator[Evening]:
    stack(tmp_path, HEAD, HANDS, DRAWN)
    program = Program(tmp_path)
    try:
        with Evening(chromium, program) as evening:
            yield evening
    finally:
        program.kill()


def test_all_show_the_same_race_from_the_deal_to_the_rematch(evening: Evening) -> None:
    for act in (
        each_phone_is_its_owners,
        a_card_is_refused,
        an_attack_is_answered,
        a_card_is_missed,
        the_table_is_right_in_the_end,
        both_phones_sleep,
        the_past_is_put_right,
        the_race_is_won,
        another_race_begins,
    ):
        act(evening)
        evening.agree()


def each_phone_is_its_owners(evening: Evening) -> None:
    for phone in (evening.anna, evening.ben):
        press(phone, "Sound")
        phone.locator("#sound [name=aloud]").click()
        expect(phone.locator("#sound [name=aloud]")).to_have_attribute("aria-pressed", "true")
        phone.keyboard.press("Escape")
    ben = evening.ben
    press(ben, "Pages")
    ben.locator(".languages summary").click()
    ben.get_by_role("link", name="Español").click()
    expect(ben.locator("#turn")).to_contain_text("Es el turno de Mario")
    ben.wait_for_selector("#line[data-state=live]")
    for phone in (evening.anna, ben):
        phone.evaluate("window.loadedOnce = true")


def a_card_is_refused(evening: Evening) -> None:
    evening.play("Mario green-light/1")
    evening.draw("Luigi")
    evening.lay("Luigi", "100/3", "Luigi", ruled="illegal")
    for page in (evening.anna, evening.ben, evening.desk):
        expect(page.locator(".ruling.illegal")).to_be_visible()
    says(evening.anna, "Luigi has not started yet and cannot play 100 km.")
    evening.agree()
    evening.hands("take-back", pad="seat-2")
    evening.lay("Luigi", "green-light/2", "Luigi")
    evening.play("Peach green-light/3")


def an_attack_is_answered(evening: Evening) -> None:
    evening.play("Mario flat-tire/1 on Luigi")
    press(evening.desk, "Pause")
    for page in (evening.anna, evening.ben):
        expect(page.locator("[data-key=paused]")).to_be_visible()
        expect(page.locator("[data-key=window-Luigi-flat-tire] [role=timer]")).to_contain_text(" s")
    evening.agree()
    press(evening.desk, "Go on")
    evening.desk.locator("[data-key=paused]").wait_for(state="detached")
    evening.lay("Luigi", "puncture-proof/1", "Luigi")
    expect(evening.ben.locator("[data-key=car-Luigi] .crosswise")).to_be_visible()
    evening.agree()
    evening.draw("Luigi")
    evening.draw("Luigi")
    evening.lay("Luigi", "100/3", "Luigi")
    wait_until_spoken(evening.anna, "Master Stroke! Luigi answers the attack on Luigi with Puncture-Proof Tyre.")
    wait_until_spoken(evening.ben, "¡Golpe maestro! Luigi responde al ataque contra Luigi con")


def a_card_is_missed(evening: Evening) -> None:
    """Peach's pad is unplugged while she lays her card; Anna's phone enters it afterwards."""
    evening.draw("Peach")
    evening.hands("break", pad="seat-3")
    fault = evening.ben.locator("[data-key$='-offline']")
    fault.wait_for()
    sleep(GONE_MS / 1000)  # what comes while a reader is silent for less is a tap
    evening.hands("lay", player="Peach", card="75/2", pad="seat-3")
    evening.hands("repair", pad="seat-3")
    fault.wait_for(state="detached")
    evening.draw("Mario", ruled="illegal")
    evening.lay("Mario", "200/1", "Mario", ruled="illegal")
    evening.agree()
    anna = evening.anna
    anna.locator("summary", has_text="Was Peach’s card not tapped?").press("Enter")
    anna.locator(".suggestions details[open]").get_by_role("button", name="75 km").first.click()
    says(anna, "Mario drives 200 km and is at 200 km.")


def the_table_is_right_in_the_end(evening: Evening) -> None:
    """A window is passed, a card is not Peach's and is again, and a refused one stands."""
    evening.play("Luigi red-light/1 on Mario")
    press(evening.anna, "No stroke from Mario")
    evening.ben.locator("[data-key=window-Mario-red-light]").wait_for(state="detached")
    evening.play("Peach discard 25/1")
    ruling = evening.ben.locator(".ruling")
    ruling.locator("summary").click()
    ruling.locator("[data-player=Luigi]").click()
    evening.desk.locator(".ruling.illegal").wait_for()
    evening.agree()
    press(evening.anna, "Redo")
    evening.desk.get_by_role("heading", name="Mario is on turn").wait_for()
    evening.draw("Mario")
    evening.lay("Mario", "100/1", "Mario", ruled="illegal")
    press(evening.anna, "Overrule: let it stand")
    expect(evening.ben.locator("[data-key=car-Mario] .km b")).to_have_text("300 km")
    evening.ben.locator("[data-key=undo]").click()
    expect(evening.anna.locator("[data-key=car-Mario] .km b")).to_have_text("200 km")
    evening.agree()
    evening.ben.locator("[data-key=redo]").click()
    expect(evening.anna.locator("[data-key=car-Mario] .km b")).to_have_text("300 km")


def both_phones_sleep(evening: Evening) -> None:
    """Anna's is out of reach; Ben's is frozen, and its line cut meanwhile. Neither page is loaded anew."""
    anna, ben = evening.anna, evening.ben
    with asleep(ben):
        anna.context.set_offline(True)
        for wire in evening.wires:
            wire.pull()
        evening.play("Luigi 50/1", "Peach speed-limit/1 on Luigi", "Mario green-light/4")
        expect(anna.locator("[data-key=car-Luigi] .km b")).to_have_text("100 km")
        for wire in evening.wires:
            wire.plug()
        anna.context.set_offline(False)
    evening.agree()
    for phone in (anna, ben):
        assert phone.evaluate("window.loadedOnce")


def the_past_is_put_right(evening: Evening) -> None:
    desk, luigi = evening.desk, evening.anna.locator("[data-key=car-Luigi]")
    begin(desk, latest(desk, "Luigi 50/1"), "change")
    desk.locator("#change [name=card]").select_option("75")
    accept(desk, "Luigi Kilometres: 150 km → 175 km")
    expect(luigi).to_contain_text("175 km")
    evening.agree()
    press(desk, "Take back the change")
    expect(luigi).to_contain_text("150 km")
    evening.agree()

    begin(desk, latest(desk, "Mario green-light/4") - 1, "insert")  # before Mario's draw, which then is Peach's
    desk.locator("#change [name=card]").select_option("out-of-gas")
    desk.locator("#change [name=pad]").select_option("Luigi")
    accept(desk, "2 later rulings change")
    expect(luigi).to_contain_text("Stopped: Out of Gas")
    evening.agree()
    begin(desk, latest(desk, "Luigi out-of-gas"), "remove")
    accept(desk, "2 later rulings change")
    expect(luigi).not_to_contain_text("Stopped")


def latest(desk: Page, line: str) -> int:
    """The number of the newest input that was entered so."""
    return int(desk.locator(f"[data-line='{line}']").first.get_attribute("data-n") or 0)


def begin(desk: Page, n: int, act: str) -> None:
    desk.locator(f"[data-n='{n}'] [data-act={act}]").click()


def accept(desk: Page, told: str) -> None:
    """Accept a change of which the preview tells this."""
    expect(desk.locator("#preview")).to_contain_text(told)
    press(desk, "Accept the change")
    expect(desk.locator("#change")).to_be_hidden()


def the_race_is_won(evening: Evening) -> None:
    evening.play(*REST.strip().replace("\n", ", ").split(", "))
    for page in (evening.anna, evening.ben):
        expect(page.locator(".winner")).to_contain_text("Mario")
    wait_until_spoken(evening.anna, "Mario reaches 1000 km and wins!")


def another_race_begins(evening: Evening) -> None:
    press(evening.anna, "Rematch: Luigi begins")
    evening.desk.get_by_role("heading", name="Luigi is on turn").wait_for()
    evening.agree()
    evening.draw("Luigi")
