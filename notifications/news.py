"""Tells the process of the streams (streams/) that somebody has something new, or has signed out. What is new the page asks the
site itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, Protocol, cast

from django.contrib.auth.signals import user_logged_out
from django.core.cache import caches
from django.db import transaction
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import ApiToken, Device
from streams.words import Out, You, mark_of


class Publishing(Protocol):
    """The site's cache, which shares its server with the streams."""

    def publish(self, text: str) -> None: ...


def publish(text: object) -> None:
    """Say it now."""
    cast(Publishing, caches["default"]).publish(str(text))


def for_people(people: Iterable[int | None]) -> None:
    """Say it to these accounts once the transaction stands."""
    named = tuple(sorted({one for one in people if one is not None}))
    if named:
        transaction.on_commit(partial(publish, You(named)), robust=True)


@receiver(user_logged_out)
def end_streams(request: HttpRequest, **_signal: Any) -> None:
    """Signing out, also elsewhere, and revoking a token end what listened with it: open pages and programs. Django sends the signal
    while the session is still there."""
    if key := request.session.session_key:
        publish(Out(mark_of(key)))


@receiver(post_delete, sender=Device)
def end_of_session(instance: Device, **_signal: Any) -> None:
    _end(instance.session_key)


@receiver(post_delete, sender=ApiToken)
def end_of_token(instance: ApiToken, **_signal: Any) -> None:
    """Streams know a token by its hash; its text is kept nowhere."""
    _end(instance.hash)


def _end(key: str) -> None:
    transaction.on_commit(partial(publish, Out(mark_of(key))), robust=True)
