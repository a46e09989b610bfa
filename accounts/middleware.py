"""Who asks, and in which language and time zone: the person's own when signed in, else what the browser says.

LocaleMiddleware, which stands before, has already chosen between the language cookie and Accept-Language. A view that
says nothing in words, such as a poll every few seconds, is marked `impersonal` and spares the statement for the person.
"""

import zoneinfo
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.middleware import AuthenticationMiddleware, get_user
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control
from django.utils.crypto import constant_time_compare
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import SimpleLazyObject, empty

from accounts import activity, sessions
from accounts.models import User
from accounts.names import all_zones
from statements import Columns, Prepared

ZONE_COOKIE = "zone"
"""Set by the frame's script: the zone of a visitor's browser, so that dates are right before there is a profile."""

View = TypeVar("View", bound=Callable[..., Any])


def impersonal(view: View) -> View:
    """Mark a view that needs neither language nor zone of the person who asks."""
    view.impersonal = True  # type: ignore[attr-defined]
    return view


_USER = Columns(User)
_user = Prepared(lambda number: User.objects.filter(pk=number).values_list(*_USER.asked), 1)


class SignedInMiddleware(AuthenticationMiddleware):
    """Django's, which still decides about every session that is not plainly in order: whether it ends, or is proved by an
    older key of the site."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _visitor(request))  # type: ignore[assignment]


def _visitor(request: HttpRequest) -> User | AnonymousUser:
    """The user of this session. From then on the request holds the plain object: a page asks some two hundred times."""
    user: User | AnonymousUser = owner_of(request.session) or get_user(request)
    request.user = user
    return user


def owner_of(session: SessionBase) -> User | None:
    """The user of a valid session: begun by a backend of ours, for somebody who may sign in, with their present password."""
    number, proof = session.get(SESSION_KEY), session.get(HASH_SESSION_KEY)
    if not number or not proof or session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    found = _user(int(number))
    user = _USER.take(found[0]) if found else None
    if user is None or not user.is_active or not constant_time_compare(proof, user.get_session_auth_hash()):
        return None
    return user


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


class ActivityMiddleware(MiddlewareMixin):
    """Lets the browser know who has signed in on it, and notes who sends something, by a page or by a program."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if just_signed_in := getattr(request, "known_on_device", None):
            sessions.remember(response, just_signed_in)
        if request.method not in activity.LOOKING:
            user = request.user  # of a program too: its token has signed it in meanwhile
            if isinstance(user, User):
                if not just_signed_in:
                    sessions.touch(request, user, now=timezone.now())
                activity.note(user.pk, user.active_on, now=timezone.now())
        elif getattr(request.user, "_wrapped", None) is empty or "text/html" not in response.get("Content-Type", ""):
            return response  # who is not asked for is nobody's business here either
        if isinstance(request.user, User) and response.status_code != HTTPStatus.FOUND:  # else the next page says it
            activity.touch(request.user.pk)
        return response
