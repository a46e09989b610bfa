"""Practice games that were continued from a position of another game: `Game.start` holds where, and the deal written out.

So such a game, too, is its deal and its moves: its log begins with the moves of the other game, and the deal differs from that of
the other one in the cards that still lay in the piles. The column is as secret as a secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import engine


@dataclass(frozen=True, slots=True)
class Origin:
    """The position after `ply` moves of the game with this number."""

    game: int
    ply: int


def origin_of(start: Mapping[str, Any] | None) -> Origin | None:
    return None if start is None else Origin(start["game"], start["ply"])


def deal_of(start: Mapping[str, Any]) -> engine.Deal:
    piles, draws = (tuple((name, tuple(order)) for name, order in start[what]) for what in ("piles", "draws"))
    return engine.Deal(piles, tuple((name, seat) for name, seat in start["tokens"]), draws)


def start_of(origin: Origin, deal: engine.Deal) -> dict[str, Any]:
    """Lists of pairs, because a database may keep the fields of an object in another order."""
    return {"game": origin.game, "ply": origin.ply, "piles": deal.piles, "tokens": deal.tokens, "draws": deal.draws}
