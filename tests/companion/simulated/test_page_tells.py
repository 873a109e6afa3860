"""What the simulated table's page tells of hands, dispenser, readers and windows, and the cures that it offers."""

from markupsafe import escape

from companion.lang import catalogue
from companion.sentences.say import DOMAIN
from companion.view.faults import fault_view
from firmware.messages import Fault
from tests.companion.simulated.served import Do, Served, html
from tests.companion.simulated.tables import UIDS


def test_a_draw_that_nobody_owes_says_so_and_is_put_back(open_page: Served, do: Do) -> None:
    page = html(open_page)
    assert "Draw a card for Mario" in page
    assert "Draw a card for Luigi anyway: none is due" in page
    assert 'data-act="put-back"' not in page
    do("draw", player="Mario")
    do("draw", player="Luigi")
    open_page.wait_for_n(2)
    page = html(open_page)
    assert "92 cards in the dispenser" in page
    assert "The referee counts 93 cards in the dispenser" in page
    assert "Luigi: 1 card more than the referee counts" in page
    assert 'data-act="put-back" data-player="Luigi"' in page
    assert do("put-back", player="Luigi").status_code == 200
    page = html(open_page)
    assert "93 cards in the dispenser" in page
    assert "than the referee counts" not in page


def test_where_only_hands_differ_the_dispenser_is_no_trouble(open_page: Served, do: Do) -> None:
    do("draw", player="Luigi")
    open_page.wait_for_n(1)
    page = html(open_page)
    assert "Mario: 1 card fewer than the referee counts" in page
    assert "Hands and dispenser differ from the referee’s count" in page
    assert "The referee counts 93" not in page
    assert 'data-act="put-back"' not in page
    do("even-out")
    assert [len(open_page.table.hand(player)) for player in ("Mario", "Luigi")] == [7, 6]


def test_an_undone_draw_is_evened_out_by_one_touch(open_page: Served, do: Do) -> None:
    do("draw", player="Mario")
    assert open_page.wait_for("draw") == "noted"
    assert "than the referee counts" not in html(open_page)
    open_page.app.test_client().post("/api/input", json={"id": "back", "line": "undo"})
    assert "Even out hands and dispenser" in html(open_page)
    do("even-out")
    assert [len(open_page.table.hand(player)) for player in ("Mario", "Luigi")] == [6, 6]
    assert "Even out hands and dispenser" not in html(open_page)


def test_a_dispenser_that_the_referee_miscounts_is_told_to_it(open_page: Served) -> None:
    open_page.app.test_client().post("/api/input", json={"id": "wrong", "line": "set dispenser 80"})
    page = html(open_page)
    assert "94 cards in the dispenser" in page
    assert "The referee counts 80 cards" in page
    assert 'data-line="set dispenser 94"' in page
    assert "Even out" not in page


def test_a_card_that_lay_there_when_its_reader_came_back_has_to_be_laid_anew(open_page: Served, do: Do) -> None:
    card = open_page.table.hand("Mario")[0]
    do("break", pad="seat-1")
    do("lay", player="Mario", card=str(card), pad="seat-1")
    assert "lift it and lay it anew" not in html(open_page)
    do("repair", pad="seat-1")
    assert "lift it and lay it anew" in html(open_page)
    do("take-back", pad="seat-1")
    assert "lift it and lay it anew" not in html(open_page)
    do("repair", pad="seat-1")
    assert "lift it and lay it anew" not in html(open_page)


def test_a_card_that_its_reader_reads_late_need_not_be_laid_anew(open_page: Served, do: Do) -> None:
    card = open_page.table.hand("Mario")[0]
    do("break", pad="seat-1")
    do("lay", player="Mario", card=str(card), pad="seat-1")
    do("repair", pad="seat-1")
    open_page.table.metal.scanned("seat-1", UIDS[card])
    open_page.wait_for_n(1)
    assert "lift it and lay it anew" not in html(open_page)


def test_faults_that_the_referee_knows_are_told_in_words(open_page: Served) -> None:
    fault = Fault("reader seat-1", "offline", "it does not answer", open_page.table.now_ms())
    said = fault_view(open_page.referee.bulletin.latest(), fault, catalogue("en", DOMAIN))
    before = open_page.referee.bulletin.latest().id
    open_page.referee.put(fault)
    assert open_page.referee.bulletin.wait(before, 10)
    assert escape(said["text"]) in html(open_page)


def test_a_stroke_window_is_told_in_words_and_seconds_and_can_be_passed(open_page: Served) -> None:
    lines = ("set Mario started yes", "set Luigi started yes", "draw", "Luigi flat-tire")
    for n, line in enumerate(lines):
        open_page.app.test_client().post("/api/input", json={"id": f"attack-{n}", "line": line})
    page = html(open_page)
    assert "15 s" in page or "14 s" in page
    assert 'data-line="pass Luigi"' in page
    assert 'data-not-mine="' in page
    assert 'data-line="redo" data-of="0" disabled' in page
    open_page.app.test_client().post("/api/input", json={"id": "back", "line": "undo"})
    assert 'data-line="redo" data-of="4">' in html(open_page)


def test_the_language_is_chosen_here_too(open_page: Served) -> None:
    client = open_page.app.test_client()
    answer = client.get("/language/es?back=/table")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/table")
    assert "94 cartas en el dispensador" in client.get("/table").text
    client.get("/language/xx?back=/table")
    assert "94 cartas en el dispensador" in client.get("/table").text


def test_sources_are_marked_as_english(open_page: Served, do: Do) -> None:
    do("lay", player="Mario", card=str(open_page.table.held("Mario", "100")), pad="seat-1")
    assert open_page.wait_for("distance") == "illegal"
    page = html(open_page, "es")
    assert page.count("<cite") == page.count('<cite lang="en">') == 1
