"""Commands that are no lines of a record, done once each: one sent again, as its answer was lost, is not done twice."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

REMEMBERED = 200
"""Commands whose repetition is recognised."""


class Once:
    """The commands done lately, by their ids."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._ids: OrderedDict[str, None] = OrderedDict()

    def do(self, command_id: str, act: Callable[[], object]) -> None:
        """Do it unless it was done; one that failed may be tried again."""
        with self._lock:
            if command_id in self._ids:
                return
            act()
            self._ids[command_id] = None
            if len(self._ids) > REMEMBERED:
                self._ids.popitem(last=False)
