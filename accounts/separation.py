"""People who are kept apart: one has blocked the other, or both say that they live together."""

from collections.abc import Collection
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.limits import hold_count
from accounts.models import Block, Followed, Household, User
from accounts.names import name_key
from api.problems import Refusal

MOST_BLOCKED = 500
"""How many people one may have blocked: each table and list that they open looks at all of them."""


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
    if mine.count() >= MOST_BLOCKED:
        raise TooManyBlocked
    Block.objects.create(blocker=blocker, blocked=blocked, at=now)
    Followed.objects.filter(follower=blocker, player=blocked).delete()


def unblock(*, blocker: User, blocked_id: int) -> None:
    """Take it back. The other may have blocked as well, and stays away then."""
    Block.objects.filter(blocker=blocker, blocked=blocked_id).delete()


def blocked_by(user: User) -> QuerySet[User]:
    return User.objects.filter(blocked_by__blocker=user).order_by("name_key")


def has_blocked(user: User, other: User) -> bool:
    """For the eyes of `user` only."""
    return Block.objects.filter(blocker=user, blocked=other).exists()


def is_apart(user_id: int, others: Collection[int] | QuerySet[User, int]) -> bool:
    """Whether this user and one of the others are kept apart, no matter who blocked whom. One statement."""
    either_way = Q(blocker=user_id, blocked__in=others) | Q(blocked=user_id, blocker__in=others)
    return Block.objects.filter(either_way).exists()


def apart(user_ids: Collection[int] | QuerySet[User, int]) -> set[tuple[int, int]]:
    """The pairs among these people who are kept apart, in each the smaller number first. One statement."""
    found = Block.objects.filter(blocker__in=user_ids, blocked__in=user_ids).values_list("blocker", "blocked")
    return {(min(pair), max(pair)) for pair in found}


MOST_IN_HOUSEHOLD = 10
"""How many people one may have named: those who have not answered, and those who share the household."""


def name_housemate(*, user: User, other: User, now: datetime) -> None:
    """Say that `user` lives with `other`, who has to agree. If `other` named `user` before, this agrees. Doing it twice does no
    harm."""
    if Household.objects.filter(asker=other, named=user, since=None, until=None).update(since=now):
        return
    try:
        with transaction.atomic():
            Household.objects.create(asker=user, named=other, asked_at=now)
    except IntegrityError:  # the same was said before, or by the other in this moment
        return


def agree_to_household(*, user: User, household_id: int, now: datetime) -> None:
    """The one who was named agrees. Somebody else's request, or one that is gone, changes nothing."""
    Household.objects.filter(pk=household_id, named=user, since=None, until=None).update(since=now)


@transaction.atomic
def end_household(*, user: User, household_id: int, now: datetime) -> None:
    """Either ends it at any time; a request without an answer is deleted. Somebody else's, or one that is gone, changes nothing."""
    _end(_open(user).filter(pk=household_id), now)


@transaction.atomic
def leave_household(*, user: User, now: datetime) -> None:
    """End all of them, for an account that is being deleted."""
    _end(_open(user), now)


def households_of(user: User) -> QuerySet[Household]:
    """Those this user shares, has asked for or is asked about. Only for this user. One statement with the names.

    A blocked player can name the user and does not learn that nobody reads it.
    """
    unheard = Block.objects.filter(blocker=user).values("blocked")
    found = _open(user).exclude(since=None, asker__in=unheard)
    return found.select_related("asker", "named").order_by("asked_at", "pk")


def other_named(text: str, user: User) -> User:
    """The player whom `user` names as a household member, in the same transaction. Raises ValidationError."""
    other = User.objects.players().filter(name_key=name_key(text)).first()
    if other is None:
        raise ValidationError(gettext("No player has this username. Check the spelling."), code="unknown")
    if other == user:
        raise ValidationError(gettext("You cannot choose yourself."), code="oneself")
    hold_count(user.pk)
    if Household.objects.filter(asker=user, until=None).count() >= MOST_IN_HOUSEHOLD:
        raise ValidationError(
            gettext("You have reached the limit of household members. Remove someone first."), code="too_many"
        )
    return other


def share_household(user_ids: Collection[int], *, at: datetime) -> bool:
    """Whether two of these people shared a household at that moment, both having said so. One statement."""
    return bool(household_pairs(user_ids, at=at))


def household_pairs(user_ids: Collection[int] | QuerySet[User, int], *, at: datetime) -> set[tuple[int, int]]:
    """The pairs among these people who share a household at that moment, in each the smaller number first. One statement."""
    held = Q(until=None) | Q(until__gt=at)
    found = Household.objects.filter(held, asker__in=user_ids, named__in=user_ids, since__lte=at)
    return {(min(pair), max(pair)) for pair in found.values_list("asker", "named")}


def _open(user: User) -> QuerySet[Household]:
    return Household.objects.filter(Q(asker=user) | Q(named=user), until=None)


def _end(found: QuerySet[Household], now: datetime) -> None:
    found.filter(since=None).delete()
    found.update(until=now)


def separated_pairs(user_ids: Collection[int], *, at: datetime) -> set[tuple[int, int]]:
    """The pairs among these people, in each the smaller number first, without saying why. Two statements."""
    return apart(user_ids) | household_pairs(user_ids, at=at)
