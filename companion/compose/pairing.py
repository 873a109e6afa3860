"""The composition root of pairing: the door of a running table, and `mille-bornes pair`, which invites to it."""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from companion.compose.setup import refuse
from companion.lang import catalogue
from companion.page.join import WORDS
from companion.pairing.door import Door
from companion.pairing.invitations import Invitations
from companion.pairing.networks import EVERY_ADDRESS, EVERY_IPV4, LOOPBACK, networks, own_name, shown
from companion.pairing.uptime import boot_id
from companion.referee.referee import Referee
from companion.referee.sitting import Sitting
from companion.store.folder import data_folder, in_use, kept_port
from companion.touch.interpret import Notice
from firmware.messages import Fault


def open_door(data: Path, sitting: Sitting, referee: Referee, now_ms: Callable[[], int], *, simulated: bool) -> Door:
    """The door of the table: hands at the table open it, and its lights show who asks. Before the referee starts."""
    door = Door(data, boot_id(), lambda: now_ms() / 1000, simulated=simulated)
    if door.damaged is not None:
        sitting.fault(Fault("phones", "phones-set-aside", str(door.damaged), now_ms()))
    door.on_change(lambda numbers: referee.tell(lambda at_table: at_table.phones_ask(numbers)))

    def admit(since_ms: int) -> Notice | None:
        problem = door.admit_by_touch(since_ms / 1000)
        return None if problem is None else Notice(problem)

    sitting.admit = admit
    return door


def hosts_for_phones(bound: str) -> list[tuple[str, str]]:
    """Where phones find a page that is bound to this host: each network with the address there; last the name."""
    own = [(each.interface, each.address) for each in shown(bound, networks())]
    return [*own, ("", own_name())] if bound in (EVERY_IPV4, EVERY_ADDRESS) else own


def addresses(bound: str, port: int) -> tuple[str, list[str]]:
    """Where the page is on this machine, and for phones where it is served to the network."""
    places = [f"http://{host}:{port}" for _, host in hosts_for_phones(bound)]
    if bound in (EVERY_IPV4, EVERY_ADDRESS):
        return f"http://localhost:{port}", places if len(places) > 1 else []
    name = "localhost" if bound == LOOPBACK else f"[{bound}]" if ":" in bound else bound
    return places[0] if places else f"http://{name}:{port}", []


def run_pair(options: argparse.Namespace) -> int:
    """Makes a link or a PIN for the table whose data folder it is; answers with the exit status."""
    data, words = data_folder(options.data), catalogue(options.lang, WORDS)
    invitations = Invitations(data, boot_id(), time.monotonic)
    try:
        if options.pin:
            print(words.text("pair.pin", pin=invitations.new_pin()))
        elif options.no_pin:
            invitations.drop_pin()
            print(words.text("pair.no-pin"))
        else:
            _tell_link(invitations.new_link(), options.port or kept_port(data), words.text)
    except OSError as error:
        return refuse(words.text("pair.unwritten", folder=data, reason=error.strerror))
    if not in_use(data):
        print(words.text("pair.not-running", folder=data), file=sys.stderr)
    return 0


def _tell_link(code: str, port: int, text: Callable[..., str]) -> None:
    links = [f"http://{host}:{port}/join#{code}" for _, host in [*hosts_for_phones(EVERY_IPV4), ("", "localhost")]]
    print(text("pair.link"), *links, text("pair.only-here"), sep="\n")
    if sys.stdout.isatty():
        import segno  # noqa: PLC0415 - loads when a code is drawn

        segno.make(links[0], micro=False).terminal(compact=True)
