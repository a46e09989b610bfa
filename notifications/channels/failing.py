"""What becomes of an endpoint after an attempt: what keeps failing is switched off, and who has set it is told by mail."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import F

from notifications.models import Channel, Endpoint, Notification
from notifications.services import queue

MOST = 10
"""Failed attempts in a row after which an endpoint is switched off."""

APP, OFF = "notifications", "hook_off"


def worked(endpoint: Endpoint, now: datetime) -> None:
    Endpoint.objects.filter(pk=endpoint.pk).update(failures=0, worked_at=now, last_error="")


@transaction.atomic
def failed(endpoint: Endpoint, answer: str, now: datetime) -> None:
    """Count it. The one attempt that makes it too many switches the endpoint off; a browser is forgotten without a word."""
    mine = Endpoint.objects.filter(pk=endpoint.pk, off_at=None)
    mine.update(failures=F("failures") + 1, failed_at=now, last_error=answer[:300])
    if not mine.filter(failures__gte=MOST).update(off_at=now):
        return
    if endpoint.channel == Channel.PUSH:
        forget(endpoint)
        return
    stamp = int(now.timestamp())
    queue(
        [
            Notification(
                app=APP,
                kind=OFF,
                key=f"{OFF}:{endpoint.pk}:{stamp}",
                subject=f"endpoint:{endpoint.pk}",
                data={"endpoint": endpoint.pk},
                user_id=endpoint.user_id,
                created_at=now,
                due_at=now,
            )
        ]
    )


def forget(endpoint: Endpoint) -> None:
    """A browser that takes no pushes any more."""
    Endpoint.objects.filter(pk=endpoint.pk).delete()
