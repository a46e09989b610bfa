"""What of notifications and messages is thrown away with time. Each period is stated on the privacy page
(`stpete_site.retention`)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet

from notifications.models import AddressScore, Delivery, DeliveryState, Notification

AT_ONCE = 1000
"""Rows that go in one transaction."""
MESSAGES = timedelta(days=180)
"""How long what went out is kept, with what servers answered. That something was told stays: nothing may be told twice."""
TO_ADDRESSES = timedelta(days=90)
"""How long an address without an account is kept with what was told to it."""
SCORES = timedelta(days=365)
"""How long the fingerprint of an address is kept after a mail last came back from it."""


def forget_messages(*, now: datetime) -> int:
    """Messages that came to an end, with the answers of servers and reports about them. Returns how many rows went."""
    old = Delivery.objects.filter(created_at__lt=now - MESSAGES).exclude(state=DeliveryState.PENDING)
    return delete_in_pieces(old)


def forget_addresses(*, now: datetime) -> int:
    """Addresses of people without an account, in notifications and in messages to them. Returns how many rows went."""
    before = now - TO_ADDRESSES
    told = Notification.objects.filter(~Q(address=""), user=None, due_at=None, created_at__lt=before)
    sent = Delivery.objects.filter(user=None, created_at__lt=before).exclude(state=DeliveryState.PENDING)
    return delete_in_pieces(sent) + delete_in_pieces(told)


def forget_scores(*, now: datetime) -> int:
    """Scores of addresses from which nothing came back for so long, stopped or not. Returns how many rows went."""
    return delete_in_pieces(AddressScore.objects.filter(scored_at__lt=now - SCORES))


def delete_in_pieces(rows: QuerySet[Any]) -> int:
    """Delete these rows with what hangs on them, so many at once that no transaction is long. Returns how many rows went."""
    gone = 0
    while numbers := list(rows.order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        gone += rows.model._default_manager.filter(pk__in=numbers).delete()[0]
    return gone
