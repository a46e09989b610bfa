"""A tournament report file as a tournament whose standings can be made."""

from __future__ import annotations

from fractions import Fraction

from arbiter.errors import RecordError
from arbiter.pairing.trf.columns import Cell
from arbiter.pairing.trf.points import PointSystem
from arbiter.pairing.trf.tournament import TrfTournament
from arbiter.standings.c07.tournament import Entrant, Kind, Round, Scale, ScoredTournament, System

TENTHS = 10  # points of a file are whole tenths
BYES = {"U": Kind.PAIRING_BYE, "F": Kind.FULL_BYE, "+": Kind.FULL_BYE, "H": Kind.HALF_BYE}


def tournament_of(trf: TrfTournament, system: System = System.SWISS, after: int | None = None) -> ScoredTournament:
    """The tournament after some round, or as far as it has been paired; what the file says about tie-breaks is not read."""
    paired = trf.paired_rounds
    done = paired if after is None else after
    if not 0 <= done <= paired:
        raise RecordError(
            "The file has {paired} rounds. Standings exist after rounds 0 to {paired}, not after {done}.",
            paired=paired,
            done=done,
        )
    for player in trf.players:
        for index in range(1, done + 1):
            if player.cell(index).opponent and not player.cell(index).result:
                raise RecordError(
                    "Player {player} has no result in round {round}; standings need finished rounds.",
                    player=player.number,
                    round=index,
                )
    worth = trf.scoring.system
    if trf.scoring.abnormal or not worth.is_alike_for_colours:
        raise RecordError(
            "The file uses abnormal points (299) or points by colour (XXS). C.07 allows one value per result."
        )
    entrants = tuple(
        Entrant(
            player.number,
            tuple(round_of(player.cell(index), worth) for index in range(1, done + 1)),
            player.rating or None,  # 0 is how files say unrated
        )
        for player in trf.players
    )
    scale = Scale(*(Fraction(tenths, TENTHS) for tenths in (worth.white_win, worth.white_draw, worth.white_loss)))
    planned = max(trf.rounds or 0, paired)
    return ScoredTournament(entrants, planned, system, scale)


def round_of(cell: Cell, points: PointSystem) -> Round:
    """One round of one player."""
    worth = Fraction(points.of(cell), TENTHS)
    if not cell.opponent:
        return Round(BYES.get(cell.result, Kind.ZERO_BYE), worth)
    forfeits = {"+": Kind.FORFEIT_WIN, "-": Kind.FORFEIT_LOSS}
    return Round(forfeits.get(cell.result, Kind.GAME), worth, cell.opponent, cell.colour)
