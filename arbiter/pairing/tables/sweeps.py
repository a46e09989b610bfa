"""Search for large fields: sweeps that weigh exchanges between nearby tables and make many of them at once.

Tables follow the standings, so good exchanges are near. A sweep weighs every exchange with the next tables, makes the
best ones that touch no common table, and repeats; when nothing is left to gain, the reach grows as long as somebody
meets an earlier opponent.
"""

from __future__ import annotations

import numpy as np

from arbiter.pairing.tables.costs import WHOLE, Bools, Costs, Ints, Reals, products, sixtieths

REACH = 6
"""Tables to either side with which players are exchanged at first."""

SWEEPS = 40


def search(costs: Costs, start: Ints, sizes: tuple[int, ...]) -> Ints:
    """The table of each player after the sweeps; `start` is the table of each player before."""
    others = costs.other_size(sizes)
    grid = _grid(start, sizes)
    reach = min(REACH, len(sizes) - 1)
    for _ in range(SWEEPS):
        done = _sweep(costs, grid, reach, others)
        if not done:
            if reach == len(sizes) - 1 or not _repeats(costs, grid):
                break
            reach = min(4 * reach, len(sizes) - 1)
    at = np.empty_like(start)
    table, seat = np.nonzero(grid >= 0)
    at[grid[table, seat]] = table
    return at


def _grid(at: Ints, sizes: tuple[int, ...]) -> Ints:
    """Players by table, a row each, empty chairs -1."""
    grid = np.full((len(sizes), max(sizes)), -1, dtype=np.int64)
    order = np.argsort(at, kind="stable")
    starts = np.cumsum((0, *sizes))
    for table, size in enumerate(sizes):
        grid[table, :size] = order[starts[table] : starts[table] + size]
    return grid


def _repeats(costs: Costs, grid: Ints) -> bool:
    pairs = costs.repeats[grid[:, :, None], grid[:, None, :]]
    there = (grid >= 0)[:, :, None] & (grid >= 0)[:, None, :]
    return bool((pairs * there * ~np.eye(grid.shape[1], dtype=bool)).any())


def _sweep(costs: Costs, grid: Ints, reach: int, others: Bools) -> int:
    """Weigh exchanges of each chair with each chair of the next `reach` tables and make those that gain."""
    tables, chairs = grid.shape
    steps = np.arange(1, reach + 1)
    weight = _Weight(costs, grid, others)
    home = weight.of_player_at(grid, np.arange(tables)[:, None])  # table, chair
    there = (np.arange(tables)[:, None] + steps) % tables  # table, step
    wraps = np.arange(tables)[:, None] + steps >= tables
    out = weight.of_player_at(grid[:, None, :], there[:, :, None])  # table, step, chair
    visitors = grid[there]  # table, step, chair
    back = weight.of_player_at(visitors, np.arange(tables)[:, None, None])
    pair = weight.pair(grid[:, None, :, None], visitors[:, :, None, :])
    change = out[:, :, :, None] + back[:, :, None, :] - 2 * pair - home[:, None, :, None] - home[there][:, :, None, :]
    empty = (grid[:, None, :, None] < 0) | (visitors[:, :, None, :] < 0) | wraps[:, :, None, None]
    change[empty] = 0.0
    gains = np.flatnonzero(change.ravel() < -1e-9)
    touched = np.zeros(tables, dtype=bool)
    done = 0
    for place in gains[np.argsort(change.ravel()[gains], kind="stable")].tolist():
        table, rest = divmod(place, reach * chairs * chairs)
        step, rest = divmod(rest, chairs * chairs)
        chair, seat = divmod(rest, chairs)
        other = int(there[table, step])
        if not touched[table] and not touched[other]:
            grid[table, chair], grid[other, seat] = grid[other, seat], grid[table, chair]
            touched[table] = touched[other] = True
            done += 1
    return done


class _Weight:
    """Costs looked up for arrays of players; an empty chair (-1) costs nothing."""

    def __init__(self, costs: Costs, grid: Ints, others: Bools) -> None:
        self.costs, self.grid, self.others = costs, grid, others
        self.repeats, self.fairness = costs.weights(costs.points)
        self.lacking = sixtieths(costs.lacking())

    def pair(self, one: Ints, other: Ints) -> Reals:
        """The cost of two players at one table."""
        costs = self.costs
        cost: Reals = (self.repeats * costs.repeats[one, other] + costs.spread_of(one, other)).astype(np.float64)
        cost += costs.guide / WHOLE * products(self.lacking[one], self.lacking[other])
        cost[(one == other) | (one < 0) | (other < 0)] = 0.0
        return cost

    def of_player_at(self, players: Ints, tables: Ints) -> Reals:
        """The cost of a player at a table, beside those who sit there now, himself not counted."""
        beside = self.grid[tables]  # …, chair
        company = self.pair(players[..., None], beside).sum(axis=-1)
        cost: Reals = np.asarray(
            company + self.fairness * self.costs.odd[players] * self.others[tables], dtype=np.float64
        )
        return cost
