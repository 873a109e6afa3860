"""What was heard of a table, in short."""

from collections.abc import Iterable

from firmware.messages import Fault, Message, Scan


def scans(messages: Iterable[Message]) -> list[tuple[str, bytes]]:
    """Pad and tag of every scan; other messages are passed over."""
    return [(message.pad, message.uid) for message in messages if isinstance(message, Scan)]


def only_scans(messages: list[Message]) -> list[tuple[str, bytes]]:
    """Pad and tag of every scan, and nothing else was heard."""
    assert all(isinstance(message, Scan) for message in messages), messages
    return scans(messages)


def faults(messages: Iterable[Message]) -> list[tuple[str, str, bool]]:
    """Part, code and whether it is over, of every fault; other messages are passed over."""
    return [(message.part, message.code, message.over) for message in messages if isinstance(message, Fault)]
