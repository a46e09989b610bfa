"""Leaderboards: who stands where in a pool, and where one player stands in every pool."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from math import floor
from typing import Any

from django.core.cache import caches
from django.db.models import Q
from django.utils.timezone import localtime, now

from accounts.models import User
from arbiter.ratings.elo import DEFAULT
from arbiter.ratings.games import OVERALL
from games.selectors.ranking import BestFirst, Place
from statements import Prepared
from tournaments.models import HiddenRatings, MonthGain, RatedGame, Rating
from tournaments.models.rating import LadderPart
from tournaments.rated.changes import hides, is_inactive, pool_of, shown, signed, whole
from tournaments.rated.services import LADDER, ladder_name

PAGE = 50

BY_VALUE: BestFirst[Rating] = BestFirst("value", "user_id")


def ladder_of(
    pool: str,
    part: LadderPart,
    start: Place | None,
    reader: User | None,
    *,
    size: int = PAGE,
    finds_own: bool = False,
) -> dict[str, Any]:
    """A page of a leaderboard; `has_own` says that the reader stands in this list and may see where. The `rating` of a line is
    empty where the reader does not want to see it. It is the page that begins at `start`, or the one with the reader in its middle.
    Two statements for the first page, at most eight for another; one more for who is signed in."""
    listed = Rating.objects.filter(pool=pool, part=part, user__deleted_at=None, user__is_active=True)
    listed = listed.select_related("user")
    own = listed.filter(user=reader.pk).annotate(hides=hides(reader)).first() if reader else None
    hides_own = own is not None and own.hides
    if finds_own and own is not None and not hides_own:
        start = BY_VALUE.place(own)
        start = next((BY_VALUE.place(row) for row in reversed(BY_VALUE.before(listed, start, size // 2))), start)
    page = BY_VALUE.page(listed, start, size)
    above, players = LADDER.place(ladder_name(pool, part), floor(page.rows[0].value) if page.rows else 0)
    first = 1 if page.previous is None else 1 + above + _inside_step(pool, part, page.rows[:1])
    lines = [
        {
            "place": place,
            "user": row.user,
            "rating": "" if hides_own and own is not None and row.pk == own.pk else shown(row.value, row.games),
            "games": row.games,
            "played_at": row.played_at,
            "is_you": own is not None and row.pk == own.pk,
        }
        for place, row in enumerate(page.rows, first)
    ]
    return {
        "pool": pool_of(pool),
        "part": part,
        "page": page,
        "lines": lines,
        "players": players,
        "has_own": own is not None and not hides_own,
    }


def _inside_step(pool: str, part: LadderPart, rows: Sequence[Rating]) -> int:
    """How many stand above the first of the rows, within the narrowest step that is counted. One statement."""
    width = LADDER.widths[-1]
    return sum(
        Rating.objects.filter(
            Q(value__gt=row.value) | Q(user__lt=row.user_id),
            pool=pool,
            part=part,
            value__gte=row.value,
            value__lt=(floor(row.value) // width + 1) * width,
        ).count()
        for row in rows
    )


def pools() -> list[dict[str, Any]]:
    """Every pool in which somebody has a rating with the number of its players: the overall one, then those with most. `first` is
    the list that its leaderboard begins with: that of settled ratings, on a young site the provisional ones. One statement."""
    players: Counter[str] = Counter()
    sizes = LADDER.sizes()
    for name, many in sizes.items():
        players[name.partition(":")[0]] += many
    found = sorted(players.items(), key=lambda one: (one[0] != OVERALL, -one[1], one[0]))
    return [
        {"pool": pool_of(pool), "players": many}
        | {"first": next((part for part in LadderPart if ladder_name(pool, part) in sizes), LadderPart.SETTLED)}
        for pool, many in found
    ]


def standing_of(player: User, reader: User | None) -> dict[str, Any]:
    """All ratings of a player as this reader may and wants to see them, the overall one first, then those of most games. Without
    lines and `is_hidden`, he looks himself and does not want to see them. One statement; two for one's own."""
    is_own = reader is not None and reader.pk == player.pk
    is_hidden = is_own and HiddenRatings.objects.filter(user=player.pk).exists()
    moment = now()
    lines = [
        {
            "pool": pool_of(pool),
            "rating": shown(value, games),
            "games": games,
            "is_provisional": DEFAULT.is_provisional(games),
            "is_inactive": is_inactive(played_at, moment),
            "played_at": played_at,
        }
        for pool, value, games, played_at in (() if is_hidden else _ratings(player.pk))
    ]
    lines.sort(key=lambda line: (not line["pool"].is_overall, -line["games"], line["pool"].name))
    is_provisional = any(line["is_provisional"] for line in lines)
    return {
        "player": player,
        "lines": lines,
        "is_own": is_own,
        "is_hidden": is_hidden,
        "is_provisional": is_provisional,
    }


_ratings = Prepared(
    lambda player: Rating.objects.filter(user=player).order_by().values_list("pool", "value", "games", "played_at"), 1
)


LEADERS = 5
GONE = 15
"""How many more are read than shown, because some of the best may have deleted their accounts."""
KEPT = 600
"""Seconds for which a process looks for them no second time."""


def month_of(text: str, now: datetime) -> tuple[datetime, datetime]:
    """The beginning of the month that is written like that, 2026-10, or else of the present one; and of the month after it."""
    begins = localtime(now, UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    with suppress(ValueError):
        begins = min(begins, datetime.strptime(text, "%Y-%m").replace(tzinfo=UTC))
    return begins, (begins + timedelta(days=32)).replace(day=1)


def leaders(reader: User | None, text: str, now: datetime) -> dict[str, Any]:
    """Who has gained most points in a month, without a reader who hides their own ratings, and the months before and after it, as
    `month_of` reads them, where there is anything. Three statements every ten minutes; one for a reader who leads. Voided games
    count until the next recalculation."""
    (begins, ends), (present, _next) = month_of(text, now), month_of("", now)
    lines, has_earlier = caches["shared"].get_or_set(f"leaders-{begins:%Y-%m}", partial(_leaders, begins), KEPT) or (
        [],
        False,
    )
    is_there = reader is not None and any(one["pk"] == reader.pk for one in lines)
    hides_own = is_there and HiddenRatings.objects.filter(user=reader).exists()
    return {
        "begins": begins.date(),  # a page would show a point of time in the reader's zone, west of UTC in the month before
        "lines": [one for one in lines if not (hides_own and reader and one["pk"] == reader.pk)],
        "earlier": f"{begins - timedelta(days=1):%Y-%m}" if has_earlier else "",
        "later": f"{ends:%Y-%m}" if begins < present else "",
    }


def _leaders(begins: datetime) -> tuple[list[dict[str, Any]], bool]:
    rows = MonthGain.objects.filter(month=f"{begins:%Y-%m}", gained__gt=0)
    best = list(rows.order_by("-gained", "user")[: LEADERS + GONE])
    people = User.objects.filter(deleted_at=None).in_bulk([one.user_id for one in best])
    lines = [
        {
            "pk": user.pk,
            "name": user.display_name,
            "picture": user.avatar,
            "gained": signed(whole(one.gained / 1000)),
            "games": one.games,
            "won": one.won,
        }
        for one in best
        if (user := people.get(one.user_id))
    ][:LEADERS]
    return lines, RatedGame.objects.filter(number__isnull=False, ended_at__lt=begins).exists()
