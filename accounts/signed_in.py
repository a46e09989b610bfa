"""Who a session belongs to: Django's question, by a statement that is made once."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.middleware import AuthenticationMiddleware, get_user
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from statements.prepared import Columns, Prepared

_USER = Columns(User)
_user = Prepared(lambda number: User.objects.filter(pk=number).values_list(*_USER.asked), 1)


class SignedInMiddleware(AuthenticationMiddleware):
    """Django's, which still decides about every session that is not plainly in order: whether it ends, or is proved by an
    older key of the site."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _visitor(request))  # type: ignore[assignment]


def _visitor(request: HttpRequest) -> User | AnonymousUser:
    """Who he is. From then on the request has him as he is: a page asks some two hundred times."""
    user: User | AnonymousUser = owner_of(request.session) or get_user(request)
    request.user = user
    return user


def owner_of(session: SessionBase) -> User | None:
    """The user of a session in order: begun by a backend of ours, for somebody who may sign in, with his present password."""
    number, proof = session.get(SESSION_KEY), session.get(HASH_SESSION_KEY)
    if not number or not proof or session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    found = _user(int(number))
    user = _USER.take(found[0]) if found else None
    if user is None or not user.is_active or not constant_time_compare(proof, user.get_session_auth_hash()):
        return None
    return user
