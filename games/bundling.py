"""Notices that are due become deliveries: several of one person in one mail, what is no longer true in none.

One group of notices is handled in one short transaction of its own, so a group that cannot be handled keeps nobody
else waiting. Two sweeps at once are harmless: the rows of a group are locked, and whoever comes second finds no notice
that is still due. Lock order: notices, then their delivery; never a game (docs/architecture.md).
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from games.mail.readers import why_unwanted, why_unwanted_at
from games.models import Delivery, Kind, Notice
from games.notices import notice_delay
from games.play import presence
from games.truth import why_untrue

logger = logging.getLogger("games.mail")

REMINDER_WINDOW = timedelta(hours=3)
"""A reminder takes along the reminders of other games that would follow within this time."""

WAITS_FOR_MORE = (Kind.YOUR_TURN, Kind.OPTIONS)
"""Kinds of which a later notice of the same person and game, due or not, goes into the same mail."""


@dataclass(frozen=True, slots=True)
class Group:
    """Notices that become one mail. A reminder is for all games, so its group has no game."""

    kind: Kind
    user_id: int | None
    game_id: int | None
    invitation_id: int | None

    @classmethod
    def of(cls, kind: str, user_id: int | None, game_id: int | None, invitation_id: int | None) -> "Group":
        return cls(Kind(kind), user_id, None if kind == Kind.REMINDER else game_id, invitation_id)

    def pending(self, now: datetime) -> QuerySet[Notice]:
        """Its notices that have not been bundled or dropped, as far ahead as this kind looks."""
        notices = Notice.objects.filter(
            kind=self.kind, user=self.user_id, invitation=self.invitation_id, due_at__isnull=False
        )
        if self.kind == Kind.REMINDER:
            return notices.filter(due_at__lte=now + REMINDER_WINDOW)
        notices = notices.filter(game=self.game_id)
        return notices if self.kind in WAITS_FOR_MORE else notices.filter(due_at__lte=now)


def bundle_due(now: datetime, limit: int = 200) -> int:
    """Turn the notices that are due into deliveries, the oldest first. Returns how many mails came of it."""
    # a kind that only a later version knows stays due, and the alarm names it (games.overdue)
    due = Notice.objects.filter(due_at__lte=now, kind__in=Kind.values).order_by("due_at")
    rows = due.values_list("kind", "user_id", "game_id", "invitation_id")[:limit]
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
    """Make one delivery of a group's notices, or none if nothing is left to tell now. True when there is a mail."""
    notices = list(
        group.pending(now)
        .select_for_update(skip_locked=True, of=("self",))
        .select_related("user", "game", "invitation__game")
        .order_by("pk")
    )
    notices = [one for one in notices if not _drop(one, why_unwanted_notice(one) or why_untrue(one, now))]
    notices = [one for one in notices if not _was_just_told(one, now) and not _wait_while_open(one, now)]
    if not any(notice.due_at is not None and notice.due_at <= now for notice in notices):
        return False  # the one that was due is gone, and what else there is has time
    delivery = Delivery.objects.create(
        user_id=group.user_id,
        address="" if group.user_id else _address(notices),
        kind=group.kind,
        game_id=group.game_id,
        due_at=now,
        created_at=now,
    )
    Notice.objects.filter(pk__in=[notice.pk for notice in notices]).update(delivery=delivery, due_at=None)
    return True


def why_unwanted_notice(notice: Notice) -> str:
    """Why this person gets no such mail; empty if he may be written to."""
    if notice.user is not None:
        return why_unwanted(notice.user, notice.kind)
    if notice.invitation is None or not notice.invitation.email:
        return "nobody"
    return why_unwanted_at(notice.invitation.email)


def is_before_eyes(notice: Notice) -> bool:
    """Whether the game it speaks of lies open in the browser of the one who would be told."""
    return bool(notice.user_id and notice.game_id and presence.is_open(notice.user_id, notice.game_id))


def postpone(notices: QuerySet[Notice], now: datetime) -> None:
    """Look again after the delay; not lost, only later."""
    notices.update(due_at=now + notice_delay())


def _drop(notice: Notice, reason: str) -> bool:
    if reason:
        Notice.objects.filter(pk=notice.pk).update(due_at=None, dropped=reason)
    return bool(reason)


def _was_just_told(notice: Notice, now: datetime) -> bool:
    """Whether the mail that put the question, with its deadline, is hardly out. A reminder that is due already is then
    one too many; one that is due later keeps its own time."""
    if notice.kind != Kind.REMINDER or notice.user is None or not notice.user.mail_your_turn:
        return False
    is_fresh = now < notice.created_at + 3 * notice_delay()
    if is_fresh and notice.due_at is not None and notice.due_at <= now:
        _drop(notice, "just told")
    return is_fresh


def _wait_while_open(notice: Notice, now: datetime) -> bool:
    """While he looks at the game he needs no mail; look again when he may have closed it."""
    if not is_before_eyes(notice):
        return False
    if notice.due_at is not None and notice.due_at <= now:
        postpone(Notice.objects.filter(pk=notice.pk), now)
    return True


def _address(notices: Iterable[Notice]) -> str:
    return next(notice.invitation.email for notice in notices if notice.invitation is not None)
