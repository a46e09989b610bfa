"""How good a round is, criterion by criterion, and how far at most from the best there can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np

from arbiter.pairing.tables.costs import Costs, Ints, repeat_costs
from arbiter.pairing.tables.seats import fewest_uneven


@dataclass(frozen=True, slots=True)
class Report:
    """The criteria in descending priority; each bound is proved: no round with these table sizes is below it."""

    together: int  # pairs at one table who were to be kept apart
    other_sizes: int  # tables that are not of the preferred size
    repeats: int  # sum over pairs of 2m-1, m earlier meetings
    repeats_bound: int
    unfairness: int  # sum over players at such tables of earlier such tables
    unfairness_bound: int
    spread: Fraction  # sum over pairs of squared differences of points
    spread_bound: Fraction
    uneven_seats: int  # players whose most frequent and rarest seat are more than one game apart
    uneven_bound: int

    @property
    def is_proved_without_repeats(self) -> bool:
        """Whether repeats are as few as they can be."""
        return self.repeats == self.repeats_bound


def report(costs: Costs, tables: Sequence[Sequence[int]], sizes: tuple[int, ...]) -> Report:
    """Measure seated tables of places."""
    pairs = np.array([pair for table in tables for pair in combinations(table, 2)], dtype=np.int64)
    odd_seats = [place for table in tables if len(table) != costs.seats_in_turn for place in table]
    sat = costs.sat.copy()
    for table in tables:
        for seat, place in enumerate(table):
            sat[place, seat] += 1
    turns = sat[:, : costs.seats_in_turn]
    square, repeats = costs.part**2, repeat_costs(costs.met)
    return Report(
        together=int(costs.apart[pairs[:, 0], pairs[:, 1]].sum()),
        other_sizes=sum(size != costs.seats_in_turn for size in sizes),
        repeats=int(repeats[pairs[:, 0], pairs[:, 1]].sum()),
        repeats_bound=_halved(_cheapest_company(repeats, min(sizes))),
        unfairness=int(costs.odd[odd_seats].sum()),
        unfairness_bound=int(np.sort(costs.odd)[: len(odd_seats)].sum()),
        spread=Fraction(int(costs.spread_of(pairs[:, 0], pairs[:, 1]).sum()), square),
        spread_bound=Fraction(_least_spread(costs, sizes), square),
        uneven_seats=int((turns.max(axis=1) - turns.min(axis=1) > 1).sum()),
        uneven_bound=fewest_uneven(costs.sat, costs.seats_in_turn, sizes),
    )


def _cheapest_company(pair: Ints, smallest: int) -> int:
    """The sum over players of what their cheapest opponents cost, as if everybody could choose them freely."""
    if ((pair == 0).sum(axis=1) >= smallest).all():  # each has enough who cost nothing, himself not counted
        return 0
    free = pair.copy()
    np.fill_diagonal(free, np.iinfo(np.int64).max)
    nearest = np.partition(free, smallest - 2, axis=1)[:, : smallest - 1]
    return int(nearest.sum())


def _halved(twice: int) -> int:
    """Every pair was counted from both sides."""
    return -(-twice // 2)


def _least_spread(costs: Costs, sizes: tuple[int, ...]) -> int:
    """With tables of one size, tables cut from the standings are best; else each player's nearest opponents."""
    places = np.arange(len(costs.points))
    if len(set(sizes)) == 1:
        order = np.argsort(-costs.points, kind="stable").reshape(-1, sizes[0])
        return sum(int(costs.spread_of(order[:, a], order[:, b]).sum()) for a, b in combinations(range(sizes[0]), 2))
    return _halved(_cheapest_company(costs.spread_of(places[:, None], places[None, :]), min(sizes)))
