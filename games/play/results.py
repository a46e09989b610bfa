"""What a finished game came to, as stored with the game and written into its record, and what that says of the deal."""

from typing import TypedDict

import engine
from engine.record import Chance, Ended, WrittenOut
from games.play.positions import Play
from games.play.starts import proof_of, record_in


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


def chance_of(play: Play) -> Chance | None:
    """What a record says of the deal: its proof, or the piles of a game that was continued from another, which nobody bound
    themselves to. An imported game has that of its record. None as long as nobody may know it."""
    if (record := record_in(play.game.start)) is not None:
        return record.chance
    if play.game.start is not None and play.game.is_finished and not play.game.is_closed:
        return WrittenOut(play.deal)
    return proof_of(play.game)
