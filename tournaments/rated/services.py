"""Rates finished games one after the other, and writes what follows: annulled ratings, merged accounts, hidden ratings.

Ratings change only under the lock of the queue, so several workers may try at once. What a killed worker leaves is rolled back,
and the next one takes it.
"""

import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import permutations
from math import floor

from django.db import transaction
from django.db.models import Case, F, Q, QuerySet, Subquery, Value, When

from accounts import separation
from accounts.models import User
from arbiter.kept import from_json, to_json
from arbiter.ratings.elo import DEFAULT
from arbiter.ratings.games import OVERALL, Ladder, Store, Unrated, judge, ranks_of
from arbiter.ratings.games import RatedGame as Judged
from arbiter.ratings.games import Rating as Figure
from arbiter.results import GameResult
from games.models import Game, RankStep, TenureStart
from games.play.positions import Play, load
from games.play.ranks import Ranks
from games.play.visibility import is_closed
from games.play.wakeups import send_task
from statements import add_up
from tournaments.finished import game_of
from tournaments.models import HiddenRatings, MonthGain, Opponent, RatedGame, Rating, RatingChange, RatingQueue
from tournaments.models.rating import LadderPart, Reason

logger = logging.getLogger("tournaments")

BATCH = 20
"""Games rated in one transaction, so that its lock is held for well below a second."""
SPARE = 100
"""Games that are read beyond a batch, in place of those that cannot be judged."""
CHUNK = 1000
INACTIVE_AFTER = timedelta(days=365)
"""Players without a rated game for this long are on a leaderboard of their own."""
LADDER = Ranks("rating", (128, 4))
FAST, SLOW = "day", "days"
"""Speeds: up to a day for an answer, or more."""


def judged(play: Play, row: RatedGame) -> Judged | Reason:
    """What the game says about its players, by the places that a director has corrected it to (`corrected`), or why it is not
    rated. Raises GameError for a game that cannot be read.

    Households were checked when the game began, so only substitutes are checked here, in one statement.
    """
    tenures = [tenure for held in play.tenures.values() for tenure in held]
    people = {tenure.user_id for tenure in tenures if tenure.user_id is not None}
    has_substitute = any(tenure.began == TenureStart.SUBSTITUTE for tenure in tenures)
    if has_substitute and separation.share_household(people, at=row.ended_at):
        return Reason.HOUSEHOLD
    at = int(row.ended_at.timestamp()) * 1_000_000 + row.ended_at.microsecond
    variant = "_".join([str(play.options.edition), *sorted(play.options.sets)])  # such as `2_market_orders`
    speed = FAST if play.game.clock.allowed <= timedelta(days=1) else SLOW
    found = judge(game_of(play, int), at=at, variant=variant, speed=speed)
    if isinstance(found, Unrated):
        return Reason(found.value)
    text: str = getattr(row, "corrected", None) or ""
    seats = {one.user_id: seat for seat, held in play.tenures.items() for one in held if one.user_id is not None}
    return by_places(found, from_json(GameResult, text), seats) if text else found


def by_places(game: Judged, result: GameResult, seats: Mapping[int, int]) -> Judged:
    """The game with its players in the order of these places; `seats` are those that accounts have held."""
    places = {one.seat: one.place for one in result.outcomes}
    return game._replace(ranks=ranks_of(tuple(places[seats[player]] for player in game.players)))


def ask_for_rating(*, game: Game, now: datetime) -> None:
    """A game is over: queue it, in the transaction that ends it, and rate it as soon as that is committed."""
    RatedGame.objects.create(game=game, ended_at=game.finished_at or now)
    transaction.on_commit(partial(send_task, "tournaments.tasks.take_ratings"), robust=True)


def waiting() -> QuerySet[RatedGame]:
    """Games to be rated, in order. Closed games wait until they are open; voided games are left out."""
    found = RatedGame.objects.filter(number=None, unrated="", annulled_at=None, game__annulled_at=None)
    found = found.exclude(is_closed("game"))
    return found.order_by("ended_at", "game_id")


def lock_queue() -> None:
    """Be the only one who changes ratings until the transaction ends."""
    RatingQueue.objects.select_for_update().get_or_create(pk=1)


def take(*, limit: int = BATCH) -> int:
    """Rate the games that wait, so many at most, in one transaction. How many left the queue.

    Twelve statements for one game, two more for each other. A game that cannot be judged stays where it is, is logged whole,
    and keeps no other waiting.
    """
    with transaction.atomic():
        lock_queue()
        numbered = RatedGame.objects.filter(number__isnull=False).order_by("-number")
        table = "game__tournament_table__"
        corrected = Case(When(Q(**{f"{table}is_corrected": True}), F(f"{table}result_text")))
        found = waiting().annotate(last=Subquery(numbered.values("number")[:1]), corrected=corrected)
        rows = list(found[: limit + SPARE])
        if not rows:
            return 0
        batch = Batch(last=rows[0].last or 0)
        for row in rows:
            if len(batch.rows) == limit:
                break
            try:
                batch.add(row, judged(load(row.game_id), row))
            except Exception:
                logger.exception("game %s cannot be rated", row.game_id)  # the alarm names it
        if batch.rows:
            batch.write()
    return len(batch.rows)


@dataclass
class Batch:
    """Judged games in their order, with what they change."""

    last: int
    rows: list[RatedGame] = field(default_factory=list)
    games: list[tuple[RatedGame, Judged]] = field(default_factory=list)

    def add(self, row: RatedGame, game: Judged | Reason) -> None:
        self.rows.append(row)
        if isinstance(game, Reason):
            row.unrated = game
            return
        self.last += 1
        row.number, row.judged = self.last, to_json(game)
        self.games.append((row, game._replace(at=self.last)))

    def write(self) -> None:
        """At most eight statements."""
        RatedGame.objects.bulk_update(self.rows, ["number", "judged", "unrated"])
        if self.games:
            ladder = Ladder(store=stored(game for _row, game in self.games))
            changes = changes_of(ladder, self.games)
            RatingChange.objects.bulk_create(changes)
            write_ratings(ladder, self.games)
            add_opponents(meetings_of(game for _row, game in self.games))
            add_gains(gains_of(changes))


def stored(games: Iterable[Judged]) -> Store:
    wanted: dict[str, set[int]] = {}
    for game in games:
        for pool in game.pools:
            wanted.setdefault(pool, set()).update(game.players)
    condition = Q()
    for pool, users in wanted.items():
        condition |= Q(pool=pool, user__in=users)
    rows = Rating.objects.filter(condition).values_list("pool", "user_id", "value", "games")
    return Store({(pool, user): Figure(value, games) for pool, user, value, games in rows})


def changes_of(ladder: Ladder, games: Sequence[tuple[RatedGame, Judged]]) -> list[RatingChange]:
    found: list[RatingChange] = []
    rows = {game.number: (row, game) for row, game in games}

    def tell(
        number: int, pool: str, players: tuple[int, ...], before: list[float], after: list[float], played: list[int]
    ) -> None:
        row, game = rows[number]
        for user, rank, old, new, count in zip(players, game.ranks, before, after, played, strict=True):
            found.append(
                RatingChange(
                    rated_game=row, user_id=user, pool=pool, rank=rank, before=old, after=new, games_before=count - 1
                )
            )

    ladder.rate((game for _row, game in games), tell)
    return found


def write_ratings(ladder: Ladder, games: Sequence[tuple[RatedGame, Judged]]) -> None:
    """Where the players of these games stand now. Three statements, in an order that all writers share."""
    last = {(pool, user): row.ended_at for row, game in games for pool in game.pools for user in game.players}
    rows = []
    for (pool, user), at in sorted(last.items()):
        figure = ladder.rating(pool, user)
        rows.append(Rating(user_id=user, pool=pool, value=figure.value, games=figure.games, played_at=at))
    save_ratings(rows, firsts_of(game for _row, game in games))


def firsts_of(games: Iterable[Judged]) -> Counter[tuple[str, int]]:
    """In how many of these games nobody was ahead of a player, by pool."""
    return Counter(
        (pool, player)
        for game in games
        for pool in game.pools
        for player, rank in zip(game.players, game.ranks, strict=True)
        if rank == 1
    )


Meetings = dict[tuple[int, int], tuple[int, int, int]]


def meetings_of(games: Iterable[Judged]) -> Meetings:
    """How often each player met each other one in these games, was ahead, and level."""
    found: Meetings = {}
    for game in games:
        ranked = list(zip(game.players, game.ranks, strict=True))
        for (player, own), (other, theirs) in permutations(ranked, 2):
            met, won, level = found.get((player, other), (0, 0, 0))
            found[player, other] = met + 1, won + (own < theirs), level + (own == theirs)
    return found


def add_opponents(meetings: Meetings) -> None:
    """One statement for a thousand."""
    add_up(Opponent, meetings, key=("user_id", "opponent_id"))


Gains = dict[tuple[str, int], tuple[int, int, int]]


def gains_of(changes: Iterable[RatingChange]) -> Gains:
    """What each player gained with all games together by these changes, in thousandths, in how many games, and in how many nobody
    was ahead; by month."""
    found: Gains = {}
    for change in changes:
        if change.pool == OVERALL:
            key = f"{change.rated_game.ended_at.astimezone(UTC):%Y-%m}", change.user_id
            gained, games, won = found.get(key, (0, 0, 0))
            found[key] = gained + round(1000 * (change.after - change.before)), games + 1, won + (change.rank == 1)
    return found


def add_gains(gains: Gains) -> None:
    """One statement for a thousand."""
    add_up(MonthGain, gains, key=("month", "user_id"))


def save_ratings(rows: Sequence[Rating], firsts: Mapping[tuple[str, int], int] | None = None) -> None:
    """Write where these players stand and on which leaderboard, whether they stood in that pool before or not. Three statements for
    a thousand. Who has left or was inactive comes back with a game, not with a recalculation. `firsts` are those to be added."""
    for start in range(0, len(rows), CHUNK):
        some = {(row.user_id, row.pool): row for row in rows[start : start + CHUNK]}
        found = Rating.objects.filter(user__in={user for user, _ in some}, pool__in={pool for _, pool in some})
        before = [row for row in found if (row.user_id, row.pool) in some]
        for row in some.values():
            row.part = LadderPart.SETTLED if row.games >= DEFAULT.settling_games else LadderPart.PROVISIONAL
        for old in before:
            new = some[old.user_id, old.pool]
            if firsts is not None:
                new.firsts = old.firsts
            if old.part in ("", LadderPart.INACTIVE) and old.played_at == new.played_at:
                new.part = old.part
        for (user, pool), row in some.items():
            row.firsts += (firsts or {}).get((pool, user), 0)
        Rating.objects.bulk_create(
            some.values(),
            update_conflicts=True,
            unique_fields=["user", "pool"],
            update_fields=["value", "games", "played_at", "part", "firsts"],
        )
        count_places(some.values(), before)


def remove_ratings(rows: QuerySet[Rating]) -> None:
    gone = list(rows)
    rows.delete()
    count_places((), gone)


def count_places(come: Iterable[Rating], gone: Iterable[Rating]) -> None:
    """Count these ratings on their leaderboards, or no longer. One statement."""
    changes = Counter(_step(row) for row in come if row.part)
    changes.subtract(_step(row) for row in gone if row.part)
    LADDER.count({step: many for step, many in changes.items() if many})


def _step(row: Rating) -> tuple[str, int]:
    return ladder_name(row.pool, row.part), floor(row.value)


def ladder_name(pool: str, part: str) -> str:
    return f"{pool}:{part}"


@transaction.atomic
def relist(*, now: datetime) -> int:
    """By night: put each rating on the leaderboard where it belongs, which follows from time and accounts too. How many moved."""
    lock_queue()
    right = Case(
        When(Q(user__is_active=False) | Q(user__deleted_at__isnull=False), then=Value("")),
        When(played_at__lt=now - INACTIVE_AFTER, then=Value(LadderPart.INACTIVE)),
        When(games__gte=DEFAULT.settling_games, then=Value(LadderPart.SETTLED)),
        default=Value(LadderPart.PROVISIONAL),
    )
    rows = list(Rating.objects.annotate(right=right).exclude(part=F("right")))
    count_places((), rows)
    for row in rows:
        row.part = row.right
    Rating.objects.bulk_update(rows, ["part"], batch_size=CHUNK)
    count_places(rows, ())
    return len(rows)


def recount_places(*, repair: bool) -> int:
    """How many steps of the leaderboards count other than the ratings there are; with `repair`, count all anew. In a transaction
    that holds the lock of the queue."""
    rows = Rating.objects.exclude(part="").values_list("pool", "part", "value")
    counted = Counter((ladder_name(pool, part), floor(value)) for pool, part, value in rows.iterator(CHUNK))
    right = {step: many for step, (many,) in LADDER.steps(counted).items()}
    steps = RankStep.objects.filter(kind=LADDER.kind)
    stands = {(one.kind, one.width, one.list, one.step): one.results for one in steps.exclude(results=0)}
    differing = {step for step, _many in right.items() ^ stands.items()}
    if repair and differing:
        steps.delete()
        LADDER.count(counted)
    return len(differing)


@transaction.atomic
def annul_rating(*, game_id: int, because: str, now: datetime) -> bool:
    """Void a game for the ratings, with a public reason: at once if it was not rated yet, else from the next
    rebuild on. Returns False if it was voided before. Raises RatedGame.DoesNotExist for an unrated game."""
    lock_queue()
    row = RatedGame.objects.get(game=game_id)
    if row.is_annulled:
        return False
    row.annulled_at, row.annulled_because = now, because
    row.save(update_fields=["annulled_at", "annulled_because"])
    logger.info("the rating of game %s was annulled: %s", game_id, because)
    return True


@transaction.atomic
def take_ratings(*, gone: User, stays: User) -> int:
    """Let the judged games of `gone` be those of `stays`, who was in none of them. What follows from that for everybody is for the
    next rebuild, which is due then (`tournaments.rated.rebuilding`). Returns how many games there are."""
    lock_queue()
    rows = list(RatedGame.objects.filter(number__isnull=False, changes__user=gone).distinct())
    for row in rows:
        row.judged = to_json(_renamed(from_json(Judged, row.judged), gone.pk, stays.pk))
    RatedGame.objects.bulk_update(rows, ["judged"], batch_size=500)
    RatingChange.objects.filter(user=gone).update(user=stays)
    there = Rating.objects.filter(user=stays).values_list("pool", flat=True)
    remove_ratings(Rating.objects.filter(user=gone, pool__in=list(there)))
    Rating.objects.filter(user=gone).update(user=stays)
    if rows:
        RatingQueue.objects.filter(pk=1).update(merged=F("merged") + 1)
    return len(rows)


def _renamed(game: Judged, gone: int, stays: int) -> Judged:
    """Players are in rising order, each with their rank."""
    order = sorted(
        (stays if player == gone else player, rank) for player, rank in zip(game.players, game.ranks, strict=True)
    )
    return game._replace(players=tuple(player for player, _ in order), ranks=tuple(rank for _, rank in order))


@transaction.atomic
def hide_own(*, user: User, hidden: bool) -> None:
    """Hide a user's own ratings from them, or show them again. Others see them as before."""
    if hidden:
        HiddenRatings.objects.get_or_create(user=user)
    else:
        HiddenRatings.objects.filter(user=user).delete()
