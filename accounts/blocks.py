"""Who keeps away from whom. Pairs have no direction here: who of the two asked for it is the business of that one alone."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.quota import hold_count
from accounts.relationships import Block
from api.problems import Refusal

MOST = 500
"""How many people one may have blocked: each table and list that he opens looks at all of them."""


class TooManyBlocked(Refusal):
    code = "too_many_blocked"
    sentence = _("You have reached the limit of blocked players. Unblock someone first.")


@transaction.atomic
def block(*, blocker: User, blocked: User, now: datetime) -> None:
    """From now on the two cannot invite each other, nor sit down together. What has begun goes on. Twice is as once. Raises
    TooManyBlocked."""
    hold_count(blocker.pk)
    mine = Block.objects.filter(blocker=blocker)
    if mine.filter(blocked=blocked).exists():
        return
    if mine.count() >= MOST:
        raise TooManyBlocked
    Block.objects.create(blocker=blocker, blocked=blocked, at=now)


def unblock(*, blocker: User, blocked_id: int) -> None:
    """Take it back. The other may have blocked as well, and stays away then."""
    Block.objects.filter(blocker=blocker, blocked=blocked_id).delete()


def blocked_by(user: User) -> QuerySet[User]:
    """Whom this user has blocked, by name: for his own eyes."""
    return User.objects.filter(blocked_by__blocker=user).order_by("name_key")


def has_blocked(user: User, other: User) -> bool:
    """For the eyes of `user` only."""
    return Block.objects.filter(blocker=user, blocked=other).exists()


def is_apart(user_id: int, others: Collection[int] | QuerySet[User, int]) -> bool:
    """Whether this user and one of the others are kept apart, whoever asked for it. One statement."""
    either_way = Q(blocker=user_id, blocked__in=others) | Q(blocked=user_id, blocker__in=others)
    return Block.objects.filter(either_way).exists()


def apart(user_ids: Collection[int] | QuerySet[User, int]) -> set[tuple[int, int]]:
    """The pairs among these people who are kept apart, in each the smaller number first. One statement."""
    found = Block.objects.filter(blocker__in=user_ids, blocked__in=user_ids).values_list("blocker", "blocked")
    return {(min(pair), max(pair)) for pair in found}
