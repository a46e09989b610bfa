"""A director corrects a result: the ratings follow its places from then on, and everybody concerned reads by how much."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from django.db import transaction
from django.db.models import F

from arbiter.kept import from_json, to_json
from arbiter.ratings.games import Ladder, Store
from arbiter.ratings.games import RatedGame as Judged
from arbiter.ratings.games import Rating as Figure
from arbiter.results import GameResult
from games.models import Tenure
from games.play.wakeups import send_task
from tournaments.models import LEFT_OUT, RatedGame, Rating, RatingChange, RatingQueue
from tournaments.rated.changes import difference, pool_line, pool_of, shown, whole
from tournaments.rated.services import by_places, lock_queue


@dataclass(frozen=True, slots=True)
class RatingShift:
    """What a correction makes of somebody's present rating, as people read it."""

    user: int
    pool: str
    before: str
    after: str
    change: str


def shifts(game_id: int, result: GameResult) -> list[RatingShift]:
    """What it changes in the present ratings if a game counts so: all later games are rated again from where their players stood
    then. Four statements; nothing for a game that is not in the ratings, or not yet."""
    row = RatedGame.objects.filter(game=game_id, number__isnull=False).exclude(LEFT_OUT).first()
    if row is None:
        return []
    game = _corrected(row, result)
    ladder = Ladder(store=Store(_stood(row.number or 0)))
    later = RatedGame.objects.filter(number__gt=row.number).exclude(LEFT_OUT).order_by("number")
    found = ((number, from_json(Judged, text)) for number, text in later.values_list("number", "judged").iterator())
    ladder.rate([game._replace(at=row.number or 0)])
    ladder.rate(one._replace(at=number or 0) for number, one in found)
    rows = Rating.objects.filter(user__in=game.players, pool__in=game.pools).order_by("pool", "user")
    now = [(one, ladder.rating(one.pool, one.user_id).value) for one in rows]
    return [
        RatingShift(
            one.user_id, one.pool, shown(one.value, one.games), shown(value, one.games), difference(one.value, value)
        )
        for one, value in sorted(now, key=lambda pair: game.pools.index(pair[0].pool))
        if whole(value) != whole(one.value)
    ]


def _stood(number: int) -> Mapping[tuple[str, int], Figure]:
    """Where everybody stood in each pool when they next played from this rated game on."""
    found: dict[tuple[str, int], Figure] = {}
    changes = RatingChange.objects.filter(rated_game__number__gte=number).order_by("rated_game__number")
    for pool, user, before, games in changes.values_list("pool", "user_id", "before", "games_before").iterator():
        found.setdefault((pool, user), Figure(before, games))
    return found


def _corrected(row: RatedGame, result: GameResult) -> Judged:
    held = Tenure.objects.filter(seat__game=row.game_id, user__isnull=False).values_list("user_id", "seat__index")
    return by_places(from_json(Judged, row.judged), result, dict(held))


@transaction.atomic
def correct_rating(game_id: int, result: GameResult) -> None:
    """Rate a game by these places from the next rebuild on, which begins at once. One that waits to be rated is taken so."""
    lock_queue()
    row = RatedGame.objects.filter(game=game_id, number__isnull=False).first()
    if row is None or (judged := to_json(_corrected(row, result))) == row.judged:
        return
    row.judged = judged
    row.save(update_fields=["judged"])
    RatingQueue.objects.filter(pk=1).update(merged=F("merged") + 1)
    transaction.on_commit(partial(send_task, "tournaments.tasks.rebuild_ratings"), robust=True)


def shift_lines(found: Iterable[RatingShift], names: Mapping[int, str]) -> list[str]:
    return [
        pool_line(pool_of(pool), ((names.get(one.user, ""), one.before, one.after, one.change) for one in of))
        for pool, of in groupby(found, key=lambda one: one.pool)
    ]
