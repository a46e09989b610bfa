"""Turns due notifications into deliveries, one for each channel of the user; several become one, outdated ones none.

A few groups of notifications share one short transaction. If it fails, each group gets its own, so a broken group delays no
other. Two sweeps at once are harmless: rows of a group are locked, and the second sweep finds nothing due. Lock order:
notifications, then their delivery; never a row of the app that declares the kind (docs/architecture.md).
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import reduce
from itertools import chain
from operator import or_

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import User
from notifications.kinds import Email
from notifications.models import Channel, Delivery, Notification
from notifications.prefetch import untrue_among, why_not
from notifications.registry import HELD_MORE, HELD_OPEN, kind_of, kinds, known_kinds
from notifications.routes import Reach, Route, reaches_of
from notifications.scheduling import gather, gathered_until
from notifications.services import notification_delay

PATIENCE = timedelta(seconds=55)
"""How long an email waits for related news; with the sweep after it, a minute."""

A_MOMENT = timedelta(seconds=5)

AT_ONCE = 20
"""Groups in one transaction: few, so that their rows are locked only briefly."""

logger = logging.getLogger("notifications")


@dataclass(frozen=True, slots=True)
class Group:
    """Notifications that become one email. `subject` is empty where the kind is bundled across subjects."""

    app: str
    kind: str
    user_id: int | None
    address: str
    subject: str

    @classmethod
    def of(cls, app: str, kind: str, user_id: int | None, address: str, subject: str) -> "Group":
        across = kinds()[app, kind].bundling.across_subjects
        return cls(app, kind, user_id, address, "" if across else subject)

    @property
    def rule(self) -> Email:
        return kinds()[self.app, self.kind]

    def delivery(self, route: Route, told: Sequence[Notification], now: datetime) -> Delivery:
        kind = self.kind if any(one.kind == self.kind for one in told) else told[0].kind
        of = {"app": self.app, "kind": kind, "subject": self.subject, "user_id": self.user_id}
        return Delivery(**of, **route.place, due_at=now, created_at=now)

    def pending(self, now: datetime) -> QuerySet[Notification]:
        """Its notifications that have not been bundled or dropped, as far ahead as this kind looks."""
        return Notification.objects.filter(self.wanted(now), due_at__isnull=False)

    def wanted(self, now: datetime) -> Q:
        """Names them, where it is known that they are pending."""
        bundling = self.rule.bundling
        wanted = Q(app=self.app, kind__in=(self.kind, *bundling.takes), user=self.user_id, address=self.address)
        if not bundling.across_subjects:
            wanted &= Q(subject=self.subject)
        return wanted if bundling.ahead is None else wanted & Q(due_at__lte=now + bundling.ahead)


def bundle_due(now: datetime, limit: int = 200) -> int:
    """Turn the notifications that are due into deliveries, the oldest first. Returns of how many groups something came."""
    # a kind that only a later version knows stays due, and the alarm names it (notifications.monitoring)
    due = Notification.objects.filter(known_kinds(), due_at__lte=now).order_by("due_at")
    rows = due.values_list("app", "kind", "user_id", "address", "subject")[:limit]
    groups = _taken(list(dict.fromkeys(Group.of(*row) for row in rows)))
    return sum(_bundle_some(groups[start : start + AT_ONCE], now) for start in range(0, len(groups), AT_ONCE))


def _taken(groups: Sequence[Group]) -> list[Group]:
    """The groups, each replaced by the one that takes it, where that has notifications which are not due yet."""
    takers = [(kind.app, taken, kind.name) for kind in kinds().values() for taken in kind.bundling.takes]
    theirs = {
        one: [replace(one, kind=taker) for app, taken, taker in takers if (app, taken) == (one.app, one.kind)]
        for one in groups
    }
    possible = [*chain(*theirs.values())]
    if not possible:
        return list(groups)
    rows = Notification.objects.filter(
        due_at__isnull=False,
        kind__in={one.kind for one in possible},
        subject__in={one.subject for one in possible},
    )
    waiting = {Group.of(*row) for row in rows.values_list("app", "kind", "user_id", "address", "subject")}
    return list(dict.fromkeys(next((one for one in theirs[group] if one in waiting), group) for group in groups))


def _bundle_some(groups: Sequence[Group], now: datetime) -> int:
    """Several groups in one transaction; where that fails each in one of its own, so that one keeps no other waiting."""
    try:
        return bundle(groups, now)
    except Exception:
        if len(groups) > 1:
            logger.info("%s groups of notifications cannot be bundled together", len(groups), exc_info=True)
            return sum(_bundle_some([group], now) for group in groups)
        logger.exception("notifications cannot be bundled, tried again later: %s", groups[0])
        postpone(groups[0].pending(now).filter(due_at__lte=now), now)
        return 0


@transaction.atomic
def bundle(groups: Sequence[Group], now: datetime) -> int:
    """Create the deliveries for the notifications of these groups. Returns how many groups have any."""
    locked = _locked(groups, now)
    reaches = reaches_of({one.user.pk: one.user for one in chain(*locked.values()) if one.user is not None}.values())
    known = untrue_among(chain(*locked.values()), now)
    made: list[tuple[Delivery, list[Notification]]] = []
    done: list[int] = []
    bundled = 0
    for group, found in locked.items():
        reach = reaches.get(group.user_id or 0)
        notifications = [one for one in found if not _drop(one, why_not(one, now, reach, "", known))]
        notifications = [
            one
            for one in notifications
            if not (_was_just_told(one, now, reach) or _wait_while_open(one, now) or _wait_for_more(one, now))
        ]
        if not any(notification.due_at is not None and notification.due_at <= now for notification in notifications):
            continue  # the one that was due is gone, and what else there is has time
        bundled += 1
        for route, told in _routes(group, notifications, reach).items():
            until = gathered_until(route, reach, told, now) if reach is not None else None
            if reach is not None and until is not None:
                gather(reach.user, route, told, until, now)
            else:
                made.append((group.delivery(route, told, now), told))
        done += [notification.pk for notification in notifications]
    Delivery.objects.bulk_create([delivery for delivery, _told in made])
    carried = Delivery.notifications.through
    carried.objects.bulk_create(
        [carried(delivery_id=delivery.pk, notification_id=one.pk) for delivery, told in made for one in told]
    )
    if done:
        Notification.objects.filter(pk__in=done).update(due_at=None)
    return bundled


def _locked(groups: Sequence[Group], now: datetime) -> dict[Group, list[Notification]]:
    """The pending notifications of each group, oldest first, without rows that another sweep has locked."""
    found: dict[Group, list[Notification]] = {group: [] for group in groups}
    wanted = reduce(or_, (group.wanted(now) for group in groups))
    locked = Notification.objects.filter(wanted, due_at__isnull=False).select_for_update(skip_locked=True, of=("self",))
    users = User.objects.in_bulk({group.user_id for group in groups if group.user_id is not None})
    for notification in locked.order_by("pk"):
        notification.user = users.get(notification.user_id) if notification.user_id is not None else None
        place = Group.of(
            notification.app, notification.kind, notification.user_id, notification.address, notification.subject
        )
        if place not in found:  # the email of another one takes it
            takers = (one for one in found if replace(place, kind=one.kind) == one)
            place = next(one for one in takers if notification.kind in one.rule.bundling.takes)
        found[place].append(notification)
    return found


def _routes(group: Group, notifications: list[Notification], reach: Reach | None) -> dict[Route, list[Notification]]:
    """The routes for these notifications, each with those that it carries."""
    if reach is None:
        return {Route(Channel.MAIL, group.address): notifications}
    found: dict[Route, list[Notification]] = {}
    for notification in notifications:
        for route in reach.routes(kind_of(notification), notification.subject):
            found.setdefault(route, []).append(notification)
    return found


def postpone(notifications: QuerySet[Notification], now: datetime, held: str = "") -> None:
    """Look again after the delay. `held` says why, for the page that shows it."""
    notifications.update(due_at=now + notification_delay(), held=held)


def _wait_for_more(notification: Notification, now: datetime) -> bool:
    """Look again in a moment while something is on its way that belongs into the email."""
    if now >= notification.created_at + PATIENCE or not kind_of(notification).awaits(notification):
        return False
    Notification.objects.filter(pk=notification.pk, due_at__lte=now).update(due_at=now + A_MOMENT, held=HELD_MORE)
    return True


def _drop(notification: Notification, reason: str) -> bool:
    if reason:
        Notification.objects.filter(pk=notification.pk).update(due_at=None, dropped=reason)
    return bool(reason)


def _was_just_told(notification: Notification, now: datetime, reach: Reach | None) -> bool:
    """Whether the message of the kind that this one repeats is hardly out. A notification that is due already is then one too
    many; one that is due later keeps its own time."""
    repeated = kinds().get((notification.app, kind_of(notification).repeats))
    if repeated is None or reach is None:
        return False
    ways = reach.routes(repeated, notification.subject)
    if all(gathered_until(way, reach, [], now) is not None for way in ways):
        return False
    is_fresh = now < notification.created_at + 3 * notification_delay()
    if is_fresh and notification.due_at is not None and notification.due_at <= now:
        _drop(notification, "just told")
    return is_fresh


def _wait_while_open(notification: Notification, now: datetime) -> bool:
    """No email while the reader has the page open; look again later."""
    if not kind_of(notification).is_before_eyes(notification):
        return False
    if notification.due_at is not None and notification.due_at <= now:
        postpone(Notification.objects.filter(pk=notification.pk), now, held=HELD_OPEN)
    return True
