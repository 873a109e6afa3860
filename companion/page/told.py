"""What the web server refuses by itself, before the page hears of it: told as the page tells it, with its headers."""

import json

from waitress.task import ErrorTask

from companion.lang import catalogue, choose
from companion.page.access import HEADERS

TOO_LONG = 413


class Told(ErrorTask):  # type: ignore[misc] # waitress has no type information
    """The answer to a request that is none, or too long."""

    def execute(self) -> None:
        """Answer, and hang up."""
        error, limit = self.request.error, self.channel.server.adj.max_request_body_size
        t = catalogue(choose(self.request.headers.get("ACCEPT_LANGUAGE"), None), "page").text
        said = t("page.error.size", length=self.request.content_length or f"> {limit}", limit=limit)
        answer = {"error": said if error.code == TOO_LONG else f"{error.reason}: {error.body}"}
        body = json.dumps(answer, ensure_ascii=False).encode()
        self.status = f"{error.code} {error.reason}"
        self.response_headers += [("Content-Type", "application/json"), *HEADERS.items()]
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)
