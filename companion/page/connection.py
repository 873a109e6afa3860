"""A connection of the web server, which may be given away: then a page is told on it, and no thread waits."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.task import WSGITask

from companion.page.publisher import HAND_OVER
from companion.page.told import Told


class Task(WSGITask):  # type: ignore[misc] # waitress has no type information
    """The answer to a request. A connection that it gave away it leaves open, and others on it are not heard."""

    def service(self) -> None:
        """Answer."""
        if not self.channel.is_given:
            super().service()

    def get_environment(self) -> dict[str, Any]:
        """What the application is told of the request, and how its connection is given away."""
        environment: dict[str, Any] = super().get_environment()
        environment[HAND_OVER] = self._hand_over
        return environment

    def _hand_over(self, wake: Callable[[], None]) -> "Channel":
        channel: Channel = self.channel
        channel.give(wake, in_chunks=self.chunked_response)
        return channel

    def finish(self) -> None:
        """End the answer."""
        if self.channel.is_given:
            self.close_on_finish = False
        else:
            super().finish()


class Channel(HTTPChannel):  # type: ignore[misc] # as above
    """A connection whose errors are told, and which does not keep what it has sent: a page's lasts for an evening.

    Given away it is the line of a page (`companion.page.publisher.Line`): one thread says, the server's own sends what
    could not be sent at once and sees when the page is gone.
    """

    task_class: Any = Task
    error_task_class: Any = Told
    is_given = False
    _in_chunks = _is_behind = False

    def give(self, wake: Callable[[], None], *, in_chunks: bool) -> None:
        """From now on it is a page's line; `wake` is called when it is free again, or gone."""
        self._wake, self._in_chunks, self.is_given = wake, in_chunks, True

    def is_open(self) -> bool:
        """Whether the page is there."""
        return bool(self.connected)

    def is_free(self) -> bool:
        """Whether all that was said is on its way."""
        with self.outbuf_lock:
            self._is_behind = self.total_outbufs_len > 0
            return not self._is_behind

    def say(self, text: bytes) -> None:
        """Send it; to be called while it is free."""
        try:
            self.write_soon(b"%x\r\n%b\r\n" % (len(text), text) if self._in_chunks else text)
        except (ClientDisconnected, OSError) as error:
            raise ConnectionError from error

    def hang_up(self) -> None:
        """End the stream; one that has ended does so once more."""
        with suppress(ClientDisconnected, OSError):
            if self._in_chunks and self.is_free():
                self.write_soon(b"0\r\n\r\n")
            self.close_when_flushed = True
            self.server.pull_trigger()

    def received(self, data: bytes) -> bool:
        """A page that is told what happens has nothing to ask on its line."""
        return False if self.is_given else bool(super().received(data))

    def handle_close(self) -> None:
        """The other side is gone."""
        super().handle_close()
        if self.is_given:
            self._wake()

    def _flush_some(self, do_close: bool = True) -> bool:  # noqa: FBT001, FBT002 - waitress's own signature
        with self.outbuf_lock:  # of a line that was given away the server believes that nobody else writes to it
            sent: bool = super()._flush_some(do_close)
            is_sent = self.connected and not self.total_outbufs_len
            if is_sent:  # the buffers of one that was cut meanwhile are closed
                self.outbufs[-1].prune()
            is_caught_up, self._is_behind = is_sent and self._is_behind, self._is_behind and not is_sent
        if is_caught_up:
            self._wake()
        return sent
