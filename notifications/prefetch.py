"""Looks up many messages together before they go out: their notifications, whether those are still true, and whether the
user still wants them by this channel."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import attrgetter

from notifications.kinds import Email
from notifications.models import Delivery, DeliveryState, Notification
from notifications.registry import kind_of
from notifications.routes import Reach, reaches_of, why_unreachable

PLACE = ("app", "kind", "subject", "user_id", "channel", "endpoint")
"""Of two messages alike in these the later one alone goes out."""


@dataclass(frozen=True, slots=True)
class CheckedDelivery:
    """One message as it was when it was looked up. `untrue` has the reasons of those notifications that are not sent."""

    delivery: Delivery
    notifications: Sequence[Notification] = ()
    untrue: Mapping[int, str] = field(default_factory=dict)
    is_overtaken: bool = False


def look_at(deliveries: Collection[int], now: datetime) -> dict[int, CheckedDelivery]:
    """These messages by number. As many statements for many as for one, but for kinds that know truth one by one."""
    found = list(Delivery.objects.filter(pk__in=deliveries).select_related("user").order_by("pk"))
    told = _notifications_of(found)
    reaches = reaches_of({one.user.pk: one.user for one in found if one.user is not None}.values())
    known = untrue_among([notification for notifications in told.values() for notification in notifications], now)
    overtaken = _overtaken(found)
    return {
        one.pk: CheckedDelivery(
            one,
            told[one.pk],
            {
                notification.pk: reason
                for notification in told[one.pk]
                if (reason := why_not(notification, now, reaches.get(one.user_id or 0), one.channel, known))
            },
            one.pk in overtaken,
        )
        for one in found
    }


def untrue_among(notifications: Iterable[Notification], now: datetime) -> dict[int, str]:
    """The outdated notifications of kinds that can look at many at once, with the reason."""
    groups: dict[tuple[str, str], tuple[Email, list[Notification]]] = {}
    for notification in notifications:
        kind = kind_of(notification)
        if kind.looks_together:
            groups.setdefault((kind.app, kind.name), (kind, []))[1].append(notification)
    found: dict[int, str] = {}
    for kind, group in groups.values():
        found.update(kind.untrue_among(group, now))
    return found


def why_not(
    notification: Notification, now: datetime, reach: Reach | None, channel: str, known: Mapping[int, str] | None
) -> str:
    """Why not to send this by this channel, or by any if it is empty: it is not wanted or not true. Empty if it can be sent.
    `reach` is that of its user; `known` is the result of `untrue_among`, None if that was not called."""
    kind = kind_of(notification)
    if reason := why_unreachable(notification, kind, channel, reach):
        return reason
    if known is not None and kind.looks_together:
        return known.get(notification.pk, "")
    return kind.why_untrue(notification, now)


def _notifications_of(deliveries: Sequence[Delivery]) -> Mapping[int, list[Notification]]:
    """Those that have not been dropped, the oldest first, with their users."""
    found: dict[int, list[Notification]] = defaultdict(list)
    by_number = {one.pk: one for one in deliveries}
    links = Delivery.notifications.through.objects.filter(delivery__in=list(by_number), notification__dropped="")
    for link in links.select_related("notification").order_by("notification_id"):
        delivery, notification = by_number[link.delivery_id], link.notification
        if delivery.user is not None and notification.user_id == delivery.user_id:
            notification.user = delivery.user
        found[delivery.pk].append(notification)
    return found


def _overtaken(deliveries: Sequence[Delivery]) -> set[int]:
    """After a long outage one message per subject is enough: a newer one of the same kind says all of it. This does not
    apply to summaries."""
    asked = [one for one in deliveries if one.user_id is not None and kind_of(one).overtakes]
    if not asked:
        return set()
    pending = Delivery.objects.filter(
        state=DeliveryState.PENDING,
        user__in={one.user_id for one in asked},
        kind__in={one.kind for one in asked},
        pk__gt=min(one.pk for one in asked),
    )
    latest: dict[tuple[object, ...], int] = {}
    for pk, *place in pending.values_list("pk", *PLACE):
        latest[tuple(place)] = max(pk, latest.get(tuple(place), 0))
    return {one.pk for one in asked if latest.get(attrgetter(*PLACE)(one), 0) > one.pk}
