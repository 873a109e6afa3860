"""The doctor beside a table that runs under another account: its readers are taken, not broken."""

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from companion.compose.doctor import run_doctor
from firmware.doctor import parts
from firmware.doctor.finding import Finding
from firmware.readers.contract import BUSY, Opener, ReaderError


def test_readers_of_a_running_table_are_left_alone_and_nothing_else_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def taken(_openers: Mapping[str, Opener]) -> Iterator[Finding]:
        raise ReaderError(BUSY, "another program has the readers' reset line")

    def never(*_arguments: object, **_named: object) -> Finding:
        raise AssertionError("a strip that another program lights is not to be opened")

    monkeypatch.setattr(parts, "readers", taken)
    monkeypatch.setattr(parts, "strip", never)
    monkeypatch.setattr("firmware.doctor.machine.NO_NODE", ())
    options = argparse.Namespace(
        table="six-seats", emulated=False, data=str(tmp_path), json=True, lang="en", taps=0, try_parts=True
    )
    run_doctor(options)
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["code"] for each in found if each.get("part") == "table"] == ["table-runs"]
