"""Quick match: players who look for the same game find each other, and the game begins. Waiting is a row, not an open page.

Seeks of one edition, number of players and pace are a pool. Ratings near each other play at once. The window widens with the time
waited, the one who has waited longest decides how wide it is, and after two minutes it holds everybody: a game by correspondence
takes weeks, and on a small site the next player may come tomorrow.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _

import engine
from accounts import separation
from accounts.limits import hold_count
from accounts.models import User
from games import extensions
from games.models import Game, Participant, Seek, Status
from games.models.clock import humane
from games.options.titles import any_title
from games.tables import tables
from games.tables.contributions import begin_full
from games.tables.errors import TooMany
from games.tables.gathering import HASH, Terms, name_table
from games.tables.terms import quick_terms
from notifications.services import publish_to

MOST_SEEKS = 5
MOST_IN_POOL = 200
"""So many who have waited longest are compared with each other."""

WINDOW, STEP, WIDER = 300, timedelta(seconds=30), 150
"""Points of rating between players at first, and by how many more after each step."""
ANYBODY = timedelta(minutes=2)
"""After so long the rating does not matter."""
LATER = timedelta(minutes=10)
"""How often those are looked at whom only a block or a household keeps waiting."""
BOTS_AFTER = timedelta(minutes=10)
"""When somebody who waits is offered bots."""
KEPT = timedelta(days=7)


class Pool(NamedTuple):
    edition: int
    players: int
    pace: str


def seek(*, user: User, pool: Pool, now: datetime, sealed: str = "") -> Game | None:
    """Look for players. The game, where they were there already. The same wish twice is one. `sealed` is the hash of a contribution
    to the deal. Raises TooMany."""
    with transaction.atomic():
        hold_count(user.pk)
        wish = pool._asdict()
        mine = Seek.objects.filter(user=user)
        if not mine.filter(**wish).exists():
            if mine.count() >= MOST_SEEKS:
                sentence = _("You already have %(number)s searches running. Cancel one first.")
                raise TooMany(sentence % {"number": MOST_SEEKS})
            hash = sealed if HASH.fullmatch(sealed) else ""
            Seek.objects.create(user=user, sealed=hash, created_at=now, due_at=now, expires_at=now + KEPT, **wish)
    begun = match(pool, now=now)  # in a transaction of its own: two who come at once see each other
    return next((game for game in begun if game.participants.filter(user=user).exists()), None)


def leave(*, user: User, seek_id: int) -> None:
    """Look no further. One that has found its game changes nothing."""
    Seek.objects.filter(pk=seek_id, user=user).delete()


@transaction.atomic
def take_bots(*, user: User, seek_id: int, now: datetime) -> Game | None:
    """Begin the game with bots in place of the players who did not come. None where it has found its players. Raises TooMany."""
    found = Seek.objects.select_for_update().filter(pk=seek_id, user=user, created_at__lte=now - BOTS_AFTER).first()
    if found is None:
        return None
    found.delete()
    return tables.quick_game(user=user, terms=quick_terms(found.edition, found.players, ()), now=now)


def match_due(*, now: datetime, limit: int = 200) -> int:
    """Look at all pools in which the window has widened, one transaction each; forget old seeks. How many were due."""
    Seek.objects.filter(expires_at__lte=now).delete()
    due = Seek.objects.filter(due_at__lte=now).order_by("due_at").values_list("edition", "players", "pace")
    found = list(due[:limit])
    for pool in dict.fromkeys(found):
        match(Pool(*pool), now=now)
    return len(found)


@transaction.atomic
def match(pool: Pool, *, now: datetime) -> list[Game]:
    """Begin as many games as this pool has players for."""
    rows = Seek.objects.select_for_update().filter(**pool._asdict(), expires_at__gt=now)
    waiting = list(rows.order_by("created_at", "pk")[:MOST_IN_POOL])
    people = {one.user_id for one in waiting}
    ratings = extensions.ratings(people) if len(people) >= pool.players else {}
    apart = separation.separated_pairs(people, at=now) if ratings else set()
    begun = []
    while group := _group(waiting, pool.players, ratings, apart, now) if ratings else []:
        waiting = [one for one in waiting if one not in group]
        Seek.objects.filter(pk__in=[one.pk for one in group]).delete()
        begun.append(_begin(pool, group, now))
    widens = bool(ratings) and any(now - one.created_at < ANYBODY for one in waiting)
    Seek.objects.filter(pk__in=[one.pk for one in waiting]).update(due_at=now + (STEP if widens else LATER))
    return begun


def _group(
    waiting: Sequence[Seek], players: int, ratings: Mapping[int, float], apart: set[tuple[int, int]], now: datetime
) -> list[Seek]:
    """Who has waited longest, with those nearest by rating who may all meet."""

    def distance(one: Seek, other: Seek) -> float:
        return abs(ratings.get(one.user_id, 0) - ratings.get(other.user_id, 0))

    def may_meet(one: Seek, other: Seek) -> bool:
        pair = min(one.user_id, other.user_id), max(one.user_id, other.user_id)
        return pair not in apart and distance(one, other) <= window(now - min(one.created_at, other.created_at))

    for first in waiting:
        group = [first]
        for one in sorted(waiting, key=lambda one, first=first: distance(one, first)):  # type: ignore[misc]
            if one is not first and all(may_meet(one, other) for other in group):
                group.append(one)
            if len(group) == players:
                return group
    return []


def window(waited: timedelta) -> float:
    """How many points of rating may lie between players, one of whom has waited for so long."""
    return float("inf") if waited >= ANYBODY else WINDOW + WIDER * (waited // STEP)


def _begin(pool: Pool, group: Sequence[Seek], now: datetime) -> Game:
    options = engine.Options(edition=pool.edition, players=pool.players)
    terms = Terms(any_title(), options, humane(pool.pace), rated=True, seals=True)
    game = Game(host=None, created_at=now, status=Status.FULL, **terms.columns)
    name_table(game)
    game.commitment = engine.commitment(bytes(game.secret))
    game.save()
    Participant.objects.bulk_create(
        Participant(game=game, user_id=one.user_id, sealed=one.sealed, joined_at=now) for one in group
    )
    begin_full(game, now=now)
    publish_to([one.user_id for one in group])
    return game


def found_after(user: User, game_id: int) -> Game | None:
    """The newest quick match of this user whose id is above `game_id`."""
    found: QuerySet[Game] = Game.objects.filter(participants__user=user, host=None, seals=True, pk__gt=game_id)
    return found.order_by("-pk").first()


def seeks_of(user: User) -> QuerySet[Seek]:
    return Seek.objects.filter(user=user)


def others_waiting(user: User, now: datetime) -> list[tuple[Pool, int]]:
    """Pools in which others wait and this user does not, with how many. One statement."""
    rows = Seek.objects.filter(expires_at__gt=now).exclude(user=user).order_by("edition", "players", "pace")
    mine = {Pool(one.edition, one.players, one.pace) for one in seeks_of(user)}
    counted = rows.values_list("edition", "players", "pace").annotate(Count("pk"))
    return [(pool, count) for *told, count in counted if (pool := Pool(*told)) not in mine]
