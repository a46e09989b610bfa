"""What no request of ours contains is refused before anything looks at it."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import unquote_plus

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

NUL = "\0"


class RefuseNulMiddleware:
    """400 for a NUL in address, query or cookie: PostgreSQL keeps none in a text, so asking for one would be an error
    of the server (500). Forms and the API refuse it in their fields themselves."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not _has_nul(request):
            return self.get_response(request)
        raise BadRequest("An address, a query and a cookie have no NUL signs.")


def _has_nul(request: HttpRequest) -> bool:
    query = unquote_plus(request.META.get("QUERY_STRING", ""))
    return NUL in request.path or NUL in query or any(NUL in text for text in request.COOKIES.values())
