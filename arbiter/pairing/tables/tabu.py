"""Search for fields of moderate size: tabu search by exchanges of two players, several searches side by side.

A step weighs every exchange of two players of different tables at once and makes the best one that does not bring a
player back to a table left a moment ago, even when it is worse; what is kept is the best arrangement met on the way.

Products of matrices are of whole numbers only: libraries add up in an order that depends on the processor, and with fractions one
machine would pair otherwise than another.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arbiter.pairing.tables.costs import WHOLE, Costs, Ints, Reals, alike

NEVER = np.inf


@dataclass(frozen=True, slots=True)
class Effort:
    """How many searches run side by side, and how many steps each makes."""

    searches: int
    steps: int

    @classmethod
    def for_players(cls, players: int) -> Effort:
        """What keeps a round within a fraction of a second: the work of a step grows with the square of the field."""
        searches = max(4, min(96, 40_000 // (players * players)))
        return cls(searches, max(150, min(250, 40 * players)))


@dataclass(frozen=True, slots=True)
class Weights:
    """All criteria in one number: the cost of each pair at one table, in whole numbers, how much the two lack the same seats (also
    whole), what that weighs, and the cost of each player at each table by himself.

    `pair` and `stay` may have a first axis with one layer for each search.
    """

    pair: Reals
    alike: Reals
    guide: float
    stay: Reals

    @classmethod
    def of(cls, costs: Costs, sizes: tuple[int, ...], points: Ints, guide: float) -> Weights:
        """The weights when the players have these points, in parts of a point; `guide` keeps those apart who lack the same seat."""
        repeats, fairness = costs.weights(points)
        lacking = costs.lacking()
        pair: Reals = repeats * costs.repeats + (points[..., :, None] - points[..., None, :]) ** 2
        same = alike(lacking[:, None, :], lacking[None, :, :]).astype(np.float64)
        everybody = np.arange(points.shape[-1])
        pair[..., everybody, everybody] = 0.0
        same[everybody, everybody] = 0.0
        stay: Reals = (fairness * costs.odd[:, None] * costs.other_size(sizes)).astype(np.float64)
        return cls(pair, same, guide / WHOLE, stay)

    @property
    def together(self) -> Reals:
        """The whole cost of each pair at one table."""
        return self.pair + self.guide * self.alike if self.guide else self.pair

    def beside(self, sits: Reals) -> Reals:
        """What the company of each table costs each player: search, player, table."""
        found: Reals = self.pair @ sits
        return found + self.guide * (self.alike @ sits) if self.guide else found

    def total(self, at: Ints) -> Reals:
        """The cost of whole arrangements, a row each."""
        same = at[:, :, None] == at[:, None, :]
        found: Reals = (self.together * same).sum(axis=(1, 2)) / 2 + _picked(self.stay, at).sum(axis=1)
        return found


def search(weights: Weights, starts: Ints, steps: int, chance: np.random.Generator) -> Ints:
    """The best arrangement each search found, the table of each player in a row; `starts` are where they begin."""
    searches, count = starts.shape
    tables = weights.stay.shape[-1]
    at = starts.copy()
    rows, together = np.arange(searches), weights.together
    closed = np.zeros((searches, count, tables), dtype=np.int64)
    best, best_cost = at.copy(), np.full(searches, NEVER)
    for step in range(steps):
        sits = (at[:, :, None] == np.arange(tables)).astype(np.float64)  # search, player, table
        cost_at = weights.beside(sits) + weights.stay
        now = _picked(cost_at, at)
        total = (now + _picked(weights.stay, at)).sum(axis=1) / 2  # pairs were counted from both sides
        better = total < best_cost
        best[better], best_cost[better] = at[better], total[better]
        # what it costs one to take the other's place
        moved = cost_at @ sits.transpose(0, 2, 1) - together - now[:, :, None]
        change = moved + moved.transpose(0, 2, 1)
        back = np.take_along_axis(closed, np.broadcast_to(at[:, None, :], change.shape), axis=2) > step
        forbidden = (back | back.transpose(0, 2, 1)) & (total[:, None, None] + change >= best_cost[:, None, None])
        same = at[:, :, None] == at[:, None, :]
        change[same | forbidden] = NEVER
        pick = change.reshape(searches, -1).argmin(axis=1)
        one, other = pick // count, pick % count
        tenure = step + 1 + chance.integers(2, 3 + min(10, count // 2), size=searches)
        closed[rows, one, at[rows, one]] = tenure
        closed[rows, other, at[rows, other]] = tenure
        at[rows, one], at[rows, other] = at[rows, other], at[rows, one]
    return best


def _picked(by_table: Reals, at: Ints) -> Reals:
    """Of a number for every player and table the one for the table where he sits; a row for each arrangement."""
    layers = np.broadcast_to(by_table, (len(at), *by_table.shape[-2:]))
    found: Reals = np.take_along_axis(layers, at[:, :, None], axis=2)[:, :, 0]
    return found
