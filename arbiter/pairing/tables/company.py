"""Who sits with whom: searches for the best company, for small fields and for large ones.

Tables follow the standings, so good exchanges are near. A sweep weighs every exchange with the next tables, makes the
best ones that touch no common table, and repeats; when nothing is left to gain, the reach grows as long as somebody
meets an earlier opponent.

A step weighs every exchange of two players of different tables at once and makes the best one that does not bring a
player back to a table left a moment ago, even when it is worse; what is kept is the best arrangement met on the way.

Products of matrices are of whole numbers only: libraries add up in an order that depends on the processor, and with fractions one
machine would pair otherwise than another.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from arbiter.pairing.tables.field import SMALL, WHOLE, Bools, Costs, Ints, Reals, alike, products, sixtieths
from arbiter.pairing.tables.seats import UNEVEN, even_out, seat_costs, seats_missed

REACH = 6
"""Tables to either side with which players are exchanged at first."""

SWEEPS = 40


def search_by_sweeps(costs: Costs, start: Ints, sizes: tuple[int, ...]) -> Ints:
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
        costs = self.costs
        cost: Reals = (self.repeats * costs.repeats[one, other] + costs.spread_of(one, other)).astype(np.float64)
        cost += costs.guide / WHOLE * products(self.lacking[one], self.lacking[other])
        cost[(one == other) | (one < 0) | (other < 0)] = 0.0
        return cost

    def of_player_at(self, players: Ints, tables: Ints) -> Reals:
        """The cost of a player at a table, beside the others who sit there now."""
        beside = self.grid[tables]  # …, chair
        company = self.pair(players[..., None], beside).sum(axis=-1)
        cost: Reals = np.asarray(
            company + self.fairness * self.costs.odd[players] * self.others[tables], dtype=np.float64
        )
        return cost


NEVER = np.inf


@dataclass(frozen=True, slots=True)
class Effort:
    """How many searches run side by side, and how many steps each makes."""

    searches: int
    steps: int

    @classmethod
    def for_players(cls, players: int) -> "Effort":
        """What keeps a round within a fraction of a second: the work of a step grows with the square of the field."""
        searches = max(4, min(96, 40_000 // (players * players)))
        return cls(searches, max(150, min(250, 40 * players)))


@dataclass(frozen=True, slots=True)
class Weights:
    """All criteria in one number: the cost of each pair at one table, in whole numbers, how much the two lack the same seats (also
    whole), what that weighs, and the cost of each player alone at each table.

    `pair` and `stay` may have a first axis with one layer for each search.
    """

    pair: Reals
    alike: Reals
    guide: float
    stay: Reals

    @classmethod
    def of(cls, costs: Costs, sizes: tuple[int, ...], points: Ints, guide: float) -> "Weights":
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
        return self.pair + self.guide * self.alike if self.guide else self.pair

    def beside(self, sits: Reals) -> Reals:
        """What the company of each table costs each player: search, player, table."""
        found: Reals = self.pair @ sits
        return found + self.guide * (self.alike @ sits) if self.guide else found

    def total(self, at: Ints) -> Reals:
        same = at[:, :, None] == at[:, None, :]
        found: Reals = (self.together * same).sum(axis=(1, 2)) / 2 + _picked(self.stay, at).sum(axis=1)
        return found


def search_by_tabu(weights: Weights, starts: Ints, steps: int, chance: np.random.Generator) -> Ints:
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
    """Of a number for every player and table the one for the player's own table; a row for each arrangement."""
    layers = np.broadcast_to(by_table, (len(at), *by_table.shape[-2:]))
    found: Reals = np.take_along_axis(layers, at[:, :, None], axis=2)[:, :, 0]
    return found


MODERATE = 120
"""Up to so many players every exchange is weighed at every step; above, those between nearby tables."""

ZEAL = (4.0, 2.0)
"""How dear two players who lack the same seat are at one table, against the price of a seat; tried in turn."""


def company(costs: Costs, sizes: tuple[int, ...], price: Fraction, chance: np.random.Generator) -> Ints:
    """The table of each player: repeats, fairness and spread alone, then seats for what they may cost in spread."""
    start: Ints = np.repeat(np.arange(len(sizes)), sizes)
    if len(sizes) == 1:
        return start
    worth = float(price) * costs.part**2
    if len(start) > MODERATE:
        swept = search_by_sweeps(costs, start, sizes)
        return even_out(costs, swept, sizes, worth, _worth(costs, worth, swept, sizes))
    found = _searches(costs, start, sizes, costs.guide, chance)
    rank = _ranking(costs, found, sizes, 0.0)
    level = _worth(costs, worth, found[rank[0]], sizes)
    for zeal in ZEAL if level else ():
        if not uneven_seats(costs, found[rank[:1]], sizes)[0]:
            break
        more = _searches(costs, found[rank[0]], sizes, zeal * level, chance)
        found = np.concatenate((found[rank], more))
        rank = _ranking(costs, found, sizes, level)
    elsewhere = level if len(start) <= SMALL else worth
    return even_out(costs, found[rank[0]], sizes, elsewhere, level)


def _worth(costs: Costs, worth: float, best: Ints, sizes: tuple[int, ...]) -> float:
    least = costs.of(best[None], sizes).spread.astype(np.float64)
    return float(costs.worth_of_seat(worth, least)[0])


def _ranking(costs: Costs, found: Ints, sizes: tuple[int, ...], worth: float) -> Ints:
    """Arrangements from the best to the worst, given what a player's even seats are worth in spread."""
    cost, uneven = costs.of(found, sizes), uneven_seats(costs, found, sizes)
    rank: Ints = np.lexsort((uneven, cost.spread + worth * uneven, cost.unfairness, cost.repeats))
    return rank


def uneven_seats(costs: Costs, found: Ints, sizes: tuple[int, ...]) -> Ints:
    """How many players each arrangement would leave with seats more than one game apart, seated as well as can be."""
    good = seat_costs(costs.sat, costs.seats_in_turn) < UNEVEN
    rows, ends = np.argsort(found, axis=1, kind="stable"), np.cumsum(sizes).tolist()
    tables = [rows[:, end - size : end] for size, end in zip(sizes, ends, strict=True)]
    missed: Ints = np.sum([seats_missed(good, table) for table in tables], axis=0)
    return missed


def _searches(costs: Costs, start: Ints, sizes: tuple[int, ...], guide: float, chance: np.random.Generator) -> Ints:
    """What searches from an arrangement and from more and more shaken ones find; the last ones begin by lot."""
    count = len(start)
    effort = Effort.for_players(count)
    starts = [start]
    order = np.argsort(start, kind="stable")
    for search in range(1, effort.searches):
        shake = count * search / effort.searches
        shaken = np.empty_like(start)
        shaken[order] = start[order][np.argsort(np.argsort(np.arange(count) + shake * chance.random(count)))]
        starts.append(shaken)
    return search_by_tabu(Weights.of(costs, sizes, costs.points, guide), np.array(starts), effort.steps, chance)
