"""The live test: a card tapped on each pad, within a time."""

import time
from collections.abc import Callable, Iterator, Sequence
from queue import Empty, SimpleQueue

from firmware.doctor.finding import Finding, fault, ok
from firmware.messages import Message, Scan


def taps(
    pads: Sequence[str], messages: "SimpleQueue[Message]", wait_s: float, tapped: Callable[[str], None]
) -> Iterator[Finding]:
    """Waits at most `wait_s` for a tap on every pad; `tapped` is told of each at once."""
    last = time.monotonic() + wait_s
    seen: dict[str, bytes] = {}
    while len(seen) < len(pads) and (left_s := last - time.monotonic()) > 0:
        try:
            message = messages.get(timeout=left_s)
        except Empty:
            break
        if isinstance(message, Scan) and message.pad in pads and message.pad not in seen:
            seen[message.pad] = message.uid
            tapped(message.pad)
    for pad in pads:
        uid = seen.get(pad)
        yield (
            fault(f"reader {pad}", "no-tap", seconds=f"{wait_s:g}")
            if uid is None
            else ok(f"reader {pad}", "tap", uid=uid.hex().upper())
        )
