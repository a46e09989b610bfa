"""Pairwise Elo for two to five players, everybody against everybody else at the table by final places.

All changes follow from the ratings before the game; with one K for the table they sum to zero. Figures stay unrounded until they
are published.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from math import exp, log, sqrt

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
