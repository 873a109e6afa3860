"""The plug is pulled, twenty times: no play that the table acknowledged is lost, and the race goes on each time."""

import random
from pathlib import Path

import pytest

from tests.appliance.debian import lacks
from tests.appliance.power.machine import Machine
from tests.figures import Tell

NEEDS = ("mmdebstrap", "qemu-system-x86_64", "mke2fs")
CUTS = 20
LONGEST_S = 3.0

pytestmark = [pytest.mark.endurance, pytest.mark.skipif(bool(lacks(*NEEDS)), reason=lacks(*NEEDS))]


def test_no_acknowledged_play_is_lost_when_the_plug_is_pulled(
    tmp_path: Path, request: pytest.FixtureRequest, tell: Tell
) -> None:
    machine = Machine(tmp_path)
    chance = random.Random(20)  # noqa: S311 - a fault is found again by it
    acknowledged, resumed = 0, -1  # the first start resumes nothing
    for _ in range(CUTS + 1):  # the last start shows what the last cut has left
        running = machine.on()
        request.addfinalizer(running.off)
        have = running.wait_for("HAVE")
        lost = acknowledged - have
        assert lost <= 0, f"{lost} of {acknowledged} acknowledged inputs lost"
        resumed += 1
        running.wait_for("ACK")
        running.hear_for(chance.uniform(0, LONGEST_S))
        running.off()
        acknowledged = max(have, running.acknowledged())
    tell(f"lost of {acknowledged} acknowledged inputs by {CUTS} power cuts of a virtual machine", "0", "0")
    tell(f"races resumed after {CUTS} power cuts", f"{resumed}", f"{CUTS}")
