"""Pairing a round at tables: byes, sizes, company, seats."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from tournaments.pairing.tables import sweeps, tabu
from tournaments.pairing.tables.costs import Costs, Ints
from tournaments.pairing.tables.exchange import even_out, uneven_seats
from tournaments.pairing.tables.field import Field, Player
from tournaments.pairing.tables.report import Report, report
from tournaments.pairing.tables.seating import seated

MODERATE = 120
"""Up to so many players every exchange is weighed at every step; above, those between nearby tables."""

ZEAL = (2.0, 1.0)
"""How dear two players who lack the same seat are at one table, against the price of a seat; tried in turn."""


@dataclass(frozen=True, slots=True)
class TableRound:
    """A round: tables of numbers in the order of their seats, the highest table first, byes, and how good it is."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    report: Report


def pair_tables(field: Field) -> TableRound:
    """Tables for the next round. Raises TableSizeError when there are too few players for a table.

    The same field gives the same round; chance, where nothing else decides, comes from the field's seed.
    """
    sizes = field.sizes.of(len(field.players))
    chance = np.random.default_rng(field.seed)
    byes = bye_players(field, len(field.players) - sum(sizes), chance)
    players = in_order([player for player in field.players if player.number not in byes], chance)
    costs = Costs(field, players, sizes)
    at = company(costs, sizes, field.price_of_seat, chance)
    tables = seated(costs, at, sizes, chance)
    return TableRound(
        tables=tuple(tuple(players[place].number for place in table) for table in tables),
        byes=byes,
        report=report(costs, tables, sizes),
    )


def bye_players(field: Field, count: int, chance: np.random.Generator) -> tuple[int, ...]:
    """Who has a bye: the fewest byes before, then the fewest points, then by lot."""
    lots = chance.permutation(len(field.players)).tolist()
    order = sorted(range(len(lots)), key=lambda i: (field.players[i].byes, field.players[i].points, lots[i]))
    return tuple(sorted(field.players[place].number for place in order[:count]))


def in_order(players: list[Player], chance: np.random.Generator) -> list[Player]:
    """The standings: most points first, equal ones by lot."""
    by_number = sorted(players, key=lambda player: player.number)
    lots = chance.permutation(len(by_number)).tolist()
    return [by_number[i] for i in sorted(range(len(by_number)), key=lambda i: (-by_number[i].points, lots[i]))]


def company(costs: Costs, sizes: tuple[int, ...], price: Fraction, chance: np.random.Generator) -> Ints:
    """The table of each player: repeats, fairness and spread alone, then seats for what they may cost in spread."""
    start: Ints = np.repeat(np.arange(len(sizes)), sizes)
    if len(sizes) == 1:
        return start
    found = _search(costs, start, sizes, chance)
    if not costs.sat.any():
        return found
    if price and len(start) <= MODERATE:
        found = _guided(costs, found, sizes, price, chance)
    return even_out(costs, found, sizes, price)


def _guided(costs: Costs, found: Ints, sizes: tuple[int, ...], price: Fraction, chance: np.random.Generator) -> Ints:
    """Search once more with players who lack the same seat kept apart; the first result worth its price."""
    best, uneven = costs.of(found, sizes), uneven_seats(costs, found, sizes)
    for zeal in ZEAL if uneven else ():
        costs.guide = zeal * float(price) * costs.part**2
        guided = _search(costs, found, sizes, chance)
        cost, relieved = costs.of(guided, sizes), uneven - uneven_seats(costs, guided, sizes)
        same = (cost.repeats, cost.unfairness) == (best.repeats, best.unfairness)
        if same and relieved >= 0 and cost.spread - best.spread <= price * relieved * costs.part**2:
            return guided
    return found


def _search(costs: Costs, start: Ints, sizes: tuple[int, ...], chance: np.random.Generator) -> Ints:
    count = len(start)
    if count > MODERATE:
        return sweeps.search(costs, start, sizes)
    effort = tabu.Effort.for_players(count)
    starts = [start]
    order = np.argsort(start, kind="stable")
    for search in range(1, effort.searches):
        # the arrangement so far, more and more shaken; the last ones are plain lots
        shake = count * search / effort.searches
        shaken = np.empty_like(start)
        shaken[order] = start[order][np.argsort(np.argsort(np.arange(count) + shake * chance.random(count)))]
        starts.append(shaken)
    others = np.array([size != costs.seats_in_turn for size in sizes])
    return tabu.search(costs, np.array(starts), others, effort, int(chance.integers(2**31)))
