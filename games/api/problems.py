"""Errors of requests that never reach a view of the API, and of views that break, in its own words."""

from __future__ import annotations

from django.core.exceptions import BadRequest, RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions, status


class TooLarge(exceptions.APIException):
    """More than the site reads of one request."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"
    default_detail = _("The body is larger than anything that the API understands.")


def is_for_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def problem(error: exceptions.APIException, code: str = "") -> HttpResponse:
    """What the error handler answers within a view, as a plain response."""
    told = {"code": code or error.default_code, "detail": str(error.detail)}
    return JsonResponse(told, status=error.status_code)


def bad_request(error: Exception | None) -> HttpResponse:
    """What Django refuses before a view: its own sentence only where it is ours, for others tell of the inside."""
    if isinstance(error, RequestDataTooBig):
        return problem(TooLarge())
    detail = error if isinstance(error, BadRequest) else _("That request makes no sense to us")
    return problem(exceptions.ParseError(str(detail)), code="bad_request")


def server_error() -> HttpResponse:
    """The error itself is in the log of the site."""
    said = _("Something broke on our side, and it has been noted. A move counts when the answer to it has said so.")
    return problem(exceptions.APIException(said), code="server_error")
