"""When messages go out: at once or in a summary, and never in quiet hours; and when to remind somebody while they are awake.

A summary is one delivery of the kind `summary` for each endpoint, which collects notifications until it is due.

Hours are whole hours of the day, from 0 to 23, in the user's zone. An hour that a change of the clocks skips begins when the
clocks have changed.
"""

from collections.abc import Collection, Sequence
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import F, QuerySet

from accounts.activity import was_here_since
from accounts.models import User
from notifications.models import Delivery, DeliveryState, Hours, Notification, When
from notifications.registry import NOTIFICATIONS, SUMMARY, kind_of, known_kinds
from notifications.routes import Reach, Route

QuietHours = tuple[int, int]
"""From which hour to which, over midnight where the second one is smaller."""

LEAST, MOST = timedelta(minutes=30), timedelta(days=2)
"""Bounds of a usual answer time."""

UNKNOWN = timedelta(hours=4)
"""Used for users with too few answers."""


def remind_at(
    *, due: datetime, deadline: datetime, asked: datetime, quiet: QuietHours, zone: ZoneInfo, usual: timedelta | None
) -> datetime:
    """When to remind a user with quiet hours of a deadline.

    Let u be their usual answer time within `LEAST` and `MOST` (`UNKNOWN` if there is none), but at most half of the time between
    question and deadline. The result is the last waking moment no later than `due`, when everybody else is reminded, and no later
    than `deadline` - u. If they were not awake between the question and then, it is the first waking moment after the question;
    if that is after the deadline, it is `due`.
    """
    time = min(UNKNOWN if usual is None else min(max(usual, LEAST), MOST), (deadline - asked) / 2)
    best = last_waking(min(due, deadline - time), quiet, zone)
    if best >= asked:
        return best
    first = next_waking(asked, quiet, zone)
    return first if first < deadline else due


def is_quiet(at: datetime, quiet: QuietHours, zone: ZoneInfo) -> bool:
    hour = at.astimezone(zone).hour
    begin, end = quiet
    return begin <= hour < end if begin < end else hour >= begin or hour < end


def last_waking(at: datetime, quiet: QuietHours, zone: ZoneInfo) -> datetime:
    """`at` itself, or the minute before the quiet hours in which it lies."""
    if not is_quiet(at, quiet, zone):
        return at
    return _hour_before(at, quiet[0], zone) - timedelta(minutes=1)


def next_waking(at: datetime, quiet: QuietHours, zone: ZoneInfo) -> datetime:
    """`at` itself, or the end of the quiet hours in which it lies."""
    return next_hour(at, [quiet[1]], zone) if is_quiet(at, quiet, zone) else at


def next_hour(at: datetime, hours: Collection[int], zone: ZoneInfo) -> datetime:
    """The next of these hours of the day, after `at`. At least one."""
    day = at.astimezone(zone).date()
    moments = (_moment(day + timedelta(days=ahead), hour, zone) for ahead in range(3) for hour in hours)
    return min(moment for moment in moments if moment > at)


def _hour_before(at: datetime, hour: int, zone: ZoneInfo) -> datetime:
    day = at.astimezone(zone).date()
    moments = (_moment(day - timedelta(days=back), hour, zone) for back in range(3))
    return max(moment for moment in moments if moment <= at)


def _moment(day: date, hour: int, zone: ZoneInfo) -> datetime:
    """This hour of this day as a moment of UTC, so that comparing and subtracting mean what they say."""
    return datetime(day.year, day.month, day.day, hour, tzinfo=zone).astimezone(UTC)


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
    """Until when messages are collected after the last one sent; None if none was sent lately, or if the user has visited
    since."""
    mine = Delivery.objects.filter(user=user, **route.place)
    gone = mine.filter(state=DeliveryState.SENT, sent_at__gt=now - hours.gather)
    going = mine.filter(state=DeliveryState.PENDING, created_at__gt=now - hours.gather).exclude(
        app=NOTIFICATIONS, kind=SUMMARY
    )
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
    waiting = _waiting(user, now).select_for_update().filter(**route.place)
    delivery = waiting.order_by("due_at").first()
    if delivery is None:
        of = {"app": NOTIFICATIONS, "kind": SUMMARY, "user": user}
        delivery = Delivery.objects.create(**of, **route.place, due_at=until, created_at=now)
    elif delivery.due_at is not None and until < delivery.due_at:
        delivery.due_at = until
        delivery.save(update_fields=["due_at"])
    delivery.notifications.add(*notifications)


def _waiting(user: User, now: datetime) -> QuerySet[Delivery]:
    """Summaries of this user that take in more."""
    pending = Delivery.objects.filter(user=user, state=DeliveryState.PENDING, attempts=0, due_at__gt=now + SOON)
    return pending.filter(app=NOTIFICATIONS, kind=SUMMARY)


def retime(user: User, hours: Hours, now: datetime) -> None:
    """Settings or hours have changed: send what is collected at the next hour chosen, if that is sooner than planned."""
    at = next_hour(now, hours.digest, user.zone) if hours.digest else now
    if hours.quiet is not None:
        at = next_waking(at, hours.quiet, user.zone)
    _waiting(user, now).filter(due_at__gt=at).update(due_at=at)
    unsent = Notification.objects.filter(user=user, deadline__isnull=False, due_at__gt=now, planned_from__isnull=False)
    for notification in unsent:
        notification.due_at, notification.planned_from = notification.planned_from, None
        notification.save(update_fields=["due_at", "planned_from"])


def plan_due(now: datetime, limit: int = 500) -> int:
    """Look at each new reminder once. Returns how many were moved. A second sweep at once finds the same times."""
    new = Notification.objects.filter(
        known_kinds(), deadline__isnull=False, due_at__isnull=False, planned_from__isnull=True
    ).order_by("pk")
    people = dict(new.values_list("pk", "user_id")[:limit])
    if not people:
        return 0
    quiet = {
        one.user_id: one
        for one in Hours.objects.filter(user__in=set(people.values()), quiet_from__isnull=False).select_related("user")
    }
    awake = [pk for pk, user in people.items() if user not in quiet or quiet[user].quiet is None]
    Notification.objects.filter(pk__in=awake, due_at__isnull=False).update(planned_from=F("due_at"))
    moved = 0
    usual = {}
    for notification in Notification.objects.filter(pk__in=people.keys() - set(awake)):
        assert notification.user_id is not None
        kind, hours = kind_of(notification), quiet[notification.user_id]
        who = (notification.app, notification.kind, notification.user_id)
        if who not in usual:
            usual[who] = kind.answers_within(hours.user_id)
        assert notification.due_at is not None
        assert notification.deadline is not None
        assert hours.quiet is not None
        at = remind_at(
            due=notification.due_at,
            deadline=notification.deadline,
            asked=notification.created_at,
            quiet=hours.quiet,
            zone=hours.user.zone,
            usual=usual[who],
        )
        same = Notification.objects.filter(pk=notification.pk, due_at=notification.due_at)
        same.update(due_at=at, planned_from=notification.due_at)
        moved += at != notification.due_at
    return moved
