"""No measurement waits for ever, and none measures a table of which a part is dead."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from companion.cli import main
from companion.compose.bench import growth, start
from companion.compose.bench.bench import ChildError, first_answer
from companion.compose.bench.limit import limited
from companion.compose.bench.pages import taps
from companion.compose.bench.readers import SIMULATED, DeadTableError, swept
from companion.compose.bench.rest import emulated_share
from companion.compose.bench.visitors import Stream
from tests.firmware.doctor.installed import bring

WRONG = "another library is there"


@pytest.fixture
def wrong_library(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object, **_named: object) -> None:
        raise ImportError(WRONG)

    for module in ("firmware.emulation.table", "companion.compose.bench.taps"):
        monkeypatch.setattr(f"{module}.open_rc522", refuse)


@pytest.mark.usefixtures("wrong_library")
def test_goals_that_need_readers_say_what_is_wrong_and_the_others_are_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = [word for n in (3, 4, 5, 9) for word in ("--only", str(n))]
    assert main(["bench", "--json", *wanted, "--data", str(tmp_path)]) == 0
    said, logged = capsys.readouterr()
    goals = json.loads(said)["goals"]
    assert [WRONG in goal.get("trouble", "") for goal in goals] == [True, True, True, False]
    assert goals[3]["figure"] > 0
    assert logged == ""


@pytest.mark.usefixtures("wrong_library")
def test_no_sweep_of_dead_readers_is_measured() -> None:
    with pytest.raises(DeadTableError, match=f"reader seat-1: {WRONG}"):
        swept(SIMULATED)
    with pytest.raises(DeadTableError, match=WRONG):
        emulated_share()


def test_a_card_that_no_pad_sees_ends_the_goal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.emulation.table.EmulatedTable.lay", lambda *_: None)
    assert main(["bench", "--json", "--only", "4", "--data", str(tmp_path)]) == 0
    (goal,) = json.loads(capsys.readouterr().out)["goals"]
    assert goal["trouble"].endswith("does not see the card that lies there")


def test_a_table_whose_readers_are_dead_is_not_at_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bring(tmp_path, "a_reader-1.0", {"mfrc522.py": ""})
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr("companion.compose.bench.rest.WATCHED_S", 0.01)
    with pytest.raises(DeadTableError, match=r"mfrc522\.py is a-reader 1\.0, not mfrc522"):
        start._started([*start.TABLE, str(tmp_path / "data")], 1)


def test_a_kind_of_growth_that_fails_leaves_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_bench: object) -> Iterator[str]:
        yield "a size"
        raise DeadTableError(WRONG)

    monkeypatch.setattr(growth, "KINDS", {"pads": fails, "pixels": lambda _bench: iter(["the pixels"])})
    assert main(["bench", "--growth", "--data", str(tmp_path)]) == 0
    *_, first, second = capsys.readouterr().out.splitlines()
    assert first.split() == ["pads", "not", "measured:", *WRONG.split()]
    assert second == "the pixels"


def test_whatever_hangs_is_ended_even_while_it_is_cleared_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.compose.bench.limit.AGAIN_S", 0.05)
    before = signal.getsignal(signal.SIGALRM)
    begun = time.monotonic()
    with pytest.raises(TimeoutError, match=r"more than 0\.05 s"):
        _hang_twice()
    assert time.monotonic() - begun < 10
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def _hang_twice() -> None:
    with limited(0.05):
        try:
            time.sleep(20)
        finally:
            time.sleep(20)


def test_a_server_that_closes_its_pages_is_not_waited_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        page = Stream(server.getsockname()[1])
        answer, _ = server.accept()
        answer.recv(1000)
        answer.sendall(b"HTTP/1.1 200 OK\r\n\r\nevent: board\n\n")
        assert page.read() == 1
        answer.close()
        with pytest.raises(ConnectionError):
            page.read()
        page.socket.close()


def test_a_program_that_does_not_come_up_says_why() -> None:
    for program, why in (("raise SystemExit('no port is free')", "no port is free"), ("", "without a word")):
        with (
            TemporaryFile("w+") as errors,
            subprocess.Popen(
                [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=errors, text=True
            ) as process,
            pytest.raises(ChildError, match=why),
        ):
            first_answer(process, errors)


def test_there_are_always_more_taps() -> None:
    lines = list(islice(taps(), 500))
    first = lines.index("undo")
    assert lines[first : 2 * first] == ["undo"] * first
    assert lines[2 * first : 3 * first] == lines[:first]


def test_a_table_under_measurement_ends_with_a_benchmark_that_is_killed() -> None:
    program = (
        "import os, subprocess, sys\nfrom companion.compose.bench.start import _end_with_the_benchmark as end\n"
        "print(subprocess.Popen([sys.executable, '-c', 'input()'], stdin=subprocess.PIPE, preexec_fn=end).pid)\n"
        "sys.stdout.flush()\nos.kill(os.getpid(), 9)"
    )
    killed = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
    deadline = time.monotonic() + 10
    while _runs(int(killed.stdout)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not _runs(int(killed.stdout))


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
