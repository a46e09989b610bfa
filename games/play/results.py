"""What a finished game came to, as it is stored with the game and written into its record."""

from typing import TypedDict

import engine
from engine.record import Ended


class SeatResult(TypedDict):
    seat: int
    points: int
    rubles: int
    rank: int
    winner: bool


class Result(TypedDict):
    ended: Ended
    seats: list[SeatResult]


def result_of(state: engine.State) -> Result:
    """The result of a game played to its end, by END-16 and END-17."""
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


def result_as_it_stands(state: engine.State, players: int, ended: Ended) -> Result:
    """The result of a game that ended before its end: points and rubles as they lie, without a final scoring."""
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
