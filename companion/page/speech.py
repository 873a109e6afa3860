"""Which language a request is answered in."""

from flask import request
from werkzeug.wrappers import Response

from companion.lang import choose, known

COOKIE = "language"
COOKIE_AGE_S = 365 * 24 * 3600


def language() -> str:
    """Return the language of the request at hand: asked for (`?lang=`), chosen earlier (a cookie), or the browser's."""
    wanted = request.args.get("lang") or request.cookies.get(COOKIE)
    return choose(request.headers.get("Accept-Language"), wanted)


def keep(wanted: str | None, answer: Response) -> None:
    """Let whoever gets `answer` be spoken to in the language `wanted` from now on, if there is such a one."""
    if (chosen := known(wanted)) is not None:
        answer.set_cookie(COOKIE, chosen, max_age=COOKIE_AGE_S, samesite="Strict", httponly=True)
