"""Who lives together or shares a device, by the word of both. Games among them are never rated."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names import name_key
from accounts.quota import hold_count
from accounts.relationships import Block, Household

MOST = 10
"""How many people one may have named: those who have not answered, and those who share the household."""


def name(*, user: User, other: User, now: datetime) -> None:
    """Say that `user` lives with `other`, who has to agree. Whoever was named by the other agrees by this. Twice is as once."""
    if Household.objects.filter(asker=other, named=user, since=None, until=None).update(since=now):
        return
    try:
        with transaction.atomic():
            Household.objects.create(asker=user, named=other, asked_at=now)
    except IntegrityError:  # the same was said before, or by the other in this moment
        return


def agree(*, user: User, household_id: int, now: datetime) -> None:
    """The one who was named agrees. What is not his to agree to, or is gone, changes nothing."""
    Household.objects.filter(pk=household_id, named=user, since=None, until=None).update(since=now)


@transaction.atomic
def end(*, user: User, household_id: int, now: datetime) -> None:
    """Either ends it, at any time; what was never agreed to is forgotten. Not his or gone: nothing changes."""
    _end(_open(user).filter(pk=household_id), now)


@transaction.atomic
def leave(*, user: User, now: datetime) -> None:
    """End all of them, for an account that is being deleted."""
    _end(_open(user), now)


def of(user: User) -> QuerySet[Household]:
    """Those this user shares, has asked for or is asked about, for his own eyes. One statement with the names.

    Who is blocked may name him and is not told that it is not read.
    """
    unheard = Block.objects.filter(blocker=user).values("blocked")
    found = _open(user).exclude(since=None, asker__in=unheard)
    return found.select_related("asker", "named").order_by("asked_at", "pk")


def other_named(text: str, user: User) -> User:
    """Whom `user` names to live with him. In the transaction in which he does. Raises ValidationError."""
    other = User.objects.players().filter(name_key=name_key(text)).first()
    if other is None:
        raise ValidationError(_("No player has this username. Check the spelling."), code="unknown")
    if other == user:
        raise ValidationError(_("You cannot choose yourself."), code="oneself")
    hold_count(user.pk)
    if Household.objects.filter(asker=user, until=None).count() >= MOST:
        raise ValidationError(
            _("You have reached the limit of household members. Remove someone first."), code="too_many"
        )
    return other


def share_one(user_ids: Collection[int], *, at: datetime) -> bool:
    """Whether two of these people shared a household at that moment, both having said so. One statement."""
    held = Q(until=None) | Q(until__gt=at)
    return Household.objects.filter(held, asker__in=user_ids, named__in=user_ids, since__lte=at).exists()


def pairs(user_ids: Collection[int] | QuerySet[User, int], *, at: datetime) -> set[tuple[int, int]]:
    """The pairs among these people who share a household at that moment, in each the smaller number first. One statement."""
    held = Q(until=None) | Q(until__gt=at)
    found = Household.objects.filter(held, asker__in=user_ids, named__in=user_ids, since__lte=at)
    return {(min(pair), max(pair)) for pair in found.values_list("asker", "named")}


def _open(user: User) -> QuerySet[Household]:
    return Household.objects.filter(Q(asker=user) | Q(named=user), until=None)


def _end(found: QuerySet[Household], now: datetime) -> None:
    found.filter(since=None).delete()
    found.update(until=now)
