"""A tournament report file as an event whose standings can be made."""

from __future__ import annotations

from fractions import Fraction

from tournaments.pairing.trf.points import PointSystem
from tournaments.pairing.trf.records import Cell
from tournaments.pairing.trf.tournament import Tournament
from tournaments.standings.c07.event import Entrant, Event, Kind, Round, Scale, System

TENTHS = 10  # points of a file are whole tenths
BYES = {"U": Kind.PAIRING_BYE, "F": Kind.FULL_BYE, "+": Kind.FULL_BYE, "H": Kind.HALF_BYE}


def event_of(tournament: Tournament, system: System = System.SWISS) -> Event:
    """The event as far as it has been paired; whatever the lines say about tie-breaks is not read."""
    done = tournament.paired_rounds
    tournament.check_results(done + 1)
    points = tournament.points
    entrants = tuple(
        Entrant(
            player.number,
            tuple(round_of(player.cell(index), points) for index in range(1, done + 1)),
            player.rating or None,  # 0 is how files say unrated
        )
        for player in tournament.players
    )
    scale = Scale(*(Fraction(worth, TENTHS) for worth in (points.win, points.draw, points.loss)))
    planned = max(tournament.rounds, done) if tournament.rounds else 0
    return Event(entrants, planned, system, scale)


def round_of(cell: Cell, points: PointSystem) -> Round:
    """One round of one player."""
    worth = Fraction(points.of(cell), TENTHS)
    if not cell.opponent:
        return Round(BYES.get(cell.result, Kind.ZERO_BYE), worth)
    forfeits = {"+": Kind.FORFEIT_WIN, "-": Kind.FORFEIT_LOSS}
    return Round(forfeits.get(cell.result, Kind.GAME), worth, cell.opponent, cell.colour)
