"""What is answered where no view answers: a page of ours to a reader, JSON to a program."""

from __future__ import annotations

import sys

from django.http import HttpRequest, HttpResponse
from django.views import defaults
from rest_framework.exceptions import NotFound, PermissionDenied

from games.api.problems import bad_request, is_for_api, problem, server_error
from stpete_site.away import AWAY, sorry


def on_bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return bad_request(exception) if is_for_api(request) else defaults.bad_request(request, exception)


def on_forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return problem(PermissionDenied()) if is_for_api(request) else defaults.permission_denied(request, exception)


def on_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return problem(NotFound()) if is_for_api(request) else defaults.page_not_found(request, exception)


def on_server_error(request: HttpRequest) -> HttpResponse:
    """Something that is away comes back by itself; other errors stay what they are."""
    if isinstance(sys.exc_info()[1], AWAY):
        return sorry(request)
    return server_error() if is_for_api(request) else defaults.server_error(request)
