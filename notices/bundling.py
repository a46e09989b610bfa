"""Notices that are due become deliveries, one for each way by which their person is told: several notices in one, what is no
longer true in none.

One group of notices is handled in one short transaction of its own, so a group that cannot be handled keeps nobody
else waiting. Two sweeps at once are harmless: the rows of a group are locked, and whoever comes second finds no notice
that is still due. Lock order: notices, then their delivery; never a row of the app that tells (docs/architecture.md).
"""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from notices.kinds import Kind
from notices.models import Channel, Delivery, Notice
from notices.reasons import MORE, OPEN
from notices.registry import kind_of, kinds, known_kinds
from notices.routes import Reach, Route, reach_of, why_unreachable
from notices.scheduling import gather, gathered_until
from notices.services import notice_delay

PATIENCE = timedelta(seconds=55)
"""How long a mail waits for what belongs into it: with the sweep after it, a minute."""

A_MOMENT = timedelta(seconds=5)

logger = logging.getLogger("notices")


@dataclass(frozen=True, slots=True)
class Group:
    """Notices that become one mail. Where a kind is bundled across subjects, its groups have none."""

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
    def rule(self) -> Kind:
        return kinds()[self.app, self.kind]

    def pending(self, now: datetime) -> QuerySet[Notice]:
        """Its notices that have not been bundled or dropped, as far ahead as this kind looks."""
        bundling = self.rule.bundling
        notices = Notice.objects.filter(
            app=self.app, kind=self.kind, user=self.user_id, address=self.address, due_at__isnull=False
        )
        if not bundling.across_subjects:
            notices = notices.filter(subject=self.subject)
        return notices if bundling.ahead is None else notices.filter(due_at__lte=now + bundling.ahead)


def bundle_due(now: datetime, limit: int = 200) -> int:
    """Turn the notices that are due into deliveries, the oldest first. Returns of how many groups something came."""
    # a kind that only a later version knows stays due, and the alarm names it (notices.overdue)
    due = Notice.objects.filter(known_kinds(), due_at__lte=now).order_by("due_at")
    rows = due.values_list("app", "kind", "user_id", "address", "subject")[:limit]
    made = 0
    for group in dict.fromkeys(Group.of(*row) for row in rows):
        try:
            made += bundle(group, now)
        except Exception:
            logger.exception("notices cannot be bundled, tried again later: %s", group)
            postpone(group.pending(now).filter(due_at__lte=now), now)
    return made


@transaction.atomic
def bundle(group: Group, now: datetime) -> bool:
    """Make the deliveries of a group's notices, or none if nothing is left to tell now. True when there are any."""
    locked = group.pending(now).select_for_update(skip_locked=True, of=("self",))
    notices = list(locked.select_related("user").order_by("pk"))
    reach = reach_of(notices[0].user) if notices and notices[0].user is not None else None
    notices = [one for one in notices if not _drop(one, why_not(one, now, reach))]
    notices = [
        one
        for one in notices
        if not (_was_just_told(one, now, reach) or _wait_while_open(one, now) or _wait_for_more(one, now))
    ]
    if not any(notice.due_at is not None and notice.due_at <= now for notice in notices):
        return False  # the one that was due is gone, and what else there is has time
    for route, told in _routes(group, notices, reach).items():
        until = gathered_until(route, reach, told, now) if reach is not None else None
        if reach is not None and until is not None:
            gather(reach.user, route, told, until, now)
        else:
            _deliver(group, route, told, now)
    Notice.objects.filter(pk__in=[notice.pk for notice in notices]).update(due_at=None)
    return True


def _routes(group: Group, notices: list[Notice], reach: Reach | None) -> dict[Route, list[Notice]]:
    """The ways by which these notices are told, each with those of them that go there."""
    if reach is None:
        return {Route(Channel.MAIL, group.address): notices}
    found: dict[Route, list[Notice]] = {}
    for notice in notices:
        for route in reach.routes(group.rule, notice.subject):
            found.setdefault(route, []).append(notice)
    return found


def _deliver(group: Group, route: Route, notices: list[Notice], now: datetime) -> None:
    delivery = Delivery.objects.create(
        app=group.app,
        kind=group.kind,
        subject=group.subject,
        user_id=group.user_id,
        channel=route.channel,
        endpoint=route.endpoint,
        due_at=now,
        created_at=now,
    )
    delivery.notices.add(*notices)


def why_not(notice: Notice, now: datetime, reach: Reach | None, channel: str = "") -> str:
    """Why this is not to be told by this channel, or by any: the person does not want it, or it is no longer so. Empty while it
    is. `reach` is that of the notice's user."""
    kind = kind_of(notice)
    return why_unreachable(notice, kind, channel, reach) or kind.why_untrue(notice, now)


def postpone(notices: QuerySet[Notice], now: datetime, held: str = "") -> None:
    """Look again after the delay; not lost, only later. `held` says why, for who asks where his mail is."""
    notices.update(due_at=now + notice_delay(), held=held)


def _wait_for_more(notice: Notice, now: datetime) -> bool:
    """While something is on its way that belongs into the mail, look again in a moment."""
    if now >= notice.created_at + PATIENCE or not kind_of(notice).awaits(notice):
        return False
    Notice.objects.filter(pk=notice.pk, due_at__lte=now).update(due_at=now + A_MOMENT, held=MORE)
    return True


def _drop(notice: Notice, reason: str) -> bool:
    if reason:
        Notice.objects.filter(pk=notice.pk).update(due_at=None, dropped=reason)
    return bool(reason)


def _was_just_told(notice: Notice, now: datetime, reach: Reach | None) -> bool:
    """Whether the message of the kind that this one repeats is hardly out. A notice that is due already is then one too
    many; one that is due later keeps its own time."""
    repeated = kinds().get((notice.app, kind_of(notice).repeats))
    if repeated is None or reach is None:
        return False
    ways = reach.routes(repeated, notice.subject)
    if all(gathered_until(way, reach, [], now) is not None for way in ways):
        return False
    is_fresh = now < notice.created_at + 3 * notice_delay()
    if is_fresh and notice.due_at is not None and notice.due_at <= now:
        _drop(notice, "just told")
    return is_fresh


def _wait_while_open(notice: Notice, now: datetime) -> bool:
    """While he looks at it he needs no mail; look again when he may have closed it."""
    if not kind_of(notice).is_before_eyes(notice):
        return False
    if notice.due_at is not None and notice.due_at <= now:
        postpone(Notice.objects.filter(pk=notice.pk), now, held=OPEN)
    return True
