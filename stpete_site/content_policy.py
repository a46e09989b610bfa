"""The header Content-Security-Policy, as django-csp has it: of an answer that asks for nothing of its own it is worked out once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

from csp.constants import HEADER
from csp.middleware import CSPMiddleware, PolicyParts
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

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
