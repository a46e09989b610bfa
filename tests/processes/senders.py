"""One sender of a race, as a process of its own (`tests.processes.contests`)."""

from __future__ import annotations

import time
from datetime import datetime

from django.db.models import F

from notifications import deliveries
from notifications.models import Delivery, DeliveryState
from tests.processes.contests import started_with_the_others


def main(go: str, delivery: str, at: str, unclaimed: str = "") -> str:
    """Try to deliver, at this time by its clock, when the file `go` is there; the outcome.

    With `unclaimed` it only looks whether the mail is due, as a task without a claim would, and dawdles before it goes on: the
    outcome shows what the claim is for.
    """

    def look_and_write(pk: int, now: datetime, *, attempts: int | None = None) -> bool:
        is_due = Delivery.objects.filter(pk=pk, state=DeliveryState.PENDING, due_at__lte=now).exists()
        time.sleep(0.7)
        Delivery.objects.filter(pk=pk).update(due_at=now + deliveries.LEASE, attempts=F("attempts") + 1)
        return is_due

    if unclaimed:
        deliveries.claim = look_and_write
    Delivery.objects.get(pk=delivery)
    started_with_the_others(go)
    try:
        return deliveries.deliver(int(delivery), datetime.fromisoformat(at)).name
    except Exception as error:
        return f"crashed {type(error).__name__}: {error}"
