"""Whoever signs out, is signed out elsewhere or revokes a token ends what listened with it (streams/): open pages and programs."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import ApiToken, Device
from notifications import services
from streams.words import Out, mark_of


@receiver(user_logged_out)
def end_streams(request: HttpRequest, **_signal: Any) -> None:
    """Sent before the session is gone."""
    if key := request.session.session_key:
        services.publish(Out(mark_of(key)))


@receiver(post_delete, sender=Device)
def end_of_session(instance: Device, **_signal: Any) -> None:
    _end(instance.session_key)


@receiver(post_delete, sender=ApiToken)
def end_of_token(instance: ApiToken, **_signal: Any) -> None:
    """Streams call a token by what is kept of it: its text nobody has here."""
    _end(instance.hash)


def _end(key: str) -> None:
    transaction.on_commit(partial(services.publish, Out(mark_of(key))), robust=True)
