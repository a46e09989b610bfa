"""What the site answers while something that it needs is away: 503 and a sentence, never an error of the server.

The database and what must be counted (stpete_site.cache) come back by themselves: PostgreSQL that is started again, a
disk that was full, a Redis that was killed. A page says so in its own words, the API in its own shape.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string

from api.problems import MEDIA_TYPE, told
from stpete_site.cache import CacheAway

logger = logging.getLogger(__name__)

AWAY = (OperationalError, InterfaceError, CacheAway)
RETRY_AFTER = 10
"""Seconds. What the supervisor starts again is back by then."""


class AwayMiddleware:
    """Answers for the views. Where a middleware comes upon it, such as one that asks who is there, `error_pages` does."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, AWAY):
            return None
        # a table that no migration has made is one, too
        logger.warning("%s: %s", type(error).__name__, str(error).partition("\n")[0])
        return sorry(request)


def sorry(request: HttpRequest) -> HttpResponse:
    """The answer itself; it asks neither the database nor the cache."""
    response: HttpResponse
    if request.path.startswith("/api/"):
        detail = "A part of the site is away just now. Try again in a few seconds."
        body = told(503, "unavailable", detail, request.path)
        response = JsonResponse(body, status=503, content_type=MEDIA_TYPE)
    else:
        response = HttpResponse(render_to_string("503.html"), status=503)
    response["Retry-After"] = str(RETRY_AFTER)
    response["Cache-Control"] = "no-store"
    return response
