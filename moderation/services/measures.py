"""Muting and suspending somebody for a time, lifting it, and what he answers to it."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction

from accounts.models import User
from moderation import notifications
from moderation.actions import tell_suspended
from moderation.errors import AlreadySo, NoSuchPerson
from moderation.models import Measure, MeasureKind
from moderation.notifications import ModerationNotification
from notifications.services import queue

from .closing import is_closed

logger = logging.getLogger("moderation")
TOLD = {MeasureKind.MUTE: ModerationNotification.MUTED, MeasureKind.SUSPENSION: ModerationNotification.SUSPENDED}


@transaction.atomic
def take(*, user_id: int, kind: MeasureKind, reason: str, by: User, until: datetime | None, now: datetime) -> Measure:
    """From now on he is mute, or does not come in: neither by a page nor by a program or a mail. He is told why, until when, and
    how to answer. What a suspension means for his games follows when this stands (`keep_out`), many locks, one after the other.

    Raises NoSuchPerson for guests and who has left, AlreadySo.
    """
    user = User.objects.filter(pk=user_id, deleted_at=None, guest_until=None).first()
    if user is None:
        raise NoSuchPerson
    end_due(now=now, user=user)
    if Measure.objects.filter(user=user, kind=kind, ended_at=None).exists():
        raise AlreadySo
    made: Measure = Measure.objects.create(user=user, kind=kind, reason=reason, since=now, until=until, by=by)
    if kind == MeasureKind.SUSPENSION:
        User.objects.filter(pk=user.pk).update(is_active=False)
    queue([notifications.notification_to(TOLD[kind], user_id=user.pk, now=now, measure=made.pk)])
    return made


@transaction.atomic
def lift(*, measure_id: int, now: datetime, tells: bool = True) -> Measure:
    """It ends now; a suspended person comes in again. Raises AlreadySo where it has ended, Measure.DoesNotExist."""
    found: Measure = Measure.objects.select_for_update(of=("self",)).get(pk=measure_id)
    if found.ended_at is not None:
        raise AlreadySo
    found.ended_at = now
    found.save(update_fields=["ended_at"])
    if found.kind == MeasureKind.SUSPENSION and not is_closed(found.user_id):
        User.objects.filter(pk=found.user_id, deleted_at=None).update(is_active=True)
    if tells:
        queue(
            [
                notifications.notification_to(
                    ModerationNotification.LIFTED, user_id=found.user_id, now=now, measure=found.pk
                )
            ]
        )
    return found


def end_due(*, now: datetime, user: User | None = None) -> int:
    """End what is over by its time, and say so. May run twice. Returns how many ended."""
    due = Measure.objects.filter(until__lte=now, ended_at=None)
    due = due if user is None else due.filter(user=user)
    ended = 0
    for number in list(due.values_list("pk", flat=True)):
        try:
            lift(measure_id=number, now=now)
        except AlreadySo:
            continue
        ended += 1
    return ended


def keep_out(*, now: datetime, user_id: int | None = None) -> None:
    """Whoever is suspended holds up nobody: each app does what that means for what he plays, also for what has begun since. May run
    twice; not in a transaction."""
    held = Measure.objects.in_force(now).filter(kind=MeasureKind.SUSPENSION).select_related("user")
    for found in held if user_id is None else held.filter(user=user_id):
        try:
            tell_suspended(found.user, now)
        except Exception:
            logger.exception("what user %s plays is held up by a suspension", found.user_id)  # the others must not wait


def of(user_id: int, kind: MeasureKind, now: datetime) -> Measure | None:
    """What is in force."""
    found: Measure | None = Measure.objects.in_force(now).filter(user=user_id, kind=kind).first()
    return found


def is_mute(user_id: int, now: datetime) -> bool:
    """One statement."""
    return bool(Measure.objects.in_force(now).filter(user=user_id, kind=MeasureKind.MUTE).exists())


@transaction.atomic
def appeal(*, measure_id: int, words: str, now: datetime) -> bool:
    """What he answers to it, once. False where he has done so, or where it has ended."""
    found: Measure = Measure.objects.select_for_update(of=("self",)).get(pk=measure_id)
    if found.appealed_at is not None or found.ended_at is not None:
        return False
    found.appeal, found.appealed_at = words, now
    found.save(update_fields=["appeal", "appealed_at"])
    logger.info("user %s appealed against measure %s", found.user_id, found.pk)
    return True


@transaction.atomic
def answer(*, measure_id: int, words: str, lifts: bool, now: datetime) -> Measure:
    """What was decided about his appeal; with `lifts` it ends. Raises AlreadySo where nothing waits for an answer."""
    found: Measure = Measure.objects.select_for_update(of=("self",)).get(pk=measure_id)
    if found.appealed_at is None or found.answered_at is not None:
        raise AlreadySo
    found.answer, found.answered_at = words, now
    found.save(update_fields=["answer", "answered_at"])
    if lifts and found.ended_at is None:
        lift(measure_id=measure_id, now=now, tells=False)
    queue(
        [
            notifications.notification_to(
                ModerationNotification.ANSWERED, user_id=found.user_id, now=now, measure=found.pk, lifted=lifts
            )
        ]
    )
    return found
