"""A round at tables found in a moment, for forecasts: company as the sweeps of large fields find it, seats left aside."""

from __future__ import annotations

import numpy as np

from arbiter.pairing.tables import company
from arbiter.pairing.tables.costs import Costs
from arbiter.pairing.tables.field import Field
from arbiter.pairing.tables.rounds import Table, bye_players, in_order


def quick_tables(field: Field) -> tuple[tuple[Table, ...], tuple[int, ...]]:
    """Tables and byes, with the same byes and sizes as `pair_tables` and about as few repeats. Errors as there."""
    chance = np.random.default_rng(field.seed)
    sizes = field.sizes.of(len(field.players))
    byes = bye_players(field.players, len(field.players) - sum(sizes), chance)
    players = in_order([player for player in field.players if player.number not in byes], chance)
    at = np.repeat(np.arange(len(sizes)), sizes)
    if len(sizes) > 1:
        at = company.search_by_sweeps(Costs(field, players, sizes), at, sizes)
    tables = [tuple(players[place].number for place in np.flatnonzero(at == table)) for table in range(len(sizes))]
    return tuple(tables), byes
