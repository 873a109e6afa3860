"""The composition root of the service's last step: the strip outlives the table, and must not show what has ended."""

import argparse
import os

from companion.compose.setup import AUTO, chosen_table, refuse
from companion.store.folder import CannotRunError
from firmware.board import model
from firmware.open import lights_out
from hardware.description import TableError


def run_lights_out(options: argparse.Namespace) -> int:
    """Darkens the strip, or shows that nobody looks after the table, where a crash is told; the exit status.

    systemd tells it by SERVICE_RESULT, which is `success` after a clean stop.
    """
    if options.table == AUTO and not model():
        return 0
    crashed = options.crashed or os.environ.get("SERVICE_RESULT", "success") != "success"
    try:
        description, emulated = chosen_table(options)
        if not emulated:
            lights_out(description, crashed=crashed)
    except TableError as error:
        return refuse(error)
    except Exception as error:  # noqa: BLE001 - a strip's driver may raise anything
        return refuse(CannotRunError("strip", reason=error), language=options.lang)
    return 0
