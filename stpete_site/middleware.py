"""What stands around all views: what no request of ours contains is refused before anything looks at it, old addresses lead on to
the new ones, each answer is counted, and where no view answers there is a page of ours to a reader and JSON to a program.

An old address answers a GET with 301 and anything else with 308, which asks a program to send the same again. Calendars are read
there without a redirect, because some programs follow none.

The pages need neither database nor session, so they come when nothing else does. Each says what to do next. While something that
the site needs is away, it answers 503 and a sentence, never an error of the server. The database and what must be counted
(stpete_site.cache) come back by themselves: PostgreSQL that is started again, a disk that was full, a Redis that was killed.
"""

import logging
import re
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from urllib.parse import unquote_plus

from csp.constants import HEADER
from csp.middleware import CSPMiddleware, PolicyParts
from csp.utils import build_policy
from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.core.exceptions import BadRequest, RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.dispatch import receiver
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseForbidden,
    HttpResponseNotAllowed,
    HttpResponseNotFound,
    HttpResponsePermanentRedirect,
    JsonResponse,
)
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.deprecation import MiddlewareMixin
from django.utils.encoding import escape_uri_path, iri_to_uri
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views import defaults
from rest_framework.exceptions import MethodNotAllowed, NotFound, PermissionDenied

from api.problems import (
    MEDIA_TYPE,
    MOST_BYTES,
    bad_request,
    describe_problem,
    is_for_api,
    problem,
    server_error,
)
from games.imports.services import LARGEST
from notifications import meters
from stpete_site.cache import CacheAway

logger = logging.getLogger(__name__)

NO_ROUTE = "none"
"""What middleware answers itself: static files, redirects, what no address fits."""


class MeterMiddleware:
    """Outermost: counts every answer by the name of its route, never by its path, which may hold a key or a number."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        response = self.get_response(request)
        route = request.resolver_match.view_name if request.resolver_match else NO_ROUTE
        meters.observe("request", route, f"{response.status_code // 100}xx", time.perf_counter() - began)
        return response


METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
NUL = "\0"
MAILS, IMPORTS = "/mail/by/", "/archive/imports/"


class RefuseMiddleware(MiddlewareMixin):
    """405 for TRACE and for methods that nobody knows: a view that asks for no method would answer them like a GET.

    413 for more than a page or a program ever sends, before any of it is read. Mail services bring whole emails with their
    attachments, and a file of records is as large as an import may be.

    400 for a NUL in address, query or cookie: PostgreSQL keeps none in a text, so asking for one would be an error
    of the server (500). Forms and the API refuse it in their fields themselves.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        method, length = request.method or "", request.META.get("CONTENT_LENGTH") or ""
        if method not in METHODS:
            refused = HttpResponseNotAllowed(METHODS)
            if is_for_api(request):
                refused.content, refused["Content-Type"] = (
                    problem(MethodNotAllowed(method), request).content,
                    MEDIA_TYPE,
                )
            return refused
        most = MOST_BYTES + (LARGEST if request.path == IMPORTS else 0)
        is_mail = request.path.startswith(MAILS)
        if not is_mail and length.isdecimal() and (len(length) > len(str(most)) or int(length) > most):
            raise RequestDataTooBig("Nobody sends so much.")
        query = unquote_plus(request.META.get("QUERY_STRING", ""))
        if any(NUL in text for text in (request.path, query, *request.COOKIES.values())):
            raise BadRequest("An address, a query and a cookie have no NUL signs.")
        return None


OWN = frozenset(f"_csp_{what}{suffix}" for what in ("config", "update", "replace", "exempt") for suffix in ("", "_ro"))
"""What decorators of django-csp leave at an answer."""


class ContentPolicyMiddleware(CSPMiddleware):
    """Nearly all answers have the same header, and making it costs more than finding the page's address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        super().__init__(get_response)
        self._common = build_policy(**asdict(PolicyParts()))

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if settings.DEBUG or OWN & vars(response).keys() or hasattr(request, "_csp_nonce"):
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, self._common)
        return response


MOVED = [
    (re.compile(old), new)
    for old, new in (
        (r"^/(api/v1/)?events/", r"/\1tournaments/"),
        (r"^/api/v1/notices/wishes/", "/api/v1/notifications/preferences/"),
        (r"^/api/v1/notices/", "/api/v1/notifications/"),
        (r"^/((?:api/v1/)?(?:tournaments|leagues)/\d+/)desk/", r"/\1manage/"),
        (r"^/api/v1/(tournaments/\d+/)entry/", r"/api/v1/\1registration/"),
        (r"^/((?:api/v1/)?tournaments/\d+/)back/", r"/\1rejoin/"),
        (r"^/(tournaments/\d+/)enter/", r"/\1register/"),
        (r"^/(tournaments/\d+/)leave/", r"/\1withdraw/"),
        (r"^/profile/told/", "/profile/notifications/history/"),
        (r"^/profile/notices/", "/profile/notifications/"),
        (r"^/games/(\d+)/talk/", r"/games/\1/chat/"),
        (r"^/talk/lines/", "/chat/messages/"),
        (r"^/talk/", "/chat/"),
        (r"^/admin/about/event/", "/admin/about/tournament/"),
    )
]
"""What an address once began with and what it begins with now, applied one after the other."""

_FEED = re.compile(r"/events/(?:mine/[^/]+|\d+/calendar)\.ics")


def now_at(path: str) -> str:
    """The address that this one has become; the same where it is none that has moved.

    >>> now_at("/events/7/desk/pause/")
    '/tournaments/7/manage/pause/'
    >>> now_at("/games/7/back/")
    '/games/7/back/'
    """
    for old, new in MOVED:
        path = old.sub(new, path)
    return path


class OldAddressMiddleware(MiddlewareMixin):
    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        was = request.path_info
        if (path := now_at(was)) == was:
            return None
        if _FEED.fullmatch(was):
            request.path_info, request.path = path, request.path.removesuffix(was) + path
            return None
        query = request.META.get("QUERY_STRING", "")
        where = escape_uri_path(request.path.removesuffix(was) + path) + (f"?{iri_to_uri(query)}" if query else "")
        keeps_method = request.method not in ("GET", "HEAD")
        return HttpResponsePermanentRedirect(where, preserve_request=keeps_method)


@receiver(user_logged_out)
def mark(request: HttpRequest | None, **_signal: object) -> None:
    """Note the sign-out for `WipeMiddleware`: people leave nothing on a device when they sign out."""
    if request is not None:
        request.has_signed_out = True  # type: ignore[attr-defined]


class WipeMiddleware(MiddlewareMixin):
    """Tells the browser of who has signed out to wipe what pages have kept: positions, and the program that shows them."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if getattr(request, "has_signed_out", False):
            response["Clear-Site-Data"] = '"storage"'
        return response


AWAY = (OperationalError, InterfaceError, CacheAway)
RETRY_AFTER = 10
"""Seconds. What the supervisor starts again is back by then."""


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
        body = describe_problem(503, "unavailable", detail, request.path)
        response = JsonResponse(body, status=503, content_type=MEDIA_TYPE)
    else:
        response = HttpResponse(render_to_string("503.html"), status=503)
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
    if isinstance(sys.exc_info()[1], AWAY):
        return sorry(request)
    return server_error(request) if is_for_api(request) else defaults.server_error(request)
