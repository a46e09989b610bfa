"""A player's rated games: history and its chart, opponents, and results by edition, table size and pace."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, OuterRef, Subquery

from accounts.models import User, name_of
from arbiter.ratings.elo import DEFAULT
from arbiter.ratings.games import OVERALL
from games.models import Visibility
from tournaments.models import Opponent, Rating, RatingChange
from tournaments.rated.changes import difference, shown, signed, size_words, speed_words, variant_words, whole

LATEST = 200
"""Games of a history, the latest ones."""

OPPONENTS = 20
MEETINGS = 50


@dataclass(frozen=True, slots=True)
class RatingEntry:
    """A rated game in a player's history. `game_id` is empty where the reader may not see the game."""

    at: datetime
    game_id: int | None
    rank: int
    players: int
    value_before: float
    value: float
    is_provisional: bool
    before: str
    after: str
    change: str
    is_annulled: bool
    is_corrected: bool


@dataclass(frozen=True, slots=True)
class Against:
    """How often a player finished ahead of, level with and behind an opponent."""

    user_id: int
    name: str
    games: int
    won: int
    level: int

    @property
    def lost(self) -> int:
        return self.games - self.won - self.level


@dataclass(frozen=True, slots=True)
class KindTotals:
    """The games of one kind: how many, how often nobody stood before him, and what they came to in all."""

    words: str
    games: int
    first: int
    points: float

    @property
    def share(self) -> int:
        """First places, in per cent."""
        return round(100 * self.first / self.games)

    @property
    def gained(self) -> str:
        return signed(whole(self.points))


@dataclass(frozen=True, slots=True)
class Meeting:
    """A rated game that two players had, with the place of each."""

    at: datetime
    game_id: int | None
    own: int
    other: int


def history(player: User, pool: str, reader: User | None) -> list[RatingEntry]:
    """The latest games of a player in a pool, the oldest first. One statement."""
    table = RatingChange.objects.filter(rated_game=OuterRef("rated_game"), pool=pool).order_by().values("pool")
    # by an index; a game that was closed for long may be rated later than those after it
    latest = RatingChange.objects.filter(user=player.pk, pool=pool).order_by("-rated_game_id")[:LATEST]
    players = Subquery(table.annotate(number=Count("pk")).values("number"))
    is_corrected = F("rated_game__game__tournament_table__is_corrected")
    found = RatingChange.objects.filter(pk__in=latest.values("pk")).annotate(players=players, is_corrected=is_corrected)
    sees_all = reader is not None and reader.pk == player.pk
    rows = sorted(found.select_related("rated_game__game"), key=lambda row: row.rated_game.number or 0)
    return [_entry(row, sees_all=sees_all) for row in rows]


def _entry(row: RatingChange, *, sees_all: bool) -> RatingEntry:
    rated = row.rated_game
    is_open = sees_all or rated.game.visibility == Visibility.PUBLIC
    return RatingEntry(
        at=rated.ended_at,
        game_id=rated.game_id if is_open else None,
        rank=row.rank,
        players=row.players,  # type: ignore[attr-defined]
        value_before=row.before,
        value=row.after,
        is_provisional=DEFAULT.is_provisional(row.games_before + 1),
        before=shown(row.before, row.games_before),
        after=shown(row.after, row.games_before + 1),
        change=difference(row.before, row.after),
        is_annulled=rated.is_annulled or rated.game.is_annulled,
        is_corrected=bool(row.is_corrected),  # type: ignore[attr-defined]
    )


def opponents(player: User, *, only: User | None = None) -> list[Against]:
    """A player's most frequent opponents, or the record against one; voided games count until the next recalculation. One
    statement."""
    rows = Opponent.objects.filter(user=player.pk, games__gt=0, **({"opponent": only.pk} if only else {}))
    found = rows.order_by("-games", "opponent").values_list(
        "opponent", "opponent__display_name", "opponent__deleted_at", "games", "won", "level"
    )
    return [
        Against(user, name_of(user, name, deleted_at), games, won, level)
        for user, name, deleted_at, games, won, level in found[:OPPONENTS]
    ]


def meetings(player: User, other: User, reader: User | None) -> list[Meeting]:
    """The latest rated games of two players, the latest first. One statement."""
    sees_all = reader is not None and reader.pk in (player.pk, other.pk)
    rows = RatingChange.objects.filter(
        rated_game__changes__pool=OVERALL,
        rated_game__changes__user=other.pk,
        user=player.pk,
        pool=OVERALL,
        rated_game__annulled_at=None,
        rated_game__game__annulled_at=None,
    )
    found = rows.order_by("-rated_game__number").values_list(
        "rated_game__ended_at",
        "rated_game__game_id",
        "rated_game__game__visibility",
        "rank",
        "rated_game__changes__rank",
    )
    return [
        Meeting(at, game if sees_all or visibility == Visibility.PUBLIC else None, own, theirs)
        for at, game, visibility, own, theirs in found[:MEETINGS]
    ]


@dataclass(frozen=True, slots=True)
class KindTotalss:
    """A player's games by edition and sets, by players, and by pace."""

    by_variant: Sequence[KindTotals]
    by_size: Sequence[KindTotals]
    by_speed: Sequence[KindTotals]


def kinds(player: User) -> KindTotalss:
    """Those of most games first. One statement."""
    rows = Rating.objects.filter(user=player.pk).exclude(pool=OVERALL).order_by()
    counted = rows.values_list("pool", "games", "firsts", "value")
    found = [
        (pool.split("/"), KindTotals("", games, first, value - DEFAULT.start)) for pool, games, first, value in counted
    ]

    def by(part: int, words: Callable[[str], str]) -> list[KindTotals]:
        return _summed((words(parts[part]), kind) for parts, kind in found)

    return KindTotalss(by(0, variant_words), by(1, size_words), by(2, speed_words))


def _summed(named: Iterable[tuple[str, KindTotals]]) -> list[KindTotals]:
    found: dict[str, KindTotals] = {}
    for words, one in named:
        known = found.get(words, KindTotals(words, 0, 0, 0.0))
        found[words] = KindTotals(words, known.games + one.games, known.first + one.first, known.points + one.points)
    return sorted(found.values(), key=lambda one: (-one.games, one.words))


WIDTH, HEIGHT = 720, 260
LEFT, RIGHT, TOP, BOTTOM = 44, 58, 14, 30
STEPS = (10, 20, 50, 100, 200, 500)
MOST_LINES = 6
MOST_DOTS = 60
"""Beyond so many games dots would run into each other."""


@dataclass(frozen=True, slots=True)
class Point:
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Gridline:
    """A rating with its height."""

    value: int
    y: str


@dataclass(frozen=True, slots=True)
class Chart:
    """`provisional` and `settled` are the points of two lines, as SVG writes them; the first one is dashed."""

    width: int
    height: int
    left: int
    right: int
    grid: Sequence[Gridline]
    provisional: str
    settled: str
    dots: Sequence[Point]
    last: Point
    value: int
    lowest: int
    highest: int
    since: datetime
    until: datetime
    games: int


def chart_of(entries: Sequence[RatingEntry]) -> Chart | None:
    """The chart of a history, oldest first; None for none. Games stand at even distances: what counts is which, not when."""
    if not entries:
        return None
    values = [entries[0].value_before, *(entry.value for entry in entries)]
    step, bottom, top = _scale(min(values), max(values))

    def y(value: float) -> str:
        return f"{TOP + (HEIGHT - TOP - BOTTOM) * (top - value) / (top - bottom):.1f}"

    across = (WIDTH - LEFT - RIGHT) / len(entries)
    points = [Point(f"{LEFT + number * across:.1f}", y(value)) for number, value in enumerate(values)]
    firm = next((number for number, entry in enumerate(entries) if not entry.is_provisional), len(entries))
    return Chart(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        grid=[Gridline(value, y(value)) for value in range(bottom, top + 1, step)],
        provisional=_line(points[: firm + 1]),
        settled=_line(points[firm:]),
        dots=points[1:] if len(entries) <= MOST_DOTS else (),
        last=points[-1],
        value=whole(values[-1]),
        lowest=whole(min(values)),
        highest=whole(max(values)),
        since=entries[0].at,
        until=entries[-1].at,
        games=len(entries),
    )


def _line(points: Sequence[Point]) -> str:
    """Nothing for a single point, which is no line."""
    return " ".join(f"{point.x},{point.y}" for point in points) if len(points) > 1 else ""


def _scale(lowest: float, highest: float) -> tuple[int, int, int]:
    """The distance of the lines, and the lowest and highest of them: around the values, and few enough to be read."""
    for step in STEPS:
        bottom, top = int(lowest // step) * step, -int(-highest // step) * step
        if top == bottom:
            top += step
        if (top - bottom) // step < MOST_LINES:
            return step, bottom, top
    return step, bottom, top
