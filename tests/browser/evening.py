"""An evening at the real program: hands that draw and lay cards, two phones, and a desk; and whether they all agree."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic
from typing import Any, Self
from uuid import uuid4

from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as OutOfPatience

from tests.browser.chromium import PATIENCE_MS
from tests.browser.wire import Wire
from tests.companion.program import Program

PADS = {"Mario": "seat-1", "Luigi": "seat-2", "Peach": "seat-3", "discard": "discard"}

VOICE = """
window.spoken = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
const synthesis = {
  getVoices: () => [],
  cancel: () => {},
  speak(utterance) {
    if (utterance.text) window.spoken.push(utterance.text);
    queueMicrotask(() => utterance.onend?.());
  },
};
Object.defineProperty(window, "speechSynthesis", { value: synthesis });
"""
"""A voice that is done at once, and keeps what it said."""

ON_A_PHONE = """() => ({
  n: document.querySelector(".entries li")?.value ?? 0,
  turn: document.querySelector(".car.on-turn")?.dataset.key.slice(4) ?? "",
  dispenser: Number(document.querySelector(".dispenser").textContent.match(/\\d+/)[0]),
  cars: Object.fromEntries([...document.querySelectorAll(".car")].map((car) => [car.dataset.key.slice(4), {
    km: Number(car.querySelector(".km b").textContent.match(/\\d+/)[0]),
    started: !car.querySelector(".states [href='#s-wait']"),
    stopped_by: car.querySelector(".states [href='#s-stop']")
      ? car.querySelector(".pile .face use").getAttribute("href").slice(3) : null,
    limited: Boolean(car.querySelector(".states [href='#s-limit']")),
    safeties: [...car.querySelectorAll(".safeties use")].map((use) => use.getAttribute("href").slice(3)).sort(),
    hand: Number(car.querySelector(".hand").textContent.match(/\\d+/)[0]),
  }])),
})"""
AT_THE_DESK = """() => {
  const fact = (name) => {
    const row = document.querySelector(`[data-set="${name}"]`).closest(".fact");
    const boxes = [...row.querySelectorAll("[type=checkbox][name=value]")];
    if (boxes.length) return boxes.filter((box) => box.checked).map((box) => box.value).sort();
    return row.querySelector("[name=value]").value;
  };
  const names = [...document.querySelectorAll("[data-set$=' km']")].map((mark) => mark.dataset.set.slice(0, -3));
  return {
    n: document.querySelector(".lines li")?.value ?? 0,
    turn: document.querySelector("#turn span")?.textContent.split(" ")[0] ?? "",
    dispenser: Number(fact("dispenser")),
    cars: Object.fromEntries(names.map((name) => [name, {
      km: Number(fact(`${name} km`)),
      started: fact(`${name} started`) === "yes",
      stopped_by: fact(`${name} stopped-by`) === "none" ? null : fact(`${name} stopped-by`),
      limited: fact(`${name} limited`) === "yes",
      safeties: fact(`${name} safeties`),
    }])),
  };
}"""


class Evening:
    """Anna's phone and Ben's, each by a wire of its own, and the desk, at a simulated table."""

    def __init__(self, browser: Browser, program: Program) -> None:
        self.program = program
        self.problems: list[str] = []
        self._browser = browser
        self._closing = ExitStack()

    def __enter__(self) -> Self:
        port = int(self.program.address.rpartition(":")[2])
        self.wires = (Wire(port), Wire(port))
        for wire in self.wires:
            self._closing.callback(wire.close)
        self.desk = self._open(f"{self.program.address}/desk", 1280)
        self.anna, self.ben = (self._open(wire.address, 320) for wire in self.wires)
        return self

    def __exit__(self, *_problem: object) -> None:
        self._closing.close()

    def _open(self, address: str, width: int) -> Page:
        context = self._browser.new_context(viewport={"width": width, "height": 740}, locale="en")
        self._closing.callback(context.close)
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(VOICE)
        page = context.new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.goto(address)
        page.wait_for_selector("#line[data-state=live]")
        return page

    @property
    def n(self) -> int:
        """The number of the latest input."""
        found = re.search(r'<li value="(\d+)"', self.program.text("/desk/lines"))
        return int(found[1]) if found else 0

    def line(self, n: int) -> Locator:
        """An input in the desk's history."""
        return self.desk.locator(f"[data-key=line-{n}]")

    def draw(self, player: str, ruled: str = "noted") -> None:
        """The player takes the top card; the sensor sees it."""
        self._by_hand("draw", ruled, player=player)

    def lay(self, player: str, card: str, on: str, ruled: str = "legal") -> None:
        """The player lays a card on a pad, whose reader reads its tag."""
        self._by_hand("lay", ruled, player=player, card=card, pad=PADS[on])

    def hands(self, act: str, **facts: str) -> None:
        """Do at the table what needs no ruling."""
        self.program.ask(f"/table/api/{act}", id=uuid4().hex, **facts)

    def _by_hand(self, act: str, ruled: str, **facts: str) -> None:
        n = self.n + 1
        self.hands(act, **facts)
        self.line(n).wait_for()
        assert ruled in str(self.line(n).get_attribute("class")).split(), self.line(n).inner_text()

    def play(self, *plays: str) -> None:
        """Turn by turn, each with its draw: `Mario 100/1`, `Mario discard 25/1`, `Mario flat-tire/1 on Luigi`."""
        for each in plays:
            player, *words = each.split()
            self.draw(player)
            match words:
                case ["discard", card]:
                    self.lay(player, card, "discard")
                case [card, "on", other]:
                    self.lay(player, card, other)
                case [card]:
                    self.lay(player, card, player)

    def agree(self) -> None:
        """Wait until every page shows the race that the API tells."""
        race = self.program.ask("/api/race")["race"]
        for page, shown in ((self.anna, ON_A_PHONE), (self.ben, ON_A_PHONE), (self.desk, AT_THE_DESK)):
            told = self._told(race, hands=shown is ON_A_PHONE)
            try:
                page.wait_for_function(f"told => JSON.stringify(({shown})()) === JSON.stringify(told)", arg=told)
            except OutOfPatience:
                raise AssertionError(f"the page shows {page.evaluate(shown)}, the race is {told}") from None
        assert self.problems == []

    def _told(self, race: dict[str, Any], *, hands: bool) -> dict[str, Any]:
        facts = ("km", "started", "stopped_by", "limited")
        cars = {
            name: {**{fact: car[fact] for fact in facts}, "safeties": sorted(car["safeties"])}
            | ({"hand": race["hands"][name]} if hands else {})
            for name, car in race["cars"].items()
        }
        return {"n": self.n, "turn": race["turn"] or "", "dispenser": race["dispenser"], "cars": cars}


@contextmanager
def asleep(page: Page) -> Iterator[None]:
    """Nothing of the page runs, as on a phone that sleeps: a page without a window can be frozen in no other way."""
    paused: list[bool] = []
    session = page.context.new_cdp_session(page)
    session.on("Debugger.paused", lambda _where: paused.append(True))
    session.send("Debugger.enable")
    session.send("Debugger.pause")
    until = monotonic() + PATIENCE_MS / 1000
    while not paused:  # at its next step, of which a live page has one a second
        assert monotonic() < until, "the page does not sleep"
        session.send("Runtime.getIsolateId")  # while something is asked, events come in
    yield
    session.send("Debugger.resume")
    session.detach()


def press(page: Page, name: str) -> None:
    """Touch the button of that name."""
    page.get_by_role("button", name=name, exact=True).click()


def says(page: Page, text: str) -> None:
    """The last ruling on the page."""
    expect(page.locator("#said .said")).to_have_text(text)


def wait_until_spoken(page: Page, text: str) -> None:
    """Wait until the phone's voice has said something that contains the text."""
    page.wait_for_function("text => window.spoken.some((said) => said.includes(text))", arg=text)
