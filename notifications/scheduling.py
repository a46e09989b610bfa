"""When a message by one route goes out: now, or together with others, and never in the middle of the night.

What is to go out together is one delivery of the kind `summary` for each endpoint, which takes in what comes until it is due.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from accounts.activity import was_here_since
from accounts.models import User
from notifications.models import Delivery, DeliveryState, Hours, Notification, When
from notifications.planning import next_hour, next_waking
from notifications.routes import Reach, Route
from notifications.summaries import APP, SUMMARY

SOON = timedelta(minutes=1)
"""A summary that is due within this time takes in nothing more: it may be on its way."""


def gathered_until(route: Route, reach: Reach, notifications: Sequence[Notification], now: datetime) -> datetime | None:
    """Until when this is gathered; None for what goes out now. What warns of a deadline always does."""
    if any(notification.deadline is not None for notification in notifications):
        return None
    hours, zone = reach.hours, reach.user.zone
    until = None
    if route.when is When.DIGEST and hours.digest:
        until = next_hour(now, hours.digest, zone)
    elif route.when is When.FIRST:
        until = _end_of_window(route, reach.user, hours, now)
    if hours.quiet is not None:
        awake = next_waking(until or now, hours.quiet, zone)
        until = awake if awake > (until or now) else until
    return until


def _end_of_window(route: Route, user: User, hours: Hours, now: datetime) -> datetime | None:
    """Until when further messages are gathered after the last one that went out; None where none has lately, or where he has been
    here since."""
    mine = Delivery.objects.filter(user=user, channel=route.channel, endpoint=route.endpoint)
    gone = mine.filter(state=DeliveryState.SENT, sent_at__gt=now - hours.gather)
    going = mine.filter(state=DeliveryState.PENDING, created_at__gt=now - hours.gather).exclude(app=APP, kind=SUMMARY)
    last = max(
        [
            *(at for at in gone.values_list("sent_at", flat=True) if at is not None),
            *going.values_list("created_at", flat=True),
        ],
        default=None,
    )
    if last is None or was_here_since(user.pk, last):
        return None
    return last + hours.gather


def gather(user: User, route: Route, notifications: Sequence[Notification], until: datetime, now: datetime) -> None:
    """Put these notifications into what goes out then by this route."""
    waiting = Delivery.objects.select_for_update().filter(
        app=APP,
        kind=SUMMARY,
        user=user,
        channel=route.channel,
        endpoint=route.endpoint,
        state=DeliveryState.PENDING,
        attempts=0,
        due_at__gt=now + SOON,
    )
    delivery = waiting.order_by("due_at").first()
    if delivery is None:
        delivery = Delivery.objects.create(
            app=APP,
            kind=SUMMARY,
            user=user,
            channel=route.channel,
            endpoint=route.endpoint,
            due_at=until,
            created_at=now,
        )
    elif delivery.due_at is not None and until < delivery.due_at:
        delivery.due_at = until
        delivery.save(update_fields=["due_at"])
    delivery.notifications.add(*notifications)


def retime(user: User, hours: Hours, now: datetime) -> None:
    """Somebody has changed his wishes or hours: what has gathered goes out at the next hour that he has named, if that is sooner
    than what was said before."""
    waiting = Delivery.objects.filter(
        app=APP, kind=SUMMARY, user=user, state=DeliveryState.PENDING, attempts=0, due_at__gt=now + SOON
    )
    at = next_hour(now, hours.digest, user.zone) if hours.digest else now
    if hours.quiet is not None:
        at = next_waking(at, hours.quiet, user.zone)
    waiting.filter(due_at__gt=at).update(due_at=at)
    unsent = Notification.objects.filter(user=user, deadline__isnull=False, due_at__gt=now, planned_from__isnull=False)
    for notification in unsent:
        notification.due_at, notification.planned_from = notification.planned_from, None
        notification.save(update_fields=["due_at", "planned_from"])
