"""FIDE's practice for two players (B.02): rating periods, K by career, the conversion tables (8.1).

The tables follow a normal curve in whole per cent and differ from the logistic formula by up to two. Within a period
everything follows from the ratings at its start and sums of exact fractions, so the order of its games does not matter.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from arbiter.errors import RatingError

STARTS = (
    0, 4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163, 171, 180, 189,
    198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375, 392, 412, 433, 457, 485, 518, 560,
    620, 736,
)  # fmt: skip
"""The least difference for which the stronger player is expected to score 50, 51, ... 100 per cent (8.1.2)."""

DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
)  # fmt: skip
"""The difference dp for a score of 50, 51, ... 100 per cent (8.1.1)."""


def expected_percent(difference: int) -> int:
    """PD: the per cent that a player is expected to score whose rating lies `difference` above the opponent's."""
    percent = 49 + bisect_right(STARTS, abs(difference))
    return percent if difference >= 0 else 100 - percent


def dp(percent: int) -> int:
    """The rating difference that a score of so many per cent, 0 to 100, stands for."""
    if not 0 <= percent <= 100:
        raise ValueError(f"A score is 0 to 100 per cent, not {percent}.")
    return DIFFERENCES[percent - 50] if percent >= 50 else -DIFFERENCES[50 - percent]


FLOOR = 1400  # who falls below is unrated
LARGEST_DIFFERENCE = 400
UNLIMITED_FROM = 2650  # ratings from which differences count in full (since October 2025)
HIGHEST_FIRST_RATING = 2200
GAMES_FOR_A_FIRST_RATING = 5
SUPPOSED_OPPONENTS = (1800, 1800)  # two draws that are added to a first performance
K_TIMES_GAMES = 700
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class FideResult:
    """A game: the opponent's rating at the start of the period and what was scored, 1, 1/2 or 0."""

    opponent: int
    score: Fraction


def k_factor(rating: int, games: int, *, has_reached_2400: bool = False, is_junior: bool = False) -> int:
    """K (8.3.3): 40 up to 30 games, and for juniors (to the year of their 18th birthday) below 2300; then 20; 10 for
    who has once reached 2400."""
    if games < 30 or (is_junior and rating < 2300):
        return 40
    return 10 if has_reached_2400 or rating >= 2400 else 20


def k_in_period(k: int, games: int) -> int:
    """K, lowered where K times the games of the period would be more than 700."""
    return min(k, K_TIMES_GAMES // games) if games else k


def difference(own: int, other: int) -> int:
    """The difference that counts: not more than 400 points, except for ratings of 2650 and more."""
    apart = own - other
    return apart if own >= UNLIMITED_FROM else max(-LARGEST_DIFFERENCE, min(LARGEST_DIFFERENCE, apart))


def change(rating: int, k: int, results: Iterable[FideResult]) -> Fraction:
    """The change of a period, exact: K times the sum of score less expectation (8.3.2)."""
    games = list(results)
    for game in games:
        check(game)
    surplus = sum(
        (game.score - Fraction(expected_percent(difference(rating, game.opponent)), 100) for game in games), Fraction(0)
    )
    return k_in_period(k, len(games)) * surplus


def published(rating: Fraction) -> int | None:
    """The rating as published: whole points, halves up; None (unrated) below the floor."""
    whole = floor(rating + HALF)
    return whole if whole >= FLOOR else None


def first_rating(results: Iterable[FideResult]) -> int | None:
    """A first rating (8.2) from games against rated opponents, or None as long as there is none.

    The performance over these games and two supposed draws against 1800; five games are needed, and at least half a
    point; the result is published between the floor and 2200.
    """
    games = list(results)
    for game in games:
        check(game)
    scored = sum((game.score for game in games), Fraction(0))
    if len(games) < GAMES_FOR_A_FIRST_RATING or not scored:
        return None
    opponents = [*(game.opponent for game in games), *SUPPOSED_OPPONENTS]
    scored += HALF * len(SUPPOSED_OPPONENTS)
    average = Fraction(sum(opponents), len(opponents))
    performance = average + dp(floor(scored * 100 / len(opponents) + HALF))
    return published(min(performance, Fraction(HIGHEST_FIRST_RATING)))


def check(game: FideResult) -> None:
    if game.score not in (0, HALF, 1):
        raise RatingError(
            "{score} is not a valid game result. Use 1, 1/2 or 0. Unplayed games are not rated.", score=str(game.score)
        )
