"""What the README says of the command is so: its commands, the options of the table, the record that it shows."""

import argparse
import re
from pathlib import Path

import pytest

from companion.cli import add_commands, main

README = (Path(__file__).parents[3] / "README.md").read_text()
OF_THE_SERVICE = {"lights-out"}
"""Nobody types it: the service does, when the table has ended."""


def commands() -> dict[str, argparse.ArgumentParser]:
    return add_commands(argparse.ArgumentParser())


def test_every_command_is_named_and_every_one_that_is_named_is_there() -> None:
    named = set(re.findall(r"mille-bornes ([a-z][a-z-]+)", README))
    assert named == commands().keys() - OF_THE_SERVICE - {"table"}


def test_every_option_of_the_table_is_told() -> None:
    told = set(re.findall(r"`(--[a-z-]+)", README.partition("option of `./table`")[2].partition("\n\n")[0]))
    options = {name for action in commands()["table"]._actions for name in action.option_strings}
    assert told == options - {"-h", "--help"}


@pytest.mark.parametrize("command", sorted(commands()))
def test_options_that_are_told_of_a_command_are_its_own(command: str) -> None:
    lines = re.findall(rf"`mille-bornes {command}\b[^\n]*", README)
    told = {option for line in lines for option in re.findall(r"`(?:mille-bornes [a-z]+ \[?)?(--[a-z-]+)", line)}
    assert told <= {name for action in commands()[command]._actions for name in action.option_strings}


def test_the_record_replays(tmp_path: Path) -> None:
    record = tmp_path / "race.race"
    record.write_text(re.findall(r"```\n(edition .*?)```", README, re.DOTALL)[0])
    assert main(["replay", str(record)]) == 0
