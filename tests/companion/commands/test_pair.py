"""`mille-bornes pair`: a link or a PIN for the table whose data folder it is."""

import re
from pathlib import Path

import pytest

from companion.cli import main
from companion.compose.pairing import addresses, hosts_for_phones
from companion.pairing.networks import own_name
from companion.store.folder import PORT, held, keep_port, kept_port
from tests.companion.page.joining import House


def pair(folder: Path, *options: str) -> int:
    return main(["pair", "--data", str(folder), *options])


def test_a_link_is_printed_for_every_network_and_works_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert pair(tmp_path, "--port", "8181") == 0
    printed = capsys.readouterr().out
    codes = set(re.findall(r"^http://\S+:8181/join#(\S+)$", printed, re.MULTILINE))
    assert len(codes) == 1
    assert f"http://{own_name()}:8181/join#" in printed
    assert "http://localhost:8181/join#" in printed


def test_the_link_leads_to_the_port_where_the_table_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep_port(tmp_path, 8182)
    assert pair(tmp_path) == 0
    assert "http://localhost:8182/join#" in capsys.readouterr().out


@pytest.mark.parametrize("option", [[], ["--pin"], ["--no-pin"]])
def test_a_folder_on_which_no_table_runs_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: list[str]
) -> None:
    """Whoever calls it from another account than the table's would wait at a link that opens nothing."""
    with held(tmp_path):
        assert pair(tmp_path, *option) == 0
        assert capsys.readouterr().err == ""
    assert pair(tmp_path, *option) == 0
    assert f"No table runs on {tmp_path} now." in capsys.readouterr().err


@pytest.mark.parametrize("kept", ["", "eighty", "\x00"])
def test_a_port_that_cannot_be_read_is_the_usual_one(tmp_path: Path, kept: str) -> None:
    (tmp_path / "port").write_text(kept)
    assert kept_port(tmp_path) == PORT


def test_a_pin_is_shown_and_taken_away(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert pair(tmp_path, "--pin", "--lang", "es") == 0
    pin = re.search(r"El PIN es (\d{6})\.", capsys.readouterr().out)
    assert pin
    house = House(tmp_path)
    assert house.invitations.is_pin(pin[1])
    assert pair(tmp_path, "--no-pin") == 0
    assert house.browser().post("/join/api/pin", pin=pin[1], name="Anna").status_code == 403


def test_a_folder_that_is_no_table_s_is_named_with_the_cure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert pair(tmp_path / "nowhere") == 1
    told = capsys.readouterr().err
    assert str(tmp_path / "nowhere") in told
    assert "--data" in told


@pytest.mark.parametrize(
    ("bound", "told"),
    [("127.0.0.1", "http://localhost:8080"), ("127.0.0.2", "http://127.0.0.2:8080"), ("::1", "http://[::1]:8080")],
)
def test_a_table_of_this_machine_only_tells_no_address_for_phones(bound: str, told: str) -> None:
    assert addresses(bound, 8080) == (told, [])
    assert hosts_for_phones(bound) == []


@pytest.mark.parametrize("bound", ["0.0.0.0", "::"])  # noqa: S104 - nothing is bound
def test_a_table_of_every_network_tells_its_name_last(bound: str) -> None:
    here, phones = addresses(bound, 8080)
    assert here == "http://localhost:8080"
    if hosts_for_phones(bound)[:-1]:
        assert phones[-1] == f"http://{own_name()}:8080"
