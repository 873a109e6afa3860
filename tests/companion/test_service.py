"""What systemd hears of the table."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.service import ServiceManager


@pytest.fixture
def listening(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(1)
        yield systemd


def test_it_hears_when_the_page_is_open_and_a_beat_a_second(
    listening: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", listening.getsockname())
    now_s = [10.0]
    manager = ServiceManager(clock_s=lambda: now_s[0])
    assert "NOTIFY_SOCKET" not in os.environ, "no child may speak for the table"
    manager.ready("The table is open")
    assert listening.recv(100) == b"READY=1\nSTATUS=The table is open"
    for now_s[0] in (10.0, 10.5, 11.0, 11.5):
        manager.beat()
    assert [listening.recv(100) for _ in range(2)] == [b"WATCHDOG=1"] * 2
    listening.settimeout(0)
    with pytest.raises(BlockingIOError):
        listening.recv(100)


def test_nobody_listens_and_the_table_plays_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    ServiceManager().beat()
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    ServiceManager().ready("")
