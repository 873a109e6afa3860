"""What is heard on a device: spoken, or told to a screen reader; and tones. What its voice would say is recorded."""

import pytest
from playwright.sync_api import Page, expect

from firmware.controls.buzzer import TONES
from tests.browser.table import OpenTable, Table, expect_text
from tests.companion.page import views

pytestmark = pytest.mark.browser

RECORDER = """
window.spoken = [];
window.cut = 0;
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
const synthesis = new EventTarget();
Object.assign(synthesis, {
  getVoices: () => [
    { name: "Ann", lang: "en-GB", voiceURI: "ann" }, { name: "Bob", lang: "en_US", voiceURI: "bob" },
    { name: "Inés", lang: "es-ES", voiceURI: "ines" },
  ],
  speak: (utterance) => utterance.text && window.spoken.push(utterance),
  cancel: () => { window.cut += 1; },
});
Object.defineProperty(window, "speechSynthesis", { value: synthesis });
window.finish = () => window.spoken.at(-1).onend();
window.pitches = [];
window.OscillatorNode = class extends OscillatorNode {
  constructor(audio, options) { super(audio, options); window.pitches.push(options.frequency); }
};
"""


@pytest.fixture
def table(open_table: OpenTable) -> Table:
    table = open_table(views.middle())
    table.page.add_init_script(RECORDER)
    reload(table.page)
    return table


def reload(page: Page) -> None:
    page.reload()
    page.wait_for_selector("#line[data-state=live]")


def switch_on(page: Page, name: str) -> None:
    page.get_by_role("button", name="Sound", exact=True).click()
    page.get_by_role("button", name=name).click()
    expect(page.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    page.evaluate("window.spoken.length && window.finish()")


def texts(page: Page) -> list[str]:
    found: list[str] = page.evaluate("window.spoken.map(({ text }) => text)")
    return found


def wait_until_spoken(page: Page, text: str) -> None:
    page.wait_for_function("text => window.spoken.at(-1)?.text === text", arg=text)


def test_silent_unless_wanted_and_told_to_a_screen_reader(table: Table) -> None:
    page = table.page
    table.feed.say("Mario drives <b>100</b> km. Luigi’s turn, 300.", "seen", "accepted")
    expect(page.locator("#heard [aria-live=polite]")).to_have_text("Mario drives <b>100</b> km. Luigi’s turn, 300.")
    table.feed.say("Not allowed.", "refused", urgent=True)
    expect(page.locator("#heard [aria-live=assertive]")).to_have_text("Not allowed.")
    assert texts(page) == []
    assert page.evaluate("window.pitches") == []


def test_what_happens_is_spoken_in_the_page_s_language_by_the_chosen_voice(table: Table) -> None:
    page = table.page
    switch_on(page, "Read aloud")
    assert texts(page) == ["Mario’s turn, 300."]  # so that it is heard at once that it works
    page.locator("#sound [name=voice]").select_option(label="Bob", force=True)
    page.locator("#sound [name=rate]").select_option(label="fast", force=True)
    assert page.locator("#sound [name=voice] option").all_inner_texts() == ["the browser’s own", "Ann", "Bob"]
    table.feed.say("Luigi’s turn.")
    wait_until_spoken(page, "Luigi’s turn.")
    said = "(({ lang, rate, voice }) => [lang, rate, voice.name])(window.spoken.at(-1))"
    assert page.evaluate(said) == ["en", 1.3, "Bob"]
    assert page.locator("#heard [aria-live=polite]").inner_text() == ""
    reload(page)
    assert texts(page) == []  # what was is old news
    table.feed.say("Peach’s turn.")
    wait_until_spoken(page, "Peach’s turn.")
    assert page.evaluate(said) == ["en", 1.3, "Bob"]


def test_one_voice_at_a_time_and_a_refusal_interrupts(table: Table) -> None:
    page = table.page
    switch_on(page, "Read aloud")
    table.feed.say("One.")
    wait_until_spoken(page, "One.")
    for left, text in ((12, "Two."), (11, "Three."), (10, "Four.")):
        table.feed.say(text)
        table.feed.show(dispenser=left)
        expect_text(page, f"{left} cards in the dispenser")
    assert texts(page)[1:] == ["One."]
    page.evaluate("window.finish()")
    assert texts(page)[1:] == ["One.", "Three."]
    cut = page.evaluate("window.cut")
    table.feed.say("Not allowed.", urgent=True)
    wait_until_spoken(page, "Not allowed.")
    assert page.evaluate("window.cut") == cut + 1


def test_after_a_cut_line_only_what_is_new_since_is_spoken(table: Table) -> None:
    page = table.page
    switch_on(page, "Read aloud")
    table.feed.say("Before.")
    wait_until_spoken(page, "Before.")
    page.evaluate("window.finish()")
    table.wire.pull()
    table.feed.say("Meanwhile.")
    table.wire.plug()
    wait_until_spoken(page, "Meanwhile.")
    assert texts(page)[1:] == ["Before.", "Meanwhile."]


def test_tones_are_those_of_the_table_s_buzzer(table: Table) -> None:
    page = table.page
    tones = page.evaluate("import('/static/tones.js').then(({ TONES }) => TONES)")
    assert {name: tuple(map(tuple, notes)) for name, notes in tones.items()} == TONES
    switch_on(page, "Tones")
    table.feed.say("", "seen", "stroke")
    page.wait_for_function("() => window.pitches.length === 5")
    assert page.evaluate("window.pitches") == [1760, 1760, 1320, 1760, 1320]
