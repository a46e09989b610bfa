"""From a finished game of the site to what its ratings rest on, and that as it is kept."""

from __future__ import annotations

from accounts import separation
from arbiter.kept import from_json, to_json
from arbiter.ratings.games import RatedGame as Judged
from arbiter.ratings.games import Unrated, judge
from arbiter.results import for_ratings
from games.models import TenureStart
from games.models.clock import Clock, PaceKind
from games.play.positions import Play
from tournaments.finished import game_of
from tournaments.models import RatedGame
from tournaments.models.rating import Reason

FAST, SLOW = "day", "days"
"""Speeds: up to a day for an answer, or more."""

DAY_SECONDS = 24 * 3600


def speed_of(clock: Clock) -> str:
    """How long one may take for an answer; with a bank that is twice what it gains, as for the length of a game."""
    allowed = clock.base if clock.kind == PaceKind.PER_MOVE else 2 * (clock.increment or clock.base)
    return FAST if allowed.total_seconds() <= DAY_SECONDS else SLOW


def variant_of(play: Play) -> str:
    """Edition and sets in a word: `2_market_orders`."""
    return "_".join([str(play.options.edition), *sorted(play.options.sets)])


def judged(play: Play, row: RatedGame) -> Judged | Reason:
    """What the game says of its players, or why nothing. Raises GameError for a game that tells no story.

    Who shares a household was asked when the game began; only a substitute has come since. One statement for him, none else.
    """
    if _came_from_a_household(play, row):
        return Reason.HOUSEHOLD
    at = int(row.ended_at.timestamp()) * 1_000_000 + row.ended_at.microsecond
    found = judge(for_ratings(game_of(play, int), at=at, variant=variant_of(play), speed=speed_of(play.game.clock)))
    return Reason(found.value) if isinstance(found, Unrated) else found


def _came_from_a_household(play: Play, row: RatedGame) -> bool:
    tenures = [tenure for held in play.tenures.values() for tenure in held]
    if all(tenure.began != TenureStart.SUBSTITUTE for tenure in tenures):
        return False
    people = {tenure.user_id for tenure in tenures if tenure.user_id is not None}
    return separation.share_household(people, at=row.ended_at)


def kept(game: Judged) -> str:
    """As `RatedGame.judged` keeps it."""
    return to_json(game)


def taken(number: int, text: str) -> Judged:
    """The judged game in its place in the order of ratings, which is its number and not the time of its end: a game whose end
    became known late does not change those before it."""
    return from_json(Judged, text)._replace(at=number)
