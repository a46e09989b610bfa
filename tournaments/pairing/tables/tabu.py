"""Search for fields of moderate size: tabu search by exchanges of two players, several searches side by side.

A step weighs every exchange of two players of different tables at once and makes the best one that does not bring a
player back to a table left a moment ago, even when it is worse; what is kept is the best arrangement met on the way.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tournaments.pairing.tables.costs import Costs, Ints, Reals

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


def pair_costs(costs: Costs, seats: int) -> Reals:
    """The cost of each pair at one table, all criteria in one number."""
    repeats, _, guide = costs.weights(seats)
    spread = (costs.points[:, None] - costs.points[None, :]) ** 2
    lacking = costs.lacking()
    found: Reals = repeats * costs.repeats + spread + guide * (lacking @ lacking.T)
    np.fill_diagonal(found, 0.0)
    return found


def search(costs: Costs, starts: Ints, other_size: npt.NDArray[np.bool_], effort: Effort, seed: int) -> Ints:
    """The best arrangement found: the table of each player.

    `starts` are arrangements to begin with, one a row; `other_size` says which tables are not of the preferred size.
    """
    count, tables = starts.shape[1], len(other_size)
    pair = pair_costs(costs, count)
    _, fairness, _ = costs.weights(count)
    stay: Reals = (fairness * costs.odd[:, None] * other_size[None, :]).astype(np.float64)
    chance = np.random.default_rng(seed)
    at = starts.copy()
    rows = np.arange(len(at))
    closed = np.zeros((len(at), count, tables), dtype=np.int64)
    best, best_cost = at.copy(), np.full(len(at), NEVER)
    for step in range(effort.steps):
        sits = (at[:, :, None] == np.arange(tables)).astype(np.float64)  # search, player, table
        cost_at = pair @ sits + stay
        now = np.take_along_axis(cost_at, at[:, :, None], axis=2)[:, :, 0]
        total = _total(now, stay, at)
        better = total < best_cost
        best[better], best_cost[better] = at[better], total[better]
        moved = (
            cost_at @ sits.transpose(0, 2, 1) - pair - now[:, :, None]
        )  # what it costs one to take the other's place
        change = moved + moved.transpose(0, 2, 1)
        back = np.take_along_axis(closed, np.broadcast_to(at[:, None, :], change.shape), axis=2) > step
        forbidden = (back | back.transpose(0, 2, 1)) & (total[:, None, None] + change >= best_cost[:, None, None])
        same = at[:, :, None] == at[:, None, :]
        change[same | forbidden] = NEVER
        pick = change.reshape(len(at), -1).argmin(axis=1)
        one, other = pick // count, pick % count
        tenure = step + 1 + chance.integers(2, 3 + min(10, count // 2), size=len(at))
        closed[rows, one, at[rows, one]] = tenure
        closed[rows, other, at[rows, other]] = tenure
        at[rows, one], at[rows, other] = at[rows, other], at[rows, one]
    found: Ints = best[int(best_cost.argmin())]
    return found


def _total(now: Reals, stay: Reals, at: Ints) -> Reals:
    """The cost of whole arrangements: pairs were counted from both sides, players at tables of other sizes once."""
    alone = stay[np.arange(at.shape[1])[None, :], at].sum(axis=1)
    total: Reals = (now.sum(axis=1) - alone) / 2 + alone
    return total
