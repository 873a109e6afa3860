"""The faults that OctoPrint and Home Assistant have had (APPLIANCE.md, Page): none of them is here."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from companion.pairing.sessions import IDLE_S
from tests.companion.page import views
from tests.companion.page.fake_feed import entry
from tests.companion.page.joining import PHONE, House
from tests.companion.page.wizard import Wizard

HOSTILE = [
    "<img src=x onerror=alert(1)>",
    '"><script>alert(1)</script>',
    "' onmouseover='alert(1)",
    "'; DROP TABLE race; --",
    "{{ 7 * 7 }}{% raw %}",
    "javascript:alert(1)",
]


class Elements(HTMLParser):
    """What a browser would make of a page: each tag with its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def check_harmless(html: str) -> None:
    for tag, attributes in Elements(html).found:
        assert tag not in {"img", "iframe", "object", "embed", "base"}, attributes
        assert not any(name.startswith("on") or name == "style" for name in attributes), attributes
        assert not (attributes.get("href") or "").startswith("javascript:")
        if tag == "script":
            assert (attributes.get("src") or "").startswith("/"), attributes


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


# No login rate limit.


@pytest.mark.slow
def test_tries_of_the_pin_run_out_for_an_address_and_for_all(house: House) -> None:
    pin = house.invitations.new_pin()
    wrong = f"{(int(pin) + 1) % 10**6:06}"

    def tried(address: str, digits: str = wrong) -> int:
        return house.browser(address).post("/join/api/pin", pin=digits, name="Eve").status_code

    assert [tried("10.0.0.66") for _ in range(6)] == [403] * 5 + [429]
    assert tried("10.0.0.66", pin) == 429
    assert [tried(f"10.0.1.{n}") for n in range(6)] == [403] * 5 + [429]
    house.up_s += 60
    assert tried("10.0.2.1") == 403
    assert tried("10.0.2.1") == 429


def test_who_asks_without_end_is_stopped(house: House) -> None:
    browser = house.browser()
    answers = [browser.post("/join/api/ask", name="Eve").status_code for _ in range(8)]
    assert answers == [200] * 6 + [429] * 2
    assert len(house.door.view("", here=False)["asking"]) == 0


# Sessions that never expire.


def test_a_session_that_nobody_uses_ends_and_one_that_is_removed_ends_at_once(house: House) -> None:
    anna = house.paired("Anna")
    house.up_s += IDLE_S - 10
    assert anna.act() == 200
    house.up_s += IDLE_S + 1
    assert anna.act() == 403


# No guard against commands that other sites' pages send; every command: test_every_command.py.


def test_the_cookie_goes_to_no_other_site_and_to_no_script(house: House) -> None:
    cookie = house.browser().post("/join/api/ask", name="Anna").headers["Set-Cookie"]
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://table.local.evil.example"},
        {"Origin": "http://table.local:81"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_foreign_page_in_a_paired_browser_changes_nothing(house: House, headers: dict[str, str]) -> None:
    anna = house.paired("Anna")
    assert anna.act() == 200
    before = list(house.feed.sent)
    assert anna.act(headers) == 403
    assert anna.post("/join/api/ask", headers, name="Eve").status_code == 403
    assert house.feed.sent == before


@pytest.mark.parametrize("host", ["evil.example", "table.local.evil.example", "192.168.1.8", "[fd00::5]", "", "x y"])
def test_a_name_that_was_rebound_to_this_machine_gets_nothing(house: House, host: str) -> None:
    anna = house.paired("Anna")
    for path in ("/", "/join", "/api/race", "/events", "/healthz", "/static/page.css"):
        assert anna.get(path, Host=host).status_code == 400, path
    assert anna.act({"Host": host, "Origin": f"http://{host}"}) == 400
    assert house.feed.sent == []


# Script through a name.


@pytest.mark.parametrize("name", HOSTILE)
def test_a_player_s_name_is_text_on_every_page(house: House, name: str) -> None:
    view = views.start(name, "Luigi")
    view["history"] = [entry(1, "legal", f"{name} lays 100 km.", player=name, charged=name, not_mine=[name])]
    view["question"] = {"code": "whose-card", "text": name, "answers": [{"name": name, "line": f"by {name}"}]}
    view["notice"] = name
    view["lent"] = [{"car": name, "place": name}]
    house.feed.show(**{key: value for key, value in view.items() if key != "id"})
    page = house.paired().get("/").text
    assert name not in page or name in ("{{ 7 * 7 }}{% raw %}", "javascript:alert(1)")
    assert "49{%" not in page
    check_harmless(page)


@pytest.mark.parametrize("name", [name[:24] for name in HOSTILE])
def test_a_phone_s_name_is_text_to_those_who_see_it(house: House, name: str) -> None:
    anna, eve = house.paired("Anna"), house.browser("192.168.1.66")
    assert eve.post("/join/api/ask", name=name).status_code == 200
    check_harmless(anna.get("/join").text)
    anna.post("/join/api/admit", number=eve.number)
    for browser in (anna, eve):
        check_harmless(browser.get("/join").text)


@pytest.mark.parametrize(
    "name", ["a\nb", "a\r\nSet-Cookie: x=y", "\u202eevil", "a\u2066b", "\x1b[31mred", "a\u2028b", "\x00"]
)
def test_a_name_that_would_turn_text_around_or_break_a_line_is_none(house: House, name: str) -> None:
    assert house.browser().post("/join/api/ask", name=name).status_code == 400
    cars = [{"players": [name]}, {"players": ["Luigi"]}]
    answer = house.paired().post("/api/new-race", edition="ryvo", cars=cars)
    assert answer.status_code == 400
    assert house.feed.sent == []


# Script through text that a device sent.


@pytest.mark.slow
@pytest.mark.parametrize("text", [*HOSTILE, "gas/1\n\u202e", "\x1b[2J"])
def test_a_tag_s_text_and_a_chip_s_words_are_text(house: House, tmp_path: Path, text: str) -> None:
    wizard = Wizard(tmp_path / "deck")
    wizard.do("begin")
    wizard.do("names", word="on")
    wizard.lay(bytes.fromhex("04A2245A6F6180"), text)
    check_harmless(wizard.page())
    news = wizard.news("").json
    check_harmless(news["html"])
    house.feed.show(faults=[{"part": text, "code": text, "text": text, "borrow": None}])
    check_harmless(house.browser().get("/").text)


# Names of log files and of downloads.


@pytest.mark.parametrize(
    "path",
    [
        "/static/../__init__.py",
        "/static/..%2f__init__.py",
        "/static/%2e%2e/__init__.py",
        "/static/....//__init__.py",
        "/race/../pin.json",
        "/race/..%2f..%2fpin.json",
        "/race/current.race%00.txt",
        "/join/..%2fsessions.json",
        "/sessions.json",
        "/pin.json",
    ],
)
def test_nothing_but_what_is_meant_can_be_downloaded(house: House, path: str) -> None:
    house.invitations.new_pin()
    assert house.paired().get(path).status_code in (400, 404)


def test_a_download_is_named_by_the_table(house: House) -> None:
    answer = house.browser().get("/race/current.race?filename=../../x&download=evil")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="current.race"'
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


# Clickjacking; and what else a browser must not be let do.


@pytest.mark.parametrize(
    "path", ["/", "/join", "/join/card", "/api/race", "/nothing", "/static/page.css", "/race/current.race"]
)
def test_no_page_can_be_framed_and_nothing_comes_from_outside(house: House, path: str) -> None:
    for headers in (house.browser().get(path).headers, house.browser().get(path, Host="evil.example").headers):
        assert headers["X-Frame-Options"] == "DENY"
        policy = headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in policy
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "/\\evil.example", "/a\r\nX: y"])
def test_no_link_of_this_page_leads_elsewhere(house: House, back: str) -> None:
    answer = house.browser().client.get("/language/es", query_string={"back": back}, headers={"Host": "table.local"})
    assert re.fullmatch(r"/[^/\\\s].*|/", answer.headers["Location"])


@pytest.mark.parametrize("environment", ["0", "1"])
def test_there_is_no_debugger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, environment: str) -> None:
    monkeypatch.setenv("FLASK_DEBUG", environment)
    house = House(tmp_path)
    assert not house.app.debug
    monkeypatch.setattr(house.feed, "latest", lambda _language: 1 / 0)
    broken = house.browser().get("/")
    assert (broken.status_code, "ZeroDivisionError" in broken.text) == (500, False)
    assert broken.headers["X-Frame-Options"] == "DENY"
    for path in ("/console", "/?__debugger__=yes&cmd=resource&f=debugger.js", "/debug"):
        assert "debugger" not in house.browser(PHONE).get(path).text
