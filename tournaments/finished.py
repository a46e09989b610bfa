"""A game of the site, over or stopped, as the arithmetic reads it: ratings and tournaments take it from here."""

from collections.abc import Callable, Sequence
from typing import cast

from arbiter.results import Ending, Game, Left, Sat, Tenure
from games.models import Tenure as TenureRow
from games.models import TenureEnd, TenureStart
from games.play.positions import Play
from games.play.results import GameResult

ENDINGS = {"played out": Ending.SCORED, "adjudicated": Ending.POINTS}
"""By how the game's result says that it ended; all else is broken off, unless a tournament counts it by a rule of its own."""

NumberOf = Callable[[int], int]
"""From the id of an account to the number under which the arithmetic knows its player."""


def game_of(play: Play, number_of: NumberOf, *, ending: Ending | None = None, late: Sequence[int] = ()) -> Game:
    """The game with its tenures, points and places. `ending` is given where a tournament counts it by its rule of closing a
    round; `late` are the seats that the round waited for then."""
    found = cast(GameResult, play.game.result)
    how = ending or ENDINGS.get(found["ended"], Ending.BROKEN_OFF)
    if any(row.began == TenureStart.PLAY_OUT for rows in play.tenures.values() for row in rows):
        how = Ending.ADJUDICATED  # bots have finished it for everybody
    seats = tuple(
        Sat(
            _tenures(play, play.tenures[row["seat"]], number_of),
            row["points"],
            row["rubles"],
            row["rank"] if how is Ending.SCORED else None,
            row["seat"] in late,
        )
        for row in found["seats"]
    )
    last = play.steps[-1].step.state
    return Game(play.game.pk, seats, last.round if how is Ending.SCORED else last.round - 1, how)


def _tenures(play: Play, rows: Sequence[TenureRow], number_of: NumberOf) -> tuple[Tenure, ...]:
    """Who held a seat, in turn. An account that was deleted is still its player's, and nobody has left a game that bots play
    out for all."""
    return tuple(
        Tenure(None if row.user_id is None else number_of(row.user_id), _left(play, row))
        for row in rows
        if row.began != TenureStart.PLAY_OUT
    )


def _left(play: Play, row: TenureRow) -> Left | None:
    """When the seat was given up, by moves in force and by rounds completed then; None by who held it to the end."""
    if row.until_number is None or row.ended == TenureEnd.PLAY_OUT:
        return None
    before = [one for one in play.steps if one.number <= row.until_number]
    return Left(len(before) - 1, before[-1].step.state.round - 1, resigned=row.ended == TenureEnd.RESIGNED)
