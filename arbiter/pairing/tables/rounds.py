"""Pairing a round at tables: byes, sizes, company, seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from arbiter.pairing.tables.company import company
from arbiter.pairing.tables.costs import Costs
from arbiter.pairing.tables.field import Field, Player
from arbiter.pairing.tables.report import Report, report
from arbiter.pairing.tables.seating import seated

Table = tuple[int, ...]
"""Players by number in the order of their seats."""


@dataclass(frozen=True, slots=True)
class TableRound:
    """A round: tables of numbers in the order of their seats, the highest table first, byes, and how good it is."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    report: Report


def pair_tables(field: Field) -> TableRound:
    """Tables for the next round. Raises TableSizeError when those who are at no fixed table are too few for one.

    The same field gives the same round; chance, where nothing else decides, comes from the field's seed.
    """
    standing = {number for table in field.fixed for number in table}
    free = tuple(player for player in field.players if player.number not in standing)
    chance = np.random.default_rng(field.seed)
    sizes = field.sizes.of(len(free)) if free or not standing else ()
    byes = bye_players(free, len(free) - sum(sizes), chance)
    found = _tables(field, in_order([player for player in free if player.number not in byes], chance), sizes, chance)
    return _round(field, (*field.fixed, *found), byes)


def _tables(field: Field, players: list[Player], sizes: tuple[int, ...], chance: np.random.Generator) -> list[Table]:
    """The players at tables of these sizes."""
    if not sizes:
        return []
    costs = Costs(field, players, sizes)
    at = company(costs, sizes, field.price_of_seat, chance)
    tables = seated(costs, at, sizes, field.price_of_seat, chance)
    return [tuple(players[place].number for place in table) for table in tables]


def _round(field: Field, tables: Sequence[Table], byes: tuple[int, ...]) -> TableRound:
    """The round with its report, the table with the most points a player first."""
    players = [player for player in field.players if player.number not in byes]
    place = {player.number: index for index, player in enumerate(players)}
    points = {player.number: Fraction(player.points) for player in players}
    if field.fixed:
        tables = sorted(tables, key=lambda table: -sum(points[number] for number in table) / len(table))
    sizes = tuple(map(len, tables))
    placed = [[place[number] for number in table] for table in tables]
    return TableRound(tuple(tables), byes, report(Costs(field, players, sizes), placed, sizes))


def bye_players(players: Sequence[Player], count: int, chance: np.random.Generator) -> tuple[int, ...]:
    """Who has a bye: the fewest byes before, then the fewest points, then by lot, drawn in the order of numbers."""
    by_number = sorted(players, key=lambda player: player.number)
    lots = chance.permutation(len(by_number)).tolist()
    order = sorted(range(len(lots)), key=lambda i: (by_number[i].byes, by_number[i].points, lots[i]))
    return tuple(sorted(by_number[place].number for place in order[:count]))


def in_order(players: list[Player], chance: np.random.Generator) -> list[Player]:
    """The standings: most points first, equal ones by lot."""
    by_number = sorted(players, key=lambda player: player.number)
    lots = chance.permutation(len(by_number)).tolist()
    return [by_number[i] for i in sorted(range(len(by_number)), key=lambda i: (-by_number[i].points, lots[i]))]
