"""What no route answers: programs are told in JSON, people on a small page, both with the cure."""

import json

from flask import render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from companion.lang import catalogue
from companion.page.speech import language

TOLD = {400: "page.error.host", 404: "page.error.lost", 405: "page.error.method"}
"""The sentence of an HTTP status; every other is told as the table's own error."""
BROKEN = "page.error.broken"


def refuse(error: HTTPException) -> Response:
    """Answer with the error's status and headers, and a sentence in the asker's language."""
    speech, answer = language(), error.get_response()
    t = catalogue(speech, "page").text
    key = TOLD.get(answer.status_code, BROKEN)
    said = t(key, path=request.path, method=request.method, status=answer.status_code)
    if "/api/" in request.path:
        answer.data, answer.mimetype = json.dumps({"error": said}, ensure_ascii=False), "application/json"
    else:
        answer.data = render_template("error.html", t=t, said=said)
    return answer
