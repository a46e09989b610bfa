"""What a finished game came to, as stored with the game and written into its record, and the proof of its deal."""

from typing import TypedDict

import engine
from engine.record import Chance, Ended, Proven, WrittenOut
from games.play.positions import Play
from games.play.starts import proven_by, record_in


class SeatResult(TypedDict):
    seat: int
    points: int
    rubles: int
    rank: int
    winner: bool


class GameResult(TypedDict):
    ended: Ended
    seats: list[SeatResult]


def result_of(state: engine.State) -> GameResult:
    return {
        "ended": "played out",
        "seats": [
            {
                "seat": score.seat,
                "points": score.total,
                "rubles": score.rubles[2],
                "rank": score.rank,
                "winner": score.winner,
            }
            for score in engine.final_scores(state)
        ],
    }


def result_as_it_stands(state: engine.State, players: int, ended: Ended) -> GameResult:
    """The result of a game that ended before its end: the points and rubles of the moment, without a final scoring."""
    standing = [(state.points(seat), state.rubles(seat)) for seat in range(players)]
    return {
        "ended": ended,
        "seats": [
            {
                "seat": seat,
                "points": own[0],
                "rubles": own[1],
                "rank": 1 + sum(other > own for other in standing),
                "winner": own == max(standing),
            }
            for seat, own in enumerate(standing)
        ],
    }


def proof_of(play: Play) -> Proven | None:
    """The secret and what follows from it (docs/deals.md); None as long as nobody may know it: while the game runs, while its deal
    is not released, and where an app has closed the game."""
    game = play.game
    if not game.is_finished or game.is_closed or game.start is not None:
        return None
    return proven_by(game) if game.deal is None or game.deal.is_released else None


def chance_of(play: Play) -> Chance | None:
    """What a record says of the deal: its proof, or the piles of a game that was continued from another, which nobody bound
    themselves to. An imported game has that of its record. None as long as nobody may know it."""
    if (record := record_in(play.game.start)) is not None:
        return record.chance
    if play.game.start is not None and play.game.is_finished and not play.game.is_closed:
        return WrittenOut(play.deal)
    return proof_of(play)
