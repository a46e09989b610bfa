"""Whom somebody follows, and who is here now.

To follow is nobody else's business: who is followed learns nothing of it. Who is kept apart from a reader is not named
to them, and whoever does not want to be seen is named to nobody.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.activity import here_now
from accounts.limits import hold_count
from accounts.models import Block, Followed, User
from api.problems import Refusal

MOST_FOLLOWED = 100
MOST_OPPONENTS = 5
MOST_SHOWN = 12


class TooManyFollowed(Refusal):
    code = "too_many_followed"
    sentence = _("You cannot follow more players. Unfollow someone first.")


class Seen(NamedTuple):
    """A person, and whether they are here now as far as others may know."""

    person: User
    is_here: bool


@transaction.atomic
def follow(*, follower: User, player: User, now: datetime) -> None:
    """Twice is as once. Raises TooManyFollowed."""
    hold_count(follower.pk)
    mine = Followed.objects.filter(follower=follower)
    if mine.filter(player=player).exists():
        return
    if mine.count() >= MOST_FOLLOWED:
        raise TooManyFollowed
    Followed.objects.create(follower=follower, player=player, at=now)


def unfollow(*, follower: User, player_id: int) -> None:
    Followed.objects.filter(follower=follower, player=player_id).delete()


def follows(user: User, player: User) -> bool:
    return Followed.objects.filter(follower=user, player=player).exists()


class Around(NamedTuple):
    """Recent opponents of the reader, the players they follow, those who are online first, and who else is online."""

    opponents: list[Seen]
    followed: list[Seen]
    others_here: list[Seen]


def people_around(reader: User, *, opponents: Sequence[int] = (), now: datetime) -> Around:
    """Two statements. `opponents` are ids, the latest first. Nobody is found who left or is kept apart from the reader."""
    here = here_now(now)
    mine = set(Followed.objects.filter(follower=reader).values_list("player", flat=True))
    wanted = _shown_to(reader).filter(pk__in={*here, *mine, *opponents}).order_by("name_key")
    seen = [Seen(one, one.pk in here and one.shows_presence) for one in wanted]
    followed = sorted((one for one in seen if one.person.pk in mine), key=lambda one: not one.is_here)
    recent = sorted(
        (one for one in seen if one.person.pk in opponents and one.person.is_active),
        key=lambda one: opponents.index(one.person.pk),
    )[:MOST_OPPONENTS]
    known = {*mine, *(one.person.pk for one in recent)}
    return Around(recent, followed, [one for one in seen if one.is_here and one.person.pk not in known][:MOST_SHOWN])


def _shown_to(reader: User) -> QuerySet[User]:
    """Everybody else but those who are kept apart from them, whoever wished it."""
    apart = Block.objects.filter(Q(blocker=reader, blocked=OuterRef("pk")) | Q(blocked=reader, blocker=OuterRef("pk")))
    return User.objects.players().exclude(pk=reader.pk).exclude(Exists(apart))
