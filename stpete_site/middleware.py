"""What no request of ours contains is refused before anything looks at it, old addresses lead on to the new ones, and each answer
is counted.

An old address answers a GET with 301 and anything else with 308, which asks a program to send the same again. Calendars are read
there without a redirect, because some programs follow none.
"""

import re
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
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin
from django.utils.encoding import escape_uri_path, iri_to_uri
from rest_framework.exceptions import MethodNotAllowed

from accounts.activity import LOOKING
from accounts.models import User
from api.idempotency import HEADER as IDEMPOTENCY_HEADER
from api.idempotency import REPLAYED
from api.problems import MEDIA_TYPE, MOST_BYTES, is_for_api, problem
from games.imports.services import LARGEST
from moderation import networks
from notifications import meters

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


ANYBODY = {"Access-Control-Allow-Origin": "*"}
ALLOWED = ANYBODY | {
    "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": f"Authorization, Content-Type, Accept-Language, If-None-Match, {IDEMPOTENCY_HEADER}",
    "Access-Control-Max-Age": "7200",
    "Vary": "Access-Control-Request-Headers",
}
SHOWN = ANYBODY | {"Access-Control-Expose-Headers": f"ETag, RateLimit, RateLimit-Policy, Retry-After, {REPLAYED}"}


class CorsMiddleware(MiddlewareMixin):
    """Pages of other sites may use the API with a token. A browser asks before it sends `Authorization`: only then is it answered,
    and only what names a token is shown. No answer allows credentials, so a browser sends no cookie along and shows no answer
    to one."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if request.method == "OPTIONS" and is_for_api(request):
            wanted = request.headers.get("Access-Control-Request-Headers", "").lower().replace(" ", "").split(",")
            if "authorization" in wanted:
                return HttpResponse(status=204, headers=ALLOWED)
        return None

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if request.headers.get("Authorization", "").startswith(("Bearer ", "Token ")) and is_for_api(request):
            for name, value in SHOWN.items():
                response[name] = value
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


class NetworkMiddleware(MiddlewareMixin):
    """Notes from which network somebody sends the first thing of a day, after the answer is made and never in a game's transaction.

    It stands right below `ActivityMiddleware` and reads the same row: one that says today already was noted today.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        user = request.user
        if request.method not in LOOKING and isinstance(user, User) and user.active_on != timezone.now().date():
            networks.note_sender(request, user)
        return response


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
