"""Notices that are due become deliveries, one for each way by which their person is told: several notices in one, what is no
longer true in none.

Some groups of notices are handled in one short transaction; where it fails each is in one of its own, so that a group that
cannot be handled keeps nobody else waiting. Two sweeps at once are harmless: the rows of a group are locked, and whoever comes
second finds no notice that is still due. Lock order: notices, then their delivery; never a row of the app that tells
(docs/architecture.md).
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from itertools import chain
from operator import or_

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import User
from notices.kinds import Kind
from notices.looking import untrue_among, why_not
from notices.models import Channel, Delivery, Notice
from notices.reasons import MORE, OPEN
from notices.registry import kind_of, kinds, known_kinds
from notices.routes import Reach, Route, reaches_of
from notices.scheduling import gather, gathered_until
from notices.services import notice_delay

PATIENCE = timedelta(seconds=55)
"""How long a mail waits for what belongs into it: with the sweep after it, a minute."""

A_MOMENT = timedelta(seconds=5)

AT_ONCE = 20
"""Groups of one transaction: so few that nobody waits for their rows."""

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
        return Notice.objects.filter(self.wanted(now), due_at__isnull=False)

    def wanted(self, now: datetime) -> Q:
        """Names them, where it is known that they are pending."""
        bundling = self.rule.bundling
        wanted = Q(app=self.app, kind=self.kind, user=self.user_id, address=self.address)
        if not bundling.across_subjects:
            wanted &= Q(subject=self.subject)
        return wanted if bundling.ahead is None else wanted & Q(due_at__lte=now + bundling.ahead)


def bundle_due(now: datetime, limit: int = 200) -> int:
    """Turn the notices that are due into deliveries, the oldest first. Returns of how many groups something came."""
    # a kind that only a later version knows stays due, and the alarm names it (notices.overdue)
    due = Notice.objects.filter(known_kinds(), due_at__lte=now).order_by("due_at")
    rows = due.values_list("app", "kind", "user_id", "address", "subject")[:limit]
    groups = list(dict.fromkeys(Group.of(*row) for row in rows))
    return sum(_bundle_some(groups[start : start + AT_ONCE], now) for start in range(0, len(groups), AT_ONCE))


def _bundle_some(groups: Sequence[Group], now: datetime) -> int:
    """Several groups in one transaction; where that fails each in one of its own, so that one keeps no other waiting."""
    try:
        return bundle(groups, now)
    except Exception:
        if len(groups) > 1:
            logger.info("%s groups of notices cannot be bundled together", len(groups), exc_info=True)
            return sum(_bundle_some([group], now) for group in groups)
        logger.exception("notices cannot be bundled, tried again later: %s", groups[0])
        postpone(groups[0].pending(now).filter(due_at__lte=now), now)
        return 0


@transaction.atomic
def bundle(groups: Sequence[Group], now: datetime) -> int:
    """Make the deliveries of these groups' notices, or none for a group that has nothing left to tell now. Returns of how many
    groups there are any."""
    locked = _locked(groups, now)
    reaches = reaches_of({one.user.pk: one.user for one in chain(*locked.values()) if one.user is not None}.values())
    known = untrue_among(chain(*locked.values()), now)
    made: list[tuple[Delivery, list[Notice]]] = []
    done: list[int] = []
    bundled = 0
    for group, found in locked.items():
        reach = reaches.get(group.user_id or 0)
        notices = [one for one in found if not _drop(one, why_not(one, now, reach, "", known))]
        notices = [
            one
            for one in notices
            if not (_was_just_told(one, now, reach) or _wait_while_open(one, now) or _wait_for_more(one, now))
        ]
        if not any(notice.due_at is not None and notice.due_at <= now for notice in notices):
            continue  # the one that was due is gone, and what else there is has time
        bundled += 1
        for route, told in _routes(group, notices, reach).items():
            until = gathered_until(route, reach, told, now) if reach is not None else None
            if reach is not None and until is not None:
                gather(reach.user, route, told, until, now)
            else:
                made.append((_delivery(group, route, now), told))
        done += [notice.pk for notice in notices]
    _save(made)
    if done:
        Notice.objects.filter(pk__in=done).update(due_at=None)
    return bundled


def _locked(groups: Sequence[Group], now: datetime) -> dict[Group, list[Notice]]:
    """The pending notices of each group, the oldest first; those that somebody else bundles are missing."""
    found: dict[Group, list[Notice]] = {group: [] for group in groups}
    wanted = reduce(or_, (group.wanted(now) for group in groups))
    locked = Notice.objects.filter(wanted, due_at__isnull=False).select_for_update(skip_locked=True, of=("self",))
    users = User.objects.in_bulk({group.user_id for group in groups if group.user_id is not None})
    for notice in locked.order_by("pk"):
        notice.user = users.get(notice.user_id) if notice.user_id is not None else None
        place = Group.of(notice.app, notice.kind, notice.user_id, notice.address, notice.subject)
        found[place].append(notice)
    return found


def _save(made: Sequence[tuple[Delivery, list[Notice]]]) -> None:
    if not made:
        return
    through = Delivery.notices.through
    Delivery.objects.bulk_create([delivery for delivery, _told in made])
    through.objects.bulk_create(
        [through(delivery_id=delivery.pk, notice_id=notice.pk) for delivery, told in made for notice in told]
    )


def _routes(group: Group, notices: list[Notice], reach: Reach | None) -> dict[Route, list[Notice]]:
    """The ways by which these notices are told, each with those of them that go there."""
    if reach is None:
        return {Route(Channel.MAIL, group.address): notices}
    found: dict[Route, list[Notice]] = {}
    for notice in notices:
        for route in reach.routes(group.rule, notice.subject):
            found.setdefault(route, []).append(notice)
    return found


def _delivery(group: Group, route: Route, now: datetime) -> Delivery:
    return Delivery(
        app=group.app,
        kind=group.kind,
        subject=group.subject,
        user_id=group.user_id,
        channel=route.channel,
        endpoint=route.endpoint,
        due_at=now,
        created_at=now,
    )


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
