"""Pairing a round at tables: byes, sizes, company, seats."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tournaments.pairing.tables.company import company
from tournaments.pairing.tables.costs import Costs
from tournaments.pairing.tables.field import Field, Player
from tournaments.pairing.tables.report import Report, report
from tournaments.pairing.tables.seating import seated


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
    tables = seated(costs, at, sizes, field.price_of_seat, chance)
    return TableRound(
        tables=tuple(tuple(players[place].number for place in table) for table in tables),
        byes=byes,
        report=report(costs, tables, sizes),
    )


def bye_players(field: Field, count: int, chance: np.random.Generator) -> tuple[int, ...]:
    """Who has a bye: the fewest byes before, then the fewest points, then by lot, drawn in the order of numbers."""
    by_number = sorted(field.players, key=lambda player: player.number)
    lots = chance.permutation(len(by_number)).tolist()
    order = sorted(range(len(lots)), key=lambda i: (by_number[i].byes, by_number[i].points, lots[i]))
    return tuple(sorted(by_number[place].number for place in order[:count]))


def in_order(players: list[Player], chance: np.random.Generator) -> list[Player]:
    """The standings: most points first, equal ones by lot."""
    by_number = sorted(players, key=lambda player: player.number)
    lots = chance.permutation(len(by_number)).tolist()
    return [by_number[i] for i in sorted(range(len(by_number)), key=lambda i: (-by_number[i].points, lots[i]))]
