"""Rating pools and ratings as people read them, and what one game changed for its players, with the arithmetic."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import groupby
from math import floor
from typing import Any

from django.db.models import Exists, F, Value
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from arbiter.ratings.elo import DEFAULT, explain
from arbiter.ratings.games import OVERALL
from games.models import Game
from games.options.sets import offered, set_name
from tournaments.models import HiddenRatings, RatedGame, RatingChange
from tournaments.models.rating import Reason
from tournaments.rated.services import FAST, INACTIVE_AFTER

DUEL = "duel"


@dataclass(frozen=True, slots=True)
class Pool:
    """A pool by its parts, each in words; the overall one has none."""

    name: str
    variant: str
    size: str
    speed: str

    @property
    def words(self) -> str:
        return " · ".join([self.variant, self.size, self.speed]) if self.variant else _("All games")

    @property
    def url(self) -> str:
        if self.is_overall:
            return reverse("tournaments:ladder")
        return reverse("tournaments:ladder-of", args=self.name.split("/"))

    @property
    def is_overall(self) -> bool:
        return self.name == OVERALL


def pool_of(name: str) -> Pool:
    return _pool(name, get_language())


@lru_cache(maxsize=1024)
def _pool(name: str, language: str | None) -> Pool:
    if name == OVERALL:
        return Pool(name, "", "", "")
    variant, size, speed = name.split("/")
    return Pool(name, variant_words(variant), size_words(size), speed_words(speed))


def variant_words(variant: str) -> str:
    edition, *chosen = variant.split("_")
    sets = [set_name(one) for one in offered() if one in chosen]
    return ", ".join([_("1st edition") if edition == "1" else _("2nd edition"), *sets])


def size_words(size: str) -> str:
    return _("two players") if size == DUEL else _("three to five players")


def speed_words(speed: str) -> str:
    return _("up to one day per move") if speed == FAST else _("more than one day per move")


def whole(value: float) -> int:
    return floor(value + 0.5)


def shown(value: float, games: int) -> str:
    """`1530`, or `1530?` after so few games that it is provisional."""
    return f"{whole(value)}?" if DEFAULT.is_provisional(games) else str(whole(value))


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"−{-points}" if points else "±0"


def difference(before: float, after: float) -> str:
    """What a change comes to: the difference of what is shown, so that the figures of a line add up."""
    return signed(whole(after) - whole(before))


def is_inactive(played_at: datetime, now: datetime) -> bool:
    return played_at < now - INACTIVE_AFTER


@dataclass(frozen=True, slots=True)
class GameRating:
    """What there is to say of a game: its changes by pool, or `note`, why there are none or not yet."""

    pools: Sequence[dict[str, Any]] = ()
    note: str = ""
    hides_own: bool = False
    is_corrected: bool = False


def rating_of(game: Game, reader: User | None) -> GameRating:
    """Of a rated game, running or finished, as this reader may and wants to know it. None, one or two statements."""
    if game.is_annulled:
        if RatingChange.objects.filter(rated_game__game=game.pk).exists():
            return GameRating(
                note=_("This game is voided. It drops out of the ratings at the next nightly recalculation.")
            )
        return GameRating(note=_("This game is voided and does not count for ratings."))
    if not game.is_finished:
        return GameRating(note=_("The result counts for all players' ratings."))
    is_corrected = F("game__tournament_table__is_corrected")
    row = RatedGame.objects.filter(game=game.pk).annotate(hides=hides(reader), is_corrected=is_corrected).first()
    if row is None or game.is_closed:
        return GameRating(note=_("Ratings are updated once this game is open to everyone."))
    if row.unrated:
        reason = Reason(row.unrated).label
        return GameRating(note=_("Not rated: %(reason)s.") % {"reason": reason})
    if row.is_annulled:
        note = _("Voided: %(reason)s. The game does not count for ratings.")
        if row.changes.exists():
            note = _("Voided: %(reason)s. The game drops out of the ratings at the next nightly recalculation.")
        return GameRating(note=note % {"reason": row.annulled_because})
    if row.waits:
        return GameRating(note=_("Ratings for this game are being calculated."))
    changes = RatingChange.objects.filter(rated_game=row).select_related("user").order_by("pool", "rank", "user_id")
    own = reader.pk if reader else None
    pools = [
        _in_pool(pool, list(rows), own, hides_own=row.hides) for pool, rows in groupby(changes, lambda one: one.pool)
    ]
    pools.sort(key=lambda one: one["pool"].name != OVERALL)
    return GameRating(pools, hides_own=row.hides, is_corrected=bool(row.is_corrected))


def hides(reader: User | None) -> Exists | Value:
    """Whether the reader hides their own ratings, as an annotation."""
    return Exists(HiddenRatings.objects.filter(user=reader.pk)) if reader else Value(False)


def _in_pool(pool: str, changes: list[RatingChange], own: int | None, *, hides_own: bool) -> dict[str, Any]:
    """What a game changed in one pool: for each player the figures, `change` being their difference, and how it came about."""
    told = explain(
        [one.user_id for one in changes],
        [one.before for one in changes],
        [one.rank for one in changes],
        [one.games_before for one in changes],
        DEFAULT,
    )
    by_user = {one.user_id: one for one in changes}
    seats = []
    for row, change in zip(changes, told, strict=True):
        is_you = row.user_id == own
        if is_you and hides_own:
            continue
        against = [
            {
                "name": other.user.name,
                "rating": "" if hides_own and pair.opponent == own else shown(other.before, other.games_before),
                "score": _plain(pair.score),
                "expected": number_format(pair.expected, 2),
            }
            for pair in change.pairs
            for other in [by_user[pair.opponent]]
        ]
        seats.append(
            {
                "name": row.user.name,
                "is_you": is_you,
                "rank": row.rank,
                "before": shown(row.before, row.games_before),
                "after": shown(row.after, row.games_before + 1),
                "change": difference(row.before, row.after),
                "k": _plain(change.k),
                "divisor": number_format(change.divisor, 2) if len(changes) > 2 else "",
                "scored": _plain(sum(pair.score for pair in change.pairs)),
                "expected": number_format(sum(pair.expected for pair in change.pairs), 2),
                "against": against,
            }
        )
    return {"pool": pool_of(pool), "seats": seats}


def _plain(number: float) -> str:
    """`60`, `58.8`, `0.5`, as the reader's language writes it."""
    return number_format(number, 0 if number.is_integer() else 1)


def sentences(told: GameRating) -> list[str]:
    """The same for an email: the note, or the changes in each pool for every seat, the reader's first. Only the page has the
    arithmetic."""
    if told.note:
        return [told.note]
    return [
        pool_line(
            one["pool"],
            (
                (_("you") if seat["is_you"] else seat["name"], seat["before"], seat["after"], seat["change"])
                for seat in one["seats"]
            ),
        )
        for one in told.pools
    ]


def pool_line(pool: Pool, changes: Iterable[tuple[str, str, str, str]]) -> str:
    """Ratings in a pool: each name with the rating before and after and the difference."""
    told = (
        _("%(name)s %(before)s → %(after)s (%(change)s)")
        % {"name": name, "before": before, "after": after, "change": change}
        for name, before, after, change in changes
    )
    return _("Ratings, %(pool)s: %(changes)s.") % {"pool": pool.words, "changes": "; ".join(told)}
