"""How far somebody has come in the lesson: kept on the device in a signed cookie, written by answers (POST) only."""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from .chapters import CHAPTERS

COOKIE = "lesson"
AGE = 60 * 60 * 24 * 365


def done(request: HttpRequest) -> Mapping[str, int]:
    """How many steps of each chapter have been answered, from its first on."""
    text = request.get_signed_cookie(COOKIE, default="", salt=COOKIE) or ""
    found = dict.fromkeys(CHAPTERS, 0)
    for part in text.split("-"):
        key, _dot, number = part.partition(".")
        if key in found and number.isdecimal():
            found[key] = min(int(number[:3]), len(CHAPTERS[key].steps))
    return found


def note(request: HttpRequest, response: HttpResponse, chapter: str, number: int) -> None:
    """A step is done. Who answers one again, or begins in the middle, loses nothing."""
    now = {**done(request)}
    now[chapter] = max(now[chapter], number)
    response.set_signed_cookie(
        COOKIE,
        "-".join(f"{key}.{count}" for key, count in now.items()),
        salt=COOKIE,
        max_age=AGE,
        httponly=True,
        secure=bool(settings.SESSION_COOKIE_SECURE),
        samesite="Lax",
    )


def forget(response: HttpResponse) -> None:
    response.delete_cookie(COOKIE, samesite="Lax")


def next_step(found: Mapping[str, int]) -> tuple[str, int] | None:
    """Where the lesson goes on; None when all is done."""
    return next(((key, found[key] + 1) for key, one in CHAPTERS.items() if found[key] < len(one.steps)), None)
