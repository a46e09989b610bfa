"""Games that did not begin here with a secret of their own. Practice games were continued from a position of another game: then
`Game.start` holds where, and the deal written out. Imported games have no log: `Game.start` holds their record.

So such a game, too, is its deal and its moves: its log begins with the moves of the other game, and the deal differs from that of
the other one in the cards that still lay in the piles. The column is as secret as a secret.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import engine
from engine.record import Beacon, Contribution, Proven, Record, from_record
from games.models import Game
from games.models.log import PlainRow, RowKind


@dataclass(frozen=True, slots=True)
class Origin:
    """The position after `ply` moves of the game with this number."""

    game: int
    ply: int


def origin_of(start: Mapping[str, Any]) -> Origin | None:
    return None if "record" in start else Origin(start["game"], start["ply"])


MOVE = ("number", "seat", "text", "source")


def record_in(start: Mapping[str, Any] | None) -> Record | None:
    """The record of an imported game."""
    if start is None or "record" not in start:
        return None
    record = start["record"]
    moves = [dict(zip(MOVE, (number, *one), strict=True)) for number, one in enumerate(record["moves"], start=1)]
    return from_record(record | {"moves": moves})


def start_from(record: Record) -> dict[str, Any]:
    """An imported game. Of its moves the names of the fields are left out, which would be most of it."""
    return {"record": record.to_json() | {"moves": [[one.seat, one.text, one.source] for one in record.moves]}}


def rows_of(record: Record, at: datetime) -> list[PlainRow]:
    """The moves of an imported game as the rows of a log that was written at once."""
    return [
        PlainRow(one.number, one.number, RowKind.MOVE.value, one.number, one.seat, one.text, one.source, at)
        for one in record.moves
    ]


def contributions_to(game: Game) -> tuple[Contribution, ...] | None:
    """What the players contributed to the deal, in the order of joining; None where the server's secret alone decides it."""
    if game.contributions is None:
        return None
    return tuple(Contribution(shut or None, bytes.fromhex(opened) or None) for shut, opened in game.contributions)


def beacon_of(game: Game) -> Beacon | None:
    """The public round that goes into the deal; its value is None where it is not known yet, or was not available."""
    if game.beacon is None:
        return None
    told = game.beacon["signature"]
    return Beacon.of(game.beacon["address"], game.beacon["round"], told and bytes.fromhex(told))


def proven_by(game: Game) -> Proven:
    """All that the deal of a game follows from which began here; nobody else may know it before the end."""
    if game.deal is not None:
        return Proven.of(bytes(game.deal.secret), game.deal.deal_id, is_shared=True)
    return Proven.of(
        bytes(game.secret),
        str(game.pk),
        seats_given=game.seats_given,
        contributions=contributions_to(game),
        beacon=beacon_of(game),
    )


def proof_of(game: Game) -> Proven | None:
    """The secret and what follows from it (docs/deals.md); None as long as nobody may know it: while the game runs, while its deal
    is not released, and where an app has closed the game."""
    if not game.is_finished or game.is_closed or game.start is not None:
        return None
    return proven_by(game) if game.deal is None or game.deal.is_released else None


def joined_seats(game: Game) -> list[int]:
    """The seats of the players in the order in which they joined the table."""
    drawn = engine.seating(proven_by(game).seed, game.players)
    return [drawn.index(place) for place in range(game.players)]


def deal_of(start: Mapping[str, Any]) -> engine.Deal:
    if (record := record_in(start)) is not None:
        return record.deal
    piles, draws = (tuple((name, tuple(order)) for name, order in start[what]) for what in ("piles", "draws"))
    return engine.Deal(piles, tuple((name, seat) for name, seat in start["tokens"]), draws)


def start_of(origin: Origin, deal: engine.Deal) -> dict[str, Any]:
    """Lists of pairs, because a database may keep the fields of an object in another order."""
    return {"game": origin.game, "ply": origin.ply, "piles": deal.piles, "tokens": deal.tokens, "draws": deal.draws}
