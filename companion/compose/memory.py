"""How the program asks the system for memory."""

import os
from collections.abc import Mapping

ARENAS = "MALLOC_ARENA_MAX"
"""The GNU library's own setting, read before a program begins: the service and `./table` set it."""
_M_ARENA_MAX = -8  # malloc.h of the GNU library


def share_one_heap(environment: Mapping[str, str] = os.environ) -> None:
    """Have all threads take memory from one heap: some eighty otherwise fill a dozen. To be called before the first.

    Nothing is left to do where the environment has said so. A system whose C library knows no such thing goes on as
    it is.
    """
    if ARENAS in environment:
        return
    import ctypes  # noqa: PLC0415 - it takes 0.4 MB itself

    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_ARENA_MAX, 1)
