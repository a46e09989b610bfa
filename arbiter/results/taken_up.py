"""A result as pairing, standings, finals, duplicate scoring and ratings take it up: the same places everywhere."""

from __future__ import annotations

from arbiter.errors import GameError
from arbiter.formats.duplicate import Played
from arbiter.formats.tables_knockout import Outcome as OutcomeOfTable
from arbiter.pairing.rows import Pair
from arbiter.pairing.rows import Sat as Row
from arbiter.ratings import games as rated
from arbiter.results.games import Ending, Game, Left, Sat, Tenure
from arbiter.results.shared import Outcome, Result
from arbiter.standings.tables.tournament import Seat, Table

WIN, DRAW = 10, 5
"""Tenths of a point for a game of two."""

RATED = {Ending.SCORED: rated.Ending.SCORED, Ending.BROKEN_OFF: rated.Ending.BROKEN_OFF}
"""Only what people played to its end, or left, says something of their strength."""


def for_standings(result: Result, round_number: int) -> Table:
    """The table as standings reckon with it."""
    return Table(round_number, tuple(Seat(one.entrant, one.place, one.vp) for one in result.outcomes))


def for_pairing(result: Result, round_number: int) -> Row:
    """The row from which the next round at tables is paired."""
    return Row(
        round_number,
        tuple(one.entrant for one in result.outcomes),
        tuple(one.place for one in result.outcomes),
    )


def for_pairs(result: Result, round_number: int, *, played: bool) -> Pair:
    """The row from which the next round in pairs is paired. A game of which no round was completed before it was
    forfeited or left is no meeting: it was not `played`."""
    white, black = _two(result)
    points = (DRAW, DRAW) if white.place == black.place else (WIN, 0) if white.place < black.place else (0, WIN)
    return Pair(round_number, white.entrant, black.entrant, *points, played=played)


def winner(result: Result) -> int | None:
    """Who won a game of a knockout for two; None when it was drawn."""
    one, other = _two(result)
    if one.place == other.place:
        return None
    return one.entrant if one.place < other.place else other.entrant


def for_knockout(result: Result) -> OutcomeOfTable:
    """The table of a knockout."""
    return OutcomeOfTable({one.entrant: one.place for one in result.outcomes})


def for_duplicate(result: Result, deal: int) -> Played:
    """The game of a deal at a table of entrants; a seat that was left, or waited for when the round closed, has no points."""
    return Played(
        deal, tuple(one.entrant for one in result.outcomes), tuple(max(0, one.vp or 0) for one in result.outcomes)
    )


def for_ratings(game: Game, *, at: int, variant: str, speed: str, is_casual: bool = False) -> rated.FinishedGame:
    """The game as ratings judge it, by their own rule of who answers for a seat. One that was adjudicated, counted by
    points so far or forfeited when its round closed is not rated: nobody played it to its end."""
    ending = RATED.get(game.ending)
    if ending is None:
        ending, is_casual = rated.Ending.BROKEN_OFF, True
    seats = tuple(_rated_seat(sat) for sat in game.seats)
    return rated.FinishedGame(at, game.number, seats, game.rounds, ending, variant, speed, is_casual)


def _rated_seat(sat: Sat) -> rated.Seat:
    """A seat with its leavings; who came back to his own seat has not left it."""
    if sat.tenures[0].player is None:
        return rated.Seat(None, sat.place)
    people: list[Tenure] = []
    for tenure in sat.tenures:
        if tenure.player is not None and people and people[-1].player == tenure.player:
            people[-1] = tenure
        elif tenure.player is not None:
            people.append(tenure)
    leaving: rated.Leaving | None = None
    for number in reversed(range(len(people))):
        left = people[number].left
        following = people[number + 1].player if number + 1 < len(people) else None
        leaving = None if left is None else _leaving(left, following, leaving)
    return rated.Seat(people[0].player, sat.place, leaving)


def _leaving(left: Left, substitute: int | None, then: rated.Leaving | None) -> rated.Leaving:
    reason = rated.Exit.TIMED_OUT if left.timed_out else rated.Exit.RESIGNED
    return rated.Leaving(left.ply, left.rounds, reason, substitute, then)


def _two(result: Result) -> tuple[Outcome, Outcome]:
    if len(result.outcomes) != 2:
        raise GameError("Game {game} is not a game between two people.", game=result.number)
    one, other = result.outcomes
    return one, other
