"""An option that cannot be meant ends the command before anything is done, and says what to write."""

import pytest

from companion.cli import main

WRONG = {
    "is no port": ["table --port x", "table --port 65536", "table --port -1", "pair --port x", "support --port 65536"],
    "is no speed": ["table --robots 0", "table --robots nan", "table --robots fast"],
    "is no time to wait": ["doctor --taps x", "doctor --taps -5", "doctor --taps nan", "doctor --taps 0"],
    "is no goal": ["bench --only 11", "bench --only x"],
}


@pytest.mark.parametrize(
    ("line", "said"), [(line, said) for said, lines in WRONG.items() for line in lines], ids=lambda word: word
)
def test_a_wrong_option_is_refused(line: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(line.split())
    assert refused.value.code == 2
    assert f"{said}: write " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "rest", "unknown"),
    [("table", "--bogus", "--bogus"), ("replay", "--bogus a.race", "--bogus"), ("races", "export 1 x", "x")],
)
def test_an_unknown_word_is_answered_by_the_usage_of_its_command(
    command: str, rest: str, unknown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        main([command, *rest.split()])
    assert refused.value.code == 2
    told = capsys.readouterr().err
    assert told.startswith(f"usage: mille-bornes {command} ")
    assert told.endswith(f"unrecognized arguments: {unknown}\n")
