"""Whoever signs out ends what his open pages listen to (streams/), in other tabs as well."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from notices import news
from streams.words import Out, mark_of


@receiver(user_logged_out)
def end_streams(request: HttpRequest, **_signal: Any) -> None:
    """Sent before the session is gone."""
    if key := request.session.session_key:
        news.publish(Out(mark_of(key)))
