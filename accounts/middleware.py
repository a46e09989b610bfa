"""Language and time zone of a request: the person's own when signed in, else what the browser says.

LocaleMiddleware, which stands before, has already chosen between the language cookie and Accept-Language. A view that
says nothing in words, such as a poll every few seconds, is marked `impersonal` and spares the statement for the person.
"""

import zoneinfo
from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control
from django.utils.deprecation import MiddlewareMixin

from accounts.models import User
from accounts.names import all_zones

ZONE_COOKIE = "zone"
"""Set by the frame's script: the zone of a visitor's browser, so that dates are right before there is a profile."""

View = TypeVar("View", bound=Callable[..., Any])


def impersonal(view: View) -> View:
    """Mark a view that needs neither language nor zone of the person who asks."""
    view.impersonal = True  # type: ignore[attr-defined]
    return view


class PrivateMiddleware(MiddlewareMixin):
    """Answers within a session are personal: no cache on the way may keep them, unless a view says that they are public."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        has_session = (
            settings.SESSION_COOKIE_NAME in request.COOKIES or settings.SESSION_COOKIE_NAME in response.cookies
        )
        said = response.headers.get("Cache-Control", "")
        if has_session and "public" not in said and "private" not in said:
            patch_cache_control(response, private=True)
        return response


class PersonMiddleware:
    """Activates language and zone for one request, and keeps the language cookie in step with the profile."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        timezone.deactivate()
        try:
            response = self.get_response(request)
        finally:
            timezone.deactivate()
        language = getattr(request, "person_language", None)
        if language and request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) != language:
            remember_language(response, language)
        return response

    def process_view(self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any) -> None:
        if getattr(view, "impersonal", False):
            return
        user = request.user
        if isinstance(user, User) and user.is_authenticated:
            translation.activate(user.language)
            request.LANGUAGE_CODE = translation.get_language()
            request.person_language = user.language  # type: ignore[attr-defined]
            timezone.activate(user.zone)
        elif (zone := request.COOKIES.get(ZONE_COOKIE)) in all_zones():
            timezone.activate(zoneinfo.ZoneInfo(zone))


def remember_language(response: HttpResponse, language: str) -> None:
    """Set the cookie that LocaleMiddleware reads; pages of nobody, such as "not found", then speak it too."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.SESSION_COOKIE_AGE,
        secure=bool(settings.LANGUAGE_COOKIE_SECURE),
        samesite="Lax",
    )
