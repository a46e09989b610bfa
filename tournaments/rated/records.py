"""A player's rated games: history and its chart, opponents, and results by edition, table size and pace."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import F
from django.utils.formats import date_format
from django.utils.timezone import localtime

from accounts.models import User
from arbiter.kept import json_of
from arbiter.ratings.elo import DEFAULT
from arbiter.ratings.games import OVERALL
from arbiter.ratings.games import RatedGame as Judged
from games.board.charts import Frame, Series, chart
from games.models import Visibility
from tournaments.models import Opponent, Rating, RatingChange
from tournaments.rated.changes import difference, shown, signed, size_words, speed_words, variant_words, whole

LATEST = 200
"""Games of a history, the latest ones."""

OPPONENTS = 20
FREQUENT = 10
MEETINGS = 50

Row = dict[str, Any]
"""What a template or an answer of the API reads."""


def history(player: User, pool: str, reader: User | None) -> list[Row]:
    """The latest games of a player in a pool, the oldest first, with the place among so many players, the rating before and after
    as a number and as shown, and no `game_id` where the reader may not see the game. One statement."""
    # by an index; a game that was closed for long may be rated later than those after it
    latest = RatingChange.objects.filter(user=player.pk, pool=pool).order_by("-rated_game_id")[:LATEST]
    found = RatingChange.objects.filter(pk__in=latest.values("pk")).select_related("rated_game__game").only(*_ENTRY)
    found = found.annotate(is_corrected=F("rated_game__game__tournament_table__is_corrected"))
    sees_all = reader is not None and reader.pk == player.pk
    return [_entry(row, sees_all=sees_all) for row in sorted(found, key=lambda row: row.rated_game.number or 0)]


_GAME = "ended_at number judged annulled_at game__visibility game__annulled_at"
_ENTRY = ("rank", "before", "after", "games_before", *(f"rated_game__{name}" for name in _GAME.split()))


def _entry(row: RatingChange, *, sees_all: bool) -> Row:
    rated = row.rated_game
    is_open = sees_all or rated.game.visibility == Visibility.PUBLIC
    return {
        "at": rated.ended_at,
        "game_id": rated.game_id if is_open else None,
        "rank": row.rank,
        "players": len(json_of(Judged, rated.judged)["players"]),
        "value_before": row.before,
        "value": row.after,
        "is_provisional": DEFAULT.is_provisional(row.games_before + 1),
        "before": shown(row.before, row.games_before),
        "after": shown(row.after, row.games_before + 1),
        "change": difference(row.before, row.after),
        "is_annulled": rated.is_annulled or rated.game.is_annulled,
        "is_corrected": bool(row.is_corrected),  # type: ignore[attr-defined]
    }


def opponents(player: User, *, only: User | None = None) -> list[Row]:
    """A player's most frequent opponents, or the record against one: how often he finished ahead of, level with and behind them.
    Voided games count until the next recalculation. One statement."""
    rows = Opponent.objects.filter(user=player.pk, games__gt=0, **({"opponent": only.pk} if only else {}))
    found = rows.select_related("opponent").order_by("-games", "opponent")
    return [
        {"user_id": row.opponent_id, "name": row.opponent.name, "games": row.games, "won": row.won, "level": row.level}
        | {"lost": row.games - row.won - row.level}
        for row in found[:OPPONENTS]
    ]


def meetings(player: User, other: User, reader: User | None) -> list[Row]:
    """The latest rated games of two players with the place of each, the latest first. One statement."""
    sees_all = reader is not None and reader.pk in (player.pk, other.pk)
    rows = RatingChange.objects.filter(
        rated_game__changes__pool=OVERALL,
        rated_game__changes__user=other.pk,
        user=player.pk,
        pool=OVERALL,
        rated_game__annulled_at=None,
        rated_game__game__annulled_at=None,
    )
    found = rows.select_related("rated_game__game").annotate(other=F("rated_game__changes__rank"))
    return [
        {
            "at": row.rated_game.ended_at,
            "game_id": row.rated_game.game_id
            if sees_all or row.rated_game.game.visibility == Visibility.PUBLIC
            else None,
            "own": row.rank,
            "other": row.other,
        }
        for row in found.order_by("-rated_game__number")[:MEETINGS]
    ]


def kinds(player: User) -> dict[str, list[Row]]:
    """A player's games by edition and sets, by players, and by pace: how many, how often nobody stood before him, and what they
    came to in all. Those of most games first. One statement."""
    rows = Rating.objects.filter(user=player.pk).exclude(pool=OVERALL).order_by()
    counted = list(rows.values_list("pool", "games", "firsts", "value"))

    def by(part: int, words: Callable[[str], str]) -> list[Row]:
        found: dict[str, tuple[int, int, float]] = {}
        for pool, games, first, value in counted:
            name = words(pool.split("/")[part])
            known = found.get(name, (0, 0, 0.0))
            found[name] = known[0] + games, known[1] + first, known[2] + value - DEFAULT.start
        return [
            {"words": name, "games": games, "first": first, "share": round(100 * first / games)}
            | {"gained": signed(whole(points))}
            for name, (games, first, points) in sorted(found.items(), key=lambda one: (-one[1][0], one[0]))
        ]

    return {"by_variant": by(0, variant_words), "by_size": by(1, size_words), "by_speed": by(2, speed_words)}


def curve(player: User, pool: str, reader: User | None) -> Row:
    """What a player's page shows: the chart of a pool with its figures, the newest first, and the most frequent opponents. Two
    statements."""
    entries = history(player, pool, reader)
    return {"chart": history_of(entries), "entries": list(reversed(entries)), "opponents": opponents(player)[:FREQUENT]}


FRAME = Frame(720, 260, 44, 58, 14, 30)
MOST_DOTS = 60
"""Beyond so many games dots would run into each other."""


def history_of(entries: Sequence[Row]) -> Row | None:
    """The chart of a history, oldest first; None for none. Games stand at even distances: what counts is which, not when. The
    provisional part is a line of its own, which is dashed."""
    if not entries:
        return None
    values = [entries[0]["value_before"], *(entry["value"] for entry in entries)]
    firm = next((number for number, entry in enumerate(entries) if not entry["is_provisional"]), len(entries))
    lines = [
        Series("line provisional", "", [value if place <= firm else None for place, value in enumerate(values)]),
        Series("line", "", [value if place >= firm else None for place, value in enumerate(values)]),
    ]
    ends = ((0, entries[0]["at"]), (len(entries), entries[-1]["at"]))
    marks = [(place, date_format(localtime(at), "SHORT_DATE_FORMAT")) for place, at in ends]
    dots = [None, *values[1:]] if len(entries) <= MOST_DOTS else [None] * len(entries) + values[-1:]
    drawn = chart(lines, marks, frame=FRAME, least=None, dots=dots)
    first, last = drawn.lines
    drawn = replace(drawn, lines=(replace(first, end=""), last))
    return {
        "chart": drawn,
        "value": whole(values[-1]),
        "lowest": whole(min(values)),
        "highest": whole(max(values)),
        "games": len(entries),
        "provisional": bool(first.path),
    }
