"""Pairwise Elo for two to five players, everybody against everybody else at the table by final places; and FIDE's practice for
two players (B.02): rating periods, K by career, the conversion tables (8.1).

All Elo changes follow from the ratings before the game; with one K for the table they sum to zero.

FIDE's tables follow a normal curve in whole per cent and differ from the logistic formula by up to two. Within a period
everything follows from the ratings at its start and sums of exact fractions, so the order of its games does not matter.
Figures stay unrounded until they are published.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import combinations
from math import exp, floor, log, sqrt

from arbiter.errors import RatingError

LARGEST_TABLE = 5
SCALE = log(10) / 400  # 400 points of rating are odds of ten to one


class Spread(Enum):
    OPPONENTS = "opponents"  # a game weighs the same at every table
    ROOT = "root"  # a game at a large table tells more, though not as much as its pairs would if they were games

    def divisor(self, players: int) -> float:
        return float(players - 1) if self is Spread.OPPONENTS else sqrt(players - 1)


@dataclass(frozen=True, slots=True)
class Formula:
    """How much a game moves a rating: K falls in even steps from `new_k` to `settled_k` over the first games."""

    start: float = 1500.0
    new_k: float = 60.0
    settled_k: float = 24.0
    settling_games: int = 30
    spread: Spread = Spread.ROOT

    def __post_init__(self) -> None:
        if self.settling_games < 0 or min(self.new_k, self.settled_k) <= 0:
            raise RatingError(
                "K must be above zero and the provisional games not negative. The default is 60 to 24 over 30 games."
            )

    def k(self, games: int) -> float:
        if games >= self.settling_games:
            return self.settled_k
        return self.new_k + (self.settled_k - self.new_k) * games / self.settling_games

    def steps(self) -> tuple[tuple[float, ...], ...]:
        """What a surplus of one moves a rating by: at a table of so many, after so many games up to the settled."""
        games = range(self.settling_games + 1)
        divisors = (self.spread.divisor(max(players, 2)) for players in range(LARGEST_TABLE + 1))
        return tuple(tuple(self.k(count) / divisor for count in games) for divisor in divisors)

    def is_provisional(self, games: int) -> bool:
        """Whether a rating is still shown with a question mark and kept off the ladders."""
        return games < self.settling_games


DEFAULT = Formula()
"""Measured best where strengths differ or drift. Simulated: 300 players, 4,000 tables of two to five, Plackett-Luce results, four
seeds; pairwise log loss after 1,000 tables, for strengths of deviation 1, of 1 with drift, and of a half:

| formula | 1 | 1, drifting | 1/2 |
|---|---|---|---|
| 60 to 24 over 30 games, root (this one) | .5520 | .5444 | .6570 |
| 48 to 24 over 20, root | .5531 | .5454 | .6544 |
| 80 to 40 over 30, opponents | .5540 | .5462 | .6566 |
| 64 for 20 games, then 32, opponents | .5543 | .5465 | .6543 |
| 64 to 32 over 20, opponents | .5552 | .5474 | .6525 |
| 24, root, without more at first | .5597 | .5516 | .6534 |
"""


@dataclass(frozen=True, slots=True)
class Pair:
    """One opponent's part in a change: what was scored against what was expected."""

    opponent: int
    score: float
    expected: float


@dataclass(frozen=True, slots=True)
class EloChange:
    """A player's change with its arithmetic: `k` over `divisor`, times the sum of score less expectation."""

    player: int
    before: float
    after: float
    games_before: int
    k: float
    divisor: float
    pairs: tuple[Pair, ...]


def strength(rating: float) -> float:
    return exp(rating * SCALE)


def expected(own: float, other: float) -> float:
    """The score expected against one opponent, 1 / (1 + 10 ** ((other - own) / 400)), by the odds of the two."""
    odds = strength(own)
    return odds / (odds + strength(other))


def surpluses(ratings: Sequence[float], ranks: Sequence[int]) -> tuple[float, ...]:
    """For everybody the sum over the opponents of score less expectation; the lower rank wins, equal ranks draw.

    The expectation of each pair is reckoned once and what is left of one goes to the other, so the sum is zero.
    """
    return tuple(_left([strength(rating) for rating in ratings], scores(tuple(ranks))))


def _left(odds: Sequence[float], scored: Sequence[float]) -> list[float]:
    left = list(scored)
    for i, j in combinations(range(len(odds)), 2):
        share = odds[i] / (odds[i] + odds[j])
        left[i] -= share
        left[j] -= 1.0 - share
    return left


def scores(ranks: tuple[int, ...]) -> tuple[float, ...]:
    """What everybody scored against all others together."""
    return tuple(sum(score(own, other) for other in ranks) - 0.5 for own in ranks)


def explain(
    players: Sequence[int], ratings: Sequence[float], ranks: Sequence[int], games: Sequence[int], formula: Formula
) -> tuple[EloChange, ...]:
    """The changes of one game with every pair; the same figures, to the last bit, that a rebuild stores."""
    divisor = formula.spread.divisor(len(players))
    changes = []
    for i, surplus in enumerate(surpluses(ratings, ranks)):
        pairs = tuple(
            Pair(players[j], score(ranks[i], ranks[j]), expected(ratings[i], ratings[j]))
            for j in range(len(players))
            if j != i
        )
        k = formula.k(games[i])
        after = ratings[i] + k / divisor * surplus
        changes.append(EloChange(players[i], ratings[i], after, games[i], k, divisor, pairs))
    return tuple(changes)


def score(own: int, other: int) -> float:
    """One for the better rank, a half for the same."""
    if own == other:
        return 0.5
    return 1.0 if own < other else 0.0


@dataclass(slots=True)
class Pool:
    """One pool while games are being replayed: figures and numbers of games by the players' slots."""

    values: list[float]
    games: list[int]


def play(pool: Pool, slots: Sequence[int], scored: Sequence[float], steps: Sequence[float]) -> None:
    """Rate a table in a pool, given its slots, what each scored, and what a surplus of one moves (`Formula.steps`)."""
    values, games, settled = pool.values, pool.games, len(steps) - 1
    before = [values[slot] for slot in slots]
    for slot, own, surplus in zip(slots, before, _left([exp(value * SCALE) for value in before], scored), strict=True):
        games[slot] = (n := games[slot]) + 1
        values[slot] = own + steps[n if n < settled else settled] * surplus


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
