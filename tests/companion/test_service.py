"""What systemd hears of the table."""

import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.service import VITAL, ServiceManager
from firmware.emulation.table import open_emulated
from firmware.messages import Message
from hardware.description import TABLES, load


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


def heard(systemd: socket.socket) -> list[bytes]:
    told = []
    systemd.settimeout(0)
    try:
        while True:
            told.append(systemd.recv(100))
    except BlockingIOError:
        return told


@pytest.mark.parametrize("end", ["breaks", "is stopped"])
def test_once_nobody_reads_the_pads_any_more_systemd_is_to_start_the_table_anew(
    listening: socket.socket, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", listening.getsockname())
    monkeypatch.setattr(threading, "excepthook", lambda _broke: None)
    now_s, breaking = [10.0], threading.Event()

    def put(_message: Message) -> None:
        if breaking.is_set():
            raise ValueError("whatever")

    table = open_emulated(load(TABLES / "simulated.toml"), put, lambda _uid: True)
    manager = ServiceManager(clock_s=lambda: now_s[0])
    table.start()
    manager.ready("")
    manager.beat()
    assert heard(listening)[1:] == [b"WATCHDOG=1"]
    (readers,) = (thread for thread in threading.enumerate() if thread.name in VITAL)
    if end == "breaks":
        breaking.set()
        table.lay("seat-1", bytes.fromhex("04A2245A6F6180"))
    else:
        table.stop()
    readers.join(10)
    assert not readers.is_alive()
    now_s[0] += 10
    manager.beat()
    assert heard(listening) == []
    table.stop()
