"""A referee and its page in a process of its own, without metal: `serving SERVER DATA [--odds]` tells its port.

SERVER is `waitress`, as the table is served, or `werkzeug`, Flask's own with a thread for each request. It ends with
its standard input.
"""

import logging
import os
import signal
import sys
from functools import partial
from pathlib import Path
from threading import Thread

from flask import Flask
from werkzeug.serving import make_server

from companion.compose.memory import share_one_heap
from companion.deck.deck import simulated_deck
from companion.desk import Desk
from companion.editions import editions
from companion.odds.measure import CARS
from companion.odds.watch import Watch
from companion.page import create_app, serve
from companion.pairing.networks import LOOPBACK
from companion.referee.referee import Referee
from companion.referee.sitting import Sitting
from companion.rules.head import DEFAULT_EDITION
from companion.store.folder import JOURNAL
from companion.store.journal import Journal
from firmware.clock import MonotonicClock, now_ms


def main(server: str, data: str, *options: str) -> None:
    """Serve until nobody holds the other end of the standard input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # meant for the benchmark, which lets go of the input
    share_one_heap()
    logging.disable(logging.WARNING)
    clock_ms = partial(now_ms, MonotonicClock())
    deck = simulated_deck(editions()[DEFAULT_EDITION])
    sitting = Sitting(Journal(Path(data) / JOURNAL), deck, f"cars {' '.join(CARS)}", clock_ms)
    referee = Referee(sitting)
    app = create_app(Desk(referee, clock_ms, simulated=True))
    referee.start()
    Watch(referee.bulletin, lambda _trouble: None, on="--odds" in options).start()
    port, run = _bound(app, server)
    Thread(target=run, daemon=True).start()
    print(port, flush=True)
    sys.stdin.read()
    os._exit(0)  # whatever is still being told: the odds' child ends by itself


def _bound(app: Flask, server: str) -> tuple[int, "partial[None]"]:
    if server == "waitress":
        waitress = serve(app, LOOPBACK, 0)
        return waitress.effective_port, partial(waitress.run)
    werkzeug = make_server(LOOPBACK, 0, app, threaded=True)
    return werkzeug.server_port, partial(werkzeug.serve_forever)


if __name__ == "__main__":
    main(*sys.argv[1:])
