"""Pairwise Elo for two to five players: everybody plays everybody else at the table, by final places.

All changes follow from the ratings before the game. With one K for the table they sum to zero.

Loops take twice as long. The tests hold every size to the loop over pairs in `elo.surpluses`, to the last bit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from math import exp, log, sqrt

from arbiter.errors import RatingError

LARGEST_TABLE = 5
SCALE = log(10) / 400  # 400 points of rating are odds of ten to one


class Spread(Enum):
    """By what the sum over a player's opponents is divided."""

    OPPONENTS = "opponents"  # a game weighs the same at every table
    ROOT = "root"  # a game at a large table tells more, though not as much as its pairs would if they were games

    def divisor(self, players: int) -> float:
        """The divisor at a table."""
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
        """K for somebody with so many rated games in the pool."""
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
class Change:
    """A player's change with its arithmetic: `k` over `divisor`, times the sum of score less expectation."""

    player: int
    before: float
    after: float
    games_before: int
    k: float
    divisor: float
    pairs: tuple[Pair, ...]


def strength(rating: float) -> float:
    """10 ** (rating / 400), the odds behind a rating."""
    return exp(rating * SCALE)


def expected(own: float, other: float) -> float:
    """The score expected against one opponent, 1 / (1 + 10 ** ((other - own) / 400)), by the odds of the two."""
    odds = strength(own)
    return odds / (odds + strength(other))


def surpluses(ratings: Sequence[float], ranks: Sequence[int]) -> tuple[float, ...]:
    """For everybody the sum over the opponents of score less expectation; the lower rank wins, equal ranks draw.

    The expectation of each pair is reckoned once and what is left of one goes to the other, so the sum is zero.
    """
    odds, left = [strength(rating) for rating in ratings], list(scores(tuple(ranks)))
    for i, j in combinations(range(len(odds)), 2):
        share = odds[i] / (odds[i] + odds[j])
        left[i] -= share
        left[j] -= 1.0 - share
    return tuple(left)


def scores(ranks: tuple[int, ...]) -> tuple[float, ...]:
    """What everybody scored against all others together."""
    return tuple(sum(score(own, other) for other in ranks) - 0.5 for own in ranks)


def explain(
    players: Sequence[int], ratings: Sequence[float], ranks: Sequence[int], games: Sequence[int], formula: Formula
) -> tuple[Change, ...]:
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
        changes.append(Change(players[i], ratings[i], after, games[i], k, divisor, pairs))
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


Play = Callable[[Pool, Sequence[int], Sequence[float], Sequence[float]], None]
"""Rate a table in a pool, given its slots, what each scored, and what a surplus of one moves (`Formula.steps`)."""


def play_two(pool: Pool, slots: Sequence[int], scored: Sequence[float], steps: Sequence[float]) -> None:
    """A duel."""
    values, games, settled = pool.values, pool.games, len(steps) - 1
    i, j = slots
    own_i, own_j = values[i], values[j]
    a, b = exp(own_i * SCALE), exp(own_j * SCALE)
    ab = a / (a + b)
    games[i] = (n := games[i]) + 1
    values[i] = own_i + steps[n if n < settled else settled] * (scored[0] - ab)
    games[j] = (n := games[j]) + 1
    values[j] = own_j + steps[n if n < settled else settled] * (scored[1] - (1.0 - ab))


def play_three(pool: Pool, slots: Sequence[int], scored: Sequence[float], steps: Sequence[float]) -> None:
    """A table of three."""
    values, games, settled = pool.values, pool.games, len(steps) - 1
    i, j, k = slots
    own_i, own_j, own_k = values[i], values[j], values[k]
    a, b, c = exp(own_i * SCALE), exp(own_j * SCALE), exp(own_k * SCALE)
    ab, ac, bc = a / (a + b), a / (a + c), b / (b + c)
    games[i] = (n := games[i]) + 1
    values[i] = own_i + steps[n if n < settled else settled] * (scored[0] - ab - ac)
    games[j] = (n := games[j]) + 1
    values[j] = own_j + steps[n if n < settled else settled] * (scored[1] - (1.0 - ab) - bc)
    games[k] = (n := games[k]) + 1
    values[k] = own_k + steps[n if n < settled else settled] * (scored[2] - (1.0 - ac) - (1.0 - bc))


def play_four(pool: Pool, slots: Sequence[int], scored: Sequence[float], steps: Sequence[float]) -> None:
    """A table of four."""
    values, games, settled = pool.values, pool.games, len(steps) - 1
    i, j, k, m = slots
    own_i, own_j, own_k, own_m = values[i], values[j], values[k], values[m]
    a, b, c, d = exp(own_i * SCALE), exp(own_j * SCALE), exp(own_k * SCALE), exp(own_m * SCALE)
    ab, ac, ad = a / (a + b), a / (a + c), a / (a + d)
    bc, bd, cd = b / (b + c), b / (b + d), c / (c + d)
    games[i] = (n := games[i]) + 1
    values[i] = own_i + steps[n if n < settled else settled] * (scored[0] - ab - ac - ad)
    games[j] = (n := games[j]) + 1
    values[j] = own_j + steps[n if n < settled else settled] * (scored[1] - (1.0 - ab) - bc - bd)
    games[k] = (n := games[k]) + 1
    values[k] = own_k + steps[n if n < settled else settled] * (scored[2] - (1.0 - ac) - (1.0 - bc) - cd)
    games[m] = (n := games[m]) + 1
    values[m] = own_m + steps[n if n < settled else settled] * (scored[3] - (1.0 - ad) - (1.0 - bd) - (1.0 - cd))


def play_five(pool: Pool, slots: Sequence[int], scored: Sequence[float], steps: Sequence[float]) -> None:
    """A table of five."""
    values, games, settled = pool.values, pool.games, len(steps) - 1
    i, j, k, m, o = slots
    own_i, own_j, own_k, own_m, own_o = values[i], values[j], values[k], values[m], values[o]
    a, b, c, d = exp(own_i * SCALE), exp(own_j * SCALE), exp(own_k * SCALE), exp(own_m * SCALE)
    e = exp(own_o * SCALE)
    ab, ac, ad, ae = a / (a + b), a / (a + c), a / (a + d), a / (a + e)
    bc, bd, be = b / (b + c), b / (b + d), b / (b + e)
    cd, ce, de = c / (c + d), c / (c + e), d / (d + e)
    games[i] = (n := games[i]) + 1
    values[i] = own_i + steps[n if n < settled else settled] * (scored[0] - ab - ac - ad - ae)
    games[j] = (n := games[j]) + 1
    values[j] = own_j + steps[n if n < settled else settled] * (scored[1] - (1.0 - ab) - bc - bd - be)
    games[k] = (n := games[k]) + 1
    values[k] = own_k + steps[n if n < settled else settled] * (scored[2] - (1.0 - ac) - (1.0 - bc) - cd - ce)
    games[m] = (n := games[m]) + 1
    values[m] = own_m + steps[n if n < settled else settled] * (scored[3] - (1.0 - ad) - (1.0 - bd) - (1.0 - cd) - de)
    games[o] = (n := games[o]) + 1
    values[o] = own_o + steps[n if n < settled else settled] * (
        scored[4] - (1.0 - ae) - (1.0 - be) - (1.0 - ce) - (1.0 - de)
    )


PLAYS: dict[int, Play] = {2: play_two, 3: play_three, 4: play_four, 5: play_five}
"""By the number of players."""
