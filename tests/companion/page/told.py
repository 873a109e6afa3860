"""What an answer of the page tells."""

from werkzeug.test import TestResponse


def error(answer: TestResponse) -> str:
    assert answer.json
    sentence: str = answer.json["error"]
    return sentence
