"""Who sits with whom: searches for the best company, first for its own sake, then for what seats may cost."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from arbiter.pairing.tables import sweeps, tabu
from arbiter.pairing.tables.costs import SMALL, Costs, Ints
from arbiter.pairing.tables.exchange import even_out
from arbiter.pairing.tables.seats import UNEVEN, seat_costs, seats_missed

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
        swept = sweeps.search(costs, start, sizes)
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
    """What even seats of one player may cost beyond the spread of the best company."""
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
    effort = tabu.Effort.for_players(count)
    starts = [start]
    order = np.argsort(start, kind="stable")
    for search in range(1, effort.searches):
        shake = count * search / effort.searches
        shaken = np.empty_like(start)
        shaken[order] = start[order][np.argsort(np.argsort(np.arange(count) + shake * chance.random(count)))]
        starts.append(shaken)
    return tabu.search(tabu.Weights.of(costs, sizes, costs.points, guide), np.array(starts), effort.steps, chance)
