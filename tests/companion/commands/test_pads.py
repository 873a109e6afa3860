"""`mille-bornes pads`: what happens at the pads, live."""

import io
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.lang import LANGUAGES, catalogue
from companion.pads import event, sentence
from firmware.messages import Drawn, Fault, Message, Pressed, Removed, Scan
from tests.companion.commands.commands import LIMIT_S, STICKER, Command, mille_bornes, run

UID = bytes.fromhex(STICKER)
SCAN = Scan("seat-1", UID, 1234)
FAULT = Fault("reader seat-2", "offline", "no reader answers", 5000)


@pytest.fixture
def pads(tmp_path: Path) -> Iterator[Command]:
    command = Command("pads", "--json", "--emulated", "--data", tmp_path)
    command.ready()
    yield command
    if command.process.poll() is None:
        command.process.kill()
    command.close()


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (SCAN, {"event": "scan", "pad": "seat-1", "uid": STICKER, "at_ms": 1234}),
        (Removed("discard", UID, 9), {"event": "removed", "pad": "discard", "uid": STICKER, "at_ms": 9}),
        (
            FAULT,
            {
                "event": "fault",
                "part": "reader seat-2",
                "code": "offline",
                "detail": "no reader answers",
                "over": False,
                "at_ms": 5000,
            },
        ),
        (Pressed("undo", 7, 80), {"event": "pressed", "button": "undo", "held_ms": 80, "at_ms": 7}),
        (Drawn(3), {"event": "drawn", "at_ms": 3}),
    ],
)
def test_every_message_is_an_object(message: Message, told: dict[str, object]) -> None:
    assert event(message) == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_are_told_the_same_in_words(language: str) -> None:
    words = catalogue(language, "setup")
    assert STICKER in sentence(SCAN, words)
    assert "1.2 s" in sentence(SCAN, words)
    assert sentence(FAULT, words) != sentence(Fault("reader seat-2", "offline", "", 5000, over=True), words)
    for message in (SCAN, FAULT, Drawn(3), Pressed("undo", 7, 80), Removed("discard", UID, 9)):
        assert "pads." not in sentence(message, words)


@pytest.mark.slow
def test_a_card_laid_and_lifted_is_told_live(pads: Command) -> None:
    pads.lay("seat-2", STICKER)
    scan = pads.event()
    assert (scan["event"], scan["pad"], scan["uid"]) == ("scan", "seat-2", STICKER)
    pads.lift("seat-2", STICKER)
    removed = pads.event()
    assert (removed["event"], removed["pad"], removed["uid"]) == ("removed", "seat-2", STICKER)
    assert removed["at_ms"] > scan["at_ms"]


@pytest.mark.slow
def test_two_cards_at_once_are_a_fault_and_no_scan(pads: Command) -> None:
    pads.input.write("lay discard 04A2245A6F6180\nlay discard 04A2245A6F6181\n")
    while (told := pads.event())["event"] != "fault":
        assert told["uid"] == "04A2245A6F6180", "a sweep came between the two, and saw the first"
    assert (told["part"], told["code"], told["over"]) == ("reader discard", "two-cards", False)


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_by_a_signal_as_asked(pads: Command, how: signal.Signals) -> None:
    pads.process.send_signal(how)
    assert pads.process.wait(LIMIT_S) == 0
    assert pads.errors.read() == ""


@pytest.mark.slow
def test_it_ends_when_nobody_reads_it_any_more(pads: Command) -> None:
    pads.output.close()
    assert pads.process.wait(LIMIT_S) == 0
    assert pads.errors.read() == ""


@pytest.mark.slow
def test_its_readers_end_ends_it_in_mid_sentence(tmp_path: Path) -> None:
    lines = f"lay seat-1 {STICKER}\n"
    command = f"{' '.join(mille_bornes('pads', '--emulated', '--json', '--data', tmp_path))} | head -n 1"
    shown = subprocess.Popen(["sh", "-c", command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert shown.stdin is not None
    assert shown.stdout is not None
    shown.stdin.write(lines)
    shown.stdin.flush()
    assert STICKER in shown.stdout.read()
    assert shown.wait(LIMIT_S) == 0
    shown.stdin.close()
    shown.stdout.close()


@pytest.mark.slow
def test_what_is_no_act_is_told(pads: Command) -> None:
    for line in ("lay nowhere 04", "lay seat-1 0G", "jump"):
        pads.say(line)
        assert f"“{line}”" in pads.errors.readline()


@pytest.mark.slow
def test_a_table_that_cannot_be_read_is_refused_with_the_reason(tmp_path: Path) -> None:
    refused = run("pads", "--table", tmp_path / "none.toml")
    assert refused.returncode == 1
    assert "none.toml" in refused.stderr


def test_messages_wait_in_order() -> None:
    from companion.pads import watch  # noqa: PLC0415 - beside its test

    class Heard(io.StringIO):
        def flush(self) -> None:
            if self.getvalue().count("\n") == 2:
                raise BrokenPipeError

    messages: SimpleQueue[Message] = SimpleQueue()
    for message in (SCAN, Drawn(3), FAULT):
        messages.put(message)
    out = Heard()
    with pytest.raises(BrokenPipeError):
        watch(messages, out, catalogue("en", "setup"), as_json=True)
    assert [line.split('"')[3] for line in out.getvalue().splitlines()] == ["scan", "drawn"]
