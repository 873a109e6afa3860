"""Joining: where the table is, watching without ado, and acting once a phone is paired."""

import json
import re
from itertools import product
from pathlib import Path

import pytest

from companion.lang import LANGUAGES
from tests.companion.page.joining import House

FOUND = [("wlan0", "192.168.1.7"), ("wlan0", "[fd00::4]"), ("", "table.local")]


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path, found=FOUND)


def test_each_network_has_its_address_and_code(house: House) -> None:
    for path in ("/join", "/join/card"):
        page = house.browser().client.get(path, headers={"Host": "localhost"}, base_url="http://localhost:8080").text
        for host in ("192.168.1.7", "[fd00::4]", "table.local"):
            assert f'href="http://{host}:8080/join"' in page
        assert page.count('class="qr"') == 3


def test_a_table_that_is_open_to_its_machine_only_says_how_to_let_phones_in(tmp_path: Path) -> None:
    browser = House(tmp_path).browser()
    for room, language in product(("/join", "/join/card"), LANGUAGES):
        page = browser.get(f"{room}?lang={language}").text
        assert "<code>./table --host 0.0.0.0</code>" in page
        assert page.count("<li>") >= 3, "step by step"
        assert 'class="qr"' not in page


def test_who_is_not_paired_watches_and_is_told_how_to_act(house: House) -> None:
    browser = house.browser()
    page = browser.get("/")
    assert '<body class="watching"' in page.text
    assert 'href="/join"' in re.sub("(?s)<main.*", "", page.text)
    assert 'href="/join"' in page.text
    assert browser.get("/api/race").status_code == 200
    answer = browser.post("/api/input", line="Mario 100")
    assert answer.status_code == 403
    assert answer.json
    assert "/join" in answer.json["error"]
    assert house.feed.sent == []


def test_a_sign_from_the_table_lets_the_phone_act_under_its_name(house: House) -> None:
    anna = house.browser()
    assert anna.post("/join/api/ask", name="  Anna’s   phone ").status_code == 200
    assert 1 <= anna.number <= 40
    assert anna.act() == 403
    house.up_s += 5
    assert house.door.admit_by_touch(house.up_s) is None
    assert anna.act() == 200
    assert "Anna’s phone acts as referee" in anna.get("/join").text
    assert 'class="watching"' not in anna.get("/").text


def test_a_page_left_open_hears_that_its_phone_acts_now_or_no_more(house: House) -> None:
    anna = house.browser()
    assert anna.post("/join/api/ask", name="Anna").status_code == 200
    heard = anna.hears("/events?last=1.1")
    assert json.loads(next(heard)["data"])["acts"] is False
    assert next(heard)["event"] == "beat"
    house.up_s += 5
    assert house.door.admit_by_touch(house.up_s) is None
    assert json.loads(next(heard)["data"])["acts"] is True
    phone = re.search(r'data-phone="([^"]+)"', anna.get("/join").text)
    assert phone
    house.door.remove(phone[1])
    assert next(heard)["event"] == "beat"
    assert json.loads(next(heard)["data"])["acts"] is False


def test_two_tables_of_one_machine_know_their_phones_apart(house: House) -> None:
    anna = house.paired()
    assert anna.act() == 200
    anna.port = "8081"
    assert anna.act() == 403


def test_two_that_ask_are_told_to_ask_one_after_the_other(house: House) -> None:
    anna, ben = house.browser("192.168.1.20"), house.browser("192.168.1.21")
    for browser, name in ((anna, "Anna"), (ben, "Ben")):
        browser.post("/join/api/ask", name=name)
    assert anna.number != ben.number
    for browser in (anna, ben):
        assert "Ask one after the other" in browser.get("/join").text


def test_the_page_hears_of_its_admission_and_of_nothing_else(house: House) -> None:
    anna = house.browser()
    anna.post("/join/api/ask", name="Anna")
    news = anna.get("/join/news").json
    assert news
    assert news["paired"] is False
    assert anna.get(f"/join/news?after={news['id']}").status_code == 204
    house.up_s += 5
    house.door.admit_by_touch(house.up_s)
    news = anna.get(f"/join/news?after={news['id']}").json
    assert news
    assert news["paired"] is True


def test_a_paired_phone_lets_another_in_and_removes_it(house: House) -> None:
    anna, ben = house.paired("Anna"), house.browser("192.168.1.21")
    ben.post("/join/api/ask", name="Ben")
    assert ben.post("/join/api/admit", number=ben.number).status_code == 403
    assert "Ben" in anna.get("/join").text
    assert anna.post("/join/api/admit", number=ben.number).status_code == 200
    assert ben.act() == 200
    phones = re.findall(r'data-phone="(\w+)"', anna.get("/join").text)
    assert len(phones) == 2
    assert anna.post("/join/api/remove", phone=phones[1]).status_code == 200
    assert (anna.act(), ben.act()) == (200, 403)


def test_the_pin_and_a_link_let_a_phone_in(house: House) -> None:
    pin, code = house.invitations.new_pin(), house.invitations.new_link()
    by_pin, by_link = house.browser("192.168.1.30"), house.browser("192.168.1.31")
    assert by_pin.post("/join/api/pin", pin=pin, name="Anna").status_code == 200
    assert by_link.post("/join/api/link", code=code, name="Ben").status_code == 200
    assert (by_pin.act(), by_link.act()) == (200, 200)
    answer = house.browser("192.168.1.32").post("/join/api/link", code=code, name="Carl")
    assert (answer.status_code, answer.headers.get("Set-Cookie")) == (403, None)


def test_a_program_sends_its_token_as_a_bearer(house: House) -> None:
    program = house.browser()
    answer = program.post("/join/api/link", code=house.invitations.new_link(), name="a program")
    token = answer.headers["Set-Cookie"].split(";")[0].removeprefix("paired-80=")
    fresh = house.browser()
    assert fresh.act({"Authorization": f"Bearer {token}"}) == 200
    assert fresh.act({"Authorization": f"Bearer {token}x"}) == 403
    assert fresh.act({"Authorization": "Basic eDp5"}) == 403


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "An\nna", "\u202eannA", 7, None])
def test_a_name_that_is_none_is_refused_with_the_cure(house: House, name: object) -> None:
    answer = house.browser().post("/join/api/ask", name=name)
    assert answer.status_code == 400
    assert answer.json
    assert "name" in answer.json["error"]
    assert "Set-Cookie" not in answer.headers


def test_an_act_that_there_is_not(house: House) -> None:
    assert house.paired().post("/join/api/dance").status_code == 404


@pytest.mark.parametrize(
    ("address", "host", "may"),
    [
        ("127.0.0.1", "localhost", True),
        ("127.0.0.1", "127.0.0.1:8080", True),
        ("::1", "[::1]:8080", False),  # none of this house's hosts
        ("192.168.1.20", "localhost", False),
        ("127.0.0.1", "table.local", False),
        ("192.168.1.20", "192.168.1.7", False),
    ],
)
def test_a_simulated_table_is_paired_with_its_own_machine_only(
    tmp_path: Path, address: str, host: str, *, may: bool
) -> None:
    assert (House(tmp_path, simulated=True).browser(address, host).act() == 200) is may


def test_a_real_table_is_not(tmp_path: Path) -> None:
    assert House(tmp_path).browser("127.0.0.1", "localhost").act() == 403
