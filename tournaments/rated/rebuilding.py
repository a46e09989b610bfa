"""All ratings from the games as they were judged, in the order of their numbers, compared with what stands to the last bit.

It runs while the site runs: all but the last games are replayed without the lock of the queue, which it holds only for those that
were taken meanwhile and for where everybody stands. So what is repaired fits together when it lets go.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import islice, product
from typing import TypeVar

from django.db import transaction
from django.db.models import Case, Count, F, Max, When

from arbiter.kept import from_json
from arbiter.ratings.games import Ladder
from arbiter.ratings.games import RatedGame as Judged
from tournaments.models import LEFT_OUT, MonthGain, Opponent, RatedGame, Rating, RatingChange, RatingQueue
from tournaments.rated.services import (
    Gains,
    Meetings,
    add_gains,
    add_opponents,
    changes_of,
    firsts_of,
    gains_of,
    lock_queue,
    meetings_of,
    recount_places,
    remove_ratings,
    save_ratings,
)

CHUNK = 1000
"""Games that are compared at a time; fewer are left for the end, under the lock."""

Key = tuple[int, str]
Figures = tuple[float | int | datetime, ...]
Stand = tuple[float, int, datetime, int]


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference from the replay. `game` is empty for a current rating; `stands` and `right` are empty where
    there is or should be nothing."""

    game: int | None
    user: int
    pool: str
    stands: Figures | None
    right: Figures | None

    def __str__(self) -> str:
        where = "now" if self.game is None else f"game {self.game}"
        return f"{where}, player {self.user}, {self.pool}: {_said(self.stands)} stands, {_said(self.right)} is right"


def _said(figures: Figures | None) -> str:
    return "nothing" if figures is None else " ".join(str(figure) for figure in figures)


Of = TypeVar("Of")
Tell = Callable[[Difference | str], object]


def rebuild(*, tell: Tell, repair: bool, chunk: int = CHUNK) -> int:
    """Replay all games in chunks and `tell` each difference, fixing it with `repair`. Returns how many games were
    replayed, without voided ones."""
    while True:
        before = _changed()
        replay = Replay(tell, repair=repair, chunk=chunk)
        while replay.is_far_from_the_end():
            with transaction.atomic():
                replay.go_on()
        with transaction.atomic():
            lock_queue()
            if _changed() == before:  # else a game that is replayed already was annulled, or is another player's
                replay.go_on(to_the_end=True)
                replay.compare_ratings()
                replay.compare_opponents()
                replay.compare_gains()
                if repair:
                    RatingQueue.objects.update(rebuilt=F("merged"))
                return replay.games


def is_due() -> bool:
    """Whether a voided game still counts in the ratings, or since the last rebuild accounts with rated games were merged or results
    corrected. Two statements."""
    merged = RatingQueue.objects.exclude(rebuilt=F("merged"))
    return RatedGame.objects.filter(LEFT_OUT, changes__isnull=False).exists() or merged.exists()


def _changed() -> tuple[int, datetime | None, datetime | None, int]:
    """A value that changes whenever a game is voided or corrected or accounts are merged."""
    annulled = RatedGame.objects.filter(LEFT_OUT, number__isnull=False)
    found = annulled.aggregate(number=Count("pk"), rating=Max("annulled_at"), game=Max("game__annulled_at"))
    merged = RatingQueue.objects.values_list("merged", flat=True).first() or 0
    return found["number"], found["rating"], found["game"], merged


class Replay:
    def __init__(self, tell: Tell, *, repair: bool, chunk: int) -> None:
        self.tell, self.repair, self.chunk = tell, repair, chunk
        self.ladder = Ladder()
        self.number = 0
        self.games = 0
        self.played: dict[tuple[str, int], datetime] = {}
        self.firsts: Counter[tuple[str, int]] = Counter()
        self.meetings: Meetings = {}
        self.gains: Gains = {}

    def is_far_from_the_end(self) -> bool:
        return RatedGame.objects.filter(number__gt=self.number + self.chunk).exists()

    def go_on(self, *, to_the_end: bool = False) -> None:
        rows = RatedGame.objects.filter(number__gt=self.number).annotate(
            left_out=Case(When(LEFT_OUT, True), default=False)
        )
        rows = rows.order_by("number")
        for chunk in _chunks(rows if to_the_end else rows[: self.chunk]):
            self._replay(chunk)
            self.number = chunk[-1].number or self.number

    def _replay(self, rows: list[RatedGame]) -> None:
        # in the order of their numbers: a game whose end became known late does not change those before it
        counting = [
            (row, from_json(Judged, row.judged)._replace(at=row.number or 0))
            for row in rows
            if not row.left_out  # type: ignore[attr-defined]
        ]
        self.games += len(counting)
        for row, game in counting:
            self.played |= dict.fromkeys(product(game.pools, game.players), row.ended_at)
        judged = [game for _row, game in counting]
        self.firsts += firsts_of(judged)
        changes = changes_of(self.ladder, counting)
        _add(self.meetings, meetings_of(judged))
        _add(self.gains, gains_of(changes))
        right: dict[int, dict[Key, RatingChange]] = {}
        for change in changes:
            right.setdefault(change.rated_game_id, {})[change.user_id, change.pool] = change
        stands: dict[int, dict[Key, RatingChange]] = {}
        for change in RatingChange.objects.filter(rated_game__in=rows):
            stands.setdefault(change.rated_game_id, {})[change.user_id, change.pool] = change
        wrong = [row for row in rows if self._differs(row, stands.get(row.pk, {}), right.get(row.pk, {}))]
        if wrong and self.repair:
            RatingChange.objects.filter(rated_game__in=wrong).delete()
            RatingChange.objects.bulk_create(
                [change for row in wrong for change in right.get(row.pk, {}).values()], batch_size=CHUNK
            )

    def _differs(self, row: RatedGame, stands: Mapping[Key, RatingChange], right: Mapping[Key, RatingChange]) -> bool:
        differs = False
        for user, pool in sorted(stands.keys() | right.keys()):
            there, wanted = _figures(stands.get((user, pool))), _figures(right.get((user, pool)))
            if there != wanted:
                differs = True
                self.tell(Difference(row.game_id, user, pool, there, wanted))
        return differs

    def compare_ratings(self) -> None:
        """Where everybody stands, after the last game."""
        right: dict[Key, Stand] = {
            (user, pool): (figure.value, figure.games, self.played[pool, user], self.firsts[pool, user])
            for (pool, user), figure in self.ladder.store().ratings.items()
        }
        rows = Rating.objects.values_list("user_id", "pool", "value", "games", "played_at", "firsts")
        stands: dict[Key, Figures] = {(row[0], row[1]): row[2:] for row in rows.iterator(CHUNK)}
        wrong = [key for key in sorted(stands.keys() | right.keys()) if stands.get(key) != right.get(key)]
        for user, pool in wrong:
            self.tell(Difference(None, user, pool, stands.get((user, pool)), right.get((user, pool))))
        if self.repair:
            self._write(wrong, right)
        if steps := recount_places(repair=self.repair):
            self.tell(f"{steps} steps of leaderboards count other players than have such ratings")

    def compare_opponents(self) -> None:
        """Who met whom, after the last game."""
        rows = Opponent.objects.values_list("user_id", "opponent_id", "games", "won", "level")
        stands = {(user, other): tuple(rest) for user, other, *rest in rows.iterator(CHUNK)}
        if differing := {pair for pair, _met in stands.items() ^ self.meetings.items()}:
            self.tell(f"{len(differing)} pairs of opponents are counted wrong")
            if self.repair:
                Opponent.objects.all().delete()
                add_opponents(self.meetings)

    def compare_gains(self) -> None:
        """What everybody gained in each month, after the last game."""
        rows = MonthGain.objects.values_list("month", "user_id", "gained", "games", "won")
        stands = {(month, user): tuple(rest) for month, user, *rest in rows.iterator(CHUNK)}
        if differing := {one for one, _gain in stands.items() ^ self.gains.items()}:
            self.tell(f"{len(differing)} gains of a month are counted wrong")
            if self.repair:
                MonthGain.objects.all().delete()
                add_gains(self.gains)

    @staticmethod
    def _write(wrong: Iterable[Key], right: Mapping[Key, Stand]) -> None:
        made = []
        for user, pool in wrong:
            if (user, pool) not in right:
                remove_ratings(Rating.objects.filter(user=user, pool=pool))
                continue
            value, games, played_at, firsts = right[user, pool]
            made.append(Rating(user_id=user, pool=pool, value=value, games=games, played_at=played_at, firsts=firsts))
        save_ratings(made)


def _add(to: dict[Of, tuple[int, int, int]], more: Mapping[Of, tuple[int, int, int]]) -> None:
    for one, (first, second, third) in more.items():
        before = to.get(one, (0, 0, 0))
        to[one] = before[0] + first, before[1] + second, before[2] + third


def _figures(change: RatingChange | None) -> Figures | None:
    return None if change is None else (change.before, change.after, change.games_before, change.rank)


def _chunks(rows: Iterable[RatedGame]) -> Iterator[list[RatedGame]]:
    rest = iter(rows)
    while found := list(islice(rest, CHUNK)):
        yield found
