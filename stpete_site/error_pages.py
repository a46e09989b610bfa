"""What is answered where no view answers: a page of ours to a reader, JSON to a program.

The pages need neither database nor session, so they come when nothing else does. Each says what to do next.

What the site answers while something that it needs is away: 503 and a sentence, never an error of the server.

The database and what must be counted (stpete_site.cache) come back by themselves: PostgreSQL that is started again, a
disk that was full, a Redis that was killed. A page says so in its own words, the API in its own shape.
"""

import logging
import re
import sys

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseForbidden,
    HttpResponseNotFound,
    JsonResponse,
)
from django.template.loader import render_to_string
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views import defaults
from rest_framework.exceptions import NotFound, PermissionDenied

from api.problems import MEDIA_TYPE, bad_request, describe_problem, is_for_api, problem, server_error
from stpete_site.cache import CacheAway

logger = logging.getLogger(__name__)

AWAY = (OperationalError, InterfaceError, CacheAway)
RETRY_AFTER = 10
"""Seconds. What the supervisor starts again is back by then."""
UNDEFINED_CODES = ("42P01", "42703")
"""PostgreSQL's codes for a table and for a column that do not exist."""


class ErrorPagesMiddleware(MiddlewareMixin):
    """Answers for the views while something is away. Where a middleware comes upon it, such as one that asks who is there,
    `on_server_error` does. And 405 in words: Django answers a wrong method with an empty page, such as a reload of what a form was
    sent to."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if response.status_code == 405 and not response.content and not is_for_api(request):
            above = ASKED_FOR.match(request.path_info)
            response.content = render_to_string("405.html", {"page_above": above.group() if above else ""})
            response["Content-Type"] = "text/html; charset=utf-8"
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, AWAY) and not is_unprepared(error):
            return None
        logger.warning("%s: %s", type(error).__name__, str(error).partition("\n")[0])
        return sorry(request, error)


def is_unprepared(error: BaseException | None) -> bool:
    """Whether something is missing that `manage.py prepare` makes: a table, a column, the list of static files."""
    if isinstance(error, ValueError):
        return "staticfiles manifest" in str(error)
    return isinstance(error, DatabaseError) and (
        str(error).startswith("no such ") or getattr(error.__cause__, "sqlstate", "") in UNDEFINED_CODES
    )


def sorry(request: HttpRequest, error: BaseException | None) -> HttpResponse:
    """The answer itself; it asks neither the database nor the cache, and on a site that is not prepared no static files."""
    response: HttpResponse
    unprepared = is_unprepared(error)
    if request.path.startswith("/api/"):
        detail = "A part of the site is away just now. Try again in a few seconds."
        if unprepared:
            detail = "The site is not prepared. Its operator runs manage.py prepare and starts it again."
        body = describe_problem(503, "unavailable", detail, request.path)
        response = JsonResponse(body, status=503, content_type=MEDIA_TYPE)
    else:
        response = HttpResponse(render_to_string("unprepared.html" if unprepared else "503.html"), status=503)
    if unprepared:
        response["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    response["Retry-After"] = str(RETRY_AFTER)
    response["Cache-Control"] = "no-store"
    return response


MISSING: tuple[tuple[str | tuple[str, ...], str | Promise], ...] = (
    (
        ("/invitations/", "/tournaments/invitations/"),
        _(
            "This invitation link is not valid. Email programs can break long links, so copy the whole link "
            "from the email."
        ),
    ),
    ("/t/", _("This table link is not valid. Ask the sender for the complete link.")),
    ("/e/", _("This tournament link is not valid. Ask the sender for the complete link.")),
    (
        "/games/",
        _("This game does not exist, or it is private. Follow its link again, or sign in if you play in it."),
    ),
    (
        "/tables/",
        _("This table does not exist, or it is private. Follow its link again, or sign in if you sit there."),
    ),
)
"""What to do about an address that leads nowhere, by how it begins. A game that is hidden answers like none."""

ASKED_FOR = re.compile(r"/(?:games|tables|invitations|tournaments|players|solo)/[^/]+/")
"""Pages that have forms, at the beginning of where they send them."""


def on_bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if is_for_api(request):
        return bad_request(exception, request)
    if isinstance(exception, RequestDataTooBig):
        return HttpResponse(render_to_string("413.html"), status=413)
    # Django's own view reads the form, which may be what is bad
    return HttpResponseBadRequest(render_to_string("400.html"))


def on_forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    if is_for_api(request):
        return problem(PermissionDenied(), request)
    is_unknown = settings.SESSION_COOKIE_NAME not in request.COOKIES  # the database is not asked
    return HttpResponseForbidden(render_to_string("403.html", {"is_unknown": is_unknown}))


def on_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if is_for_api(request):
        return problem(NotFound(), request)
    advice = next((words for begin, words in MISSING if request.path_info.startswith(begin)), "")
    return HttpResponseNotFound(render_to_string("404.html", {"advice": advice}))


def on_server_error(request: HttpRequest) -> HttpResponse:
    """Something that is away comes back by itself; other errors stay what they are."""
    error = sys.exc_info()[1]
    if isinstance(error, AWAY) or is_unprepared(error):
        return sorry(request, error)
    return server_error(request) if is_for_api(request) else defaults.server_error(request)
