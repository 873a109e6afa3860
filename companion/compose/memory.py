"""How the program asks the system for memory."""

import ctypes

_M_ARENA_MAX = -8  # malloc.h of the GNU library


def share_one_heap() -> None:
    """Have all threads take memory from one heap: some eighty otherwise fill a dozen. To be called before the first.

    A system whose C library knows no such thing goes on as it is.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_ARENA_MAX, 1)
