"""Tasks that failed, for the first page of staff."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from django.db import DatabaseError

from moderation.models import FailedTask

KEPT = timedelta(days=30)


def note(*, name: str, error: str, now: datetime) -> None:
    """Write it down. Where that fails too, the log of the worker has it."""
    with suppress(DatabaseError):
        FailedTask.objects.create(name=name[:100], error=error[:80], at=now)


def forget_old(now: datetime) -> None:
    FailedTask.objects.filter(at__lt=now - KEPT).delete()
