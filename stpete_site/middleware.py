"""What no request of ours contains, and what is too large for one, is refused before anything looks at it.

The header Content-Security-Policy, as django-csp has it: of an answer that asks for nothing of its own it is worked out once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from urllib.parse import unquote_plus

from csp.constants import HEADER
from csp.middleware import CSPMiddleware, PolicyParts
from csp.utils import build_policy
from django.conf import settings
from django.core.exceptions import BadRequest, RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from rest_framework.exceptions import MethodNotAllowed

from api.problems import MEDIA_TYPE, is_for_api, problem

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
NUL = "\0"
MOST_BYTES = 2_621_440
"""Of a request, as Django has it."""
MAILS = "/mail/by/"


class KnownMethodsMiddleware:
    """405 for TRACE and for methods that nobody knows: a view that asks for no method would answer them like a GET."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        method = request.method or ""
        if method in METHODS:
            return self.get_response(request)
        refused = HttpResponseNotAllowed(METHODS)
        if is_for_api(request):
            refused.content, refused["Content-Type"] = problem(MethodNotAllowed(method), request).content, MEDIA_TYPE
        return refused


class RefuseNulMiddleware:
    """400 for a NUL in address, query or cookie: PostgreSQL keeps none in a text, so asking for one would be an error
    of the server (500). Forms and the API refuse it in their fields themselves."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not _has_nul(request):
            return self.get_response(request)
        raise BadRequest("An address, a query and a cookie have no NUL signs.")


class SmallRequestsMiddleware:
    """413 for more than a page or a program ever sends. Mail services bring whole mails, as large as the door for mails takes them
    (`settings.DATA_UPLOAD_MAX_MEMORY_SIZE`)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if _length(request) > MOST_BYTES and not request.path.startswith(MAILS):
            raise RequestDataTooBig("Nobody sends so much.")
        return self.get_response(request)


def _length(request: HttpRequest) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


def _has_nul(request: HttpRequest) -> bool:
    query = unquote_plus(request.META.get("QUERY_STRING", ""))
    return NUL in request.path or NUL in query or any(NUL in text for text in request.COOKIES.values())


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
