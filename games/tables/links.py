"""Links to tables outside the lobby: who has followed one, has it. Kept in a cookie, so that looking writes no row."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "tables"
KEPT = 20
AGE = 60 * 60 * 24 * 180


def followed(request: HttpRequest) -> list[str]:
    """The link tokens this visitor has followed, latest last. They cannot be guessed, so they need no signature."""
    return [token for token in request.COOKIES.get(COOKIE, "").split(".") if token][-KEPT:]


def remember(request: HttpRequest, response: HttpResponse, token: str) -> None:
    """Keep the token of a link that was followed."""
    tokens = [known for known in followed(request) if known != token] + [token]
    response.set_cookie(
        COOKIE,
        ".".join(tokens[-KEPT:]),
        max_age=AGE,
        httponly=True,
        secure=bool(settings.SESSION_COOKIE_SECURE),
        samesite="Lax",
    )
