"""The standings of a tournament's first stage from its situation, with the tie-breaks that it stated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from arbiter.pairing.violations import Colour
from arbiter.progression.duplicate import Margin, Share
from arbiter.progression.giving_up import counting
from arbiter.progression.plan import Knockout, Swiss
from arbiter.progression.situation import Counted, Resting, Situation, Why
from arbiter.results.places import for_standings
from arbiter.standings.c07 import catalogue
from arbiter.standings.c07.tournament import Entrant, Kind, Round, ScoredTournament, System
from arbiter.standings.ranking import Criterion, Standings, standings
from arbiter.standings.tables import criteria as at_tables
from arbiter.standings.tables.tournament import TWELVE, Bye, TableTournament

IN_PAIRS = ("BH/C1", "BH", "SB", "DE", "WIN")
IN_ROUND_ROBINS = ("DE", "WIN", "SB", "KS")
"""After the points, where a tournament names no others (C.07, 14)."""

REST_KINDS = {
    Why.BYE: Kind.PAIRING_BYE,
    Why.REQUESTED: Kind.HALF_BYE,
    Why.ABSENT: Kind.ZERO_BYE,
    Why.LATE: Kind.ZERO_BYE,
    Why.FREE: Kind.ZERO_BYE,
}


def last_round(situation: Situation) -> int:
    """The number of the last round of the first stage so far."""
    return situation.done if situation.stage == 0 else situation.before


def counted(situation: Situation) -> Sequence[Counted]:
    """The tables of the first stage that count, as they count."""
    return [one for one in counting(situation)[0] if one.round_number <= last_round(situation)]


def rests(situation: Situation) -> Sequence[Resting]:
    """Who had no game in a round of the first stage."""
    return [one for one in counting(situation)[1] if one.round_number <= last_round(situation)]


def of_first_stage(situation: Situation) -> Standings:
    """Everybody by what the first stage gave and then by the tournament's tie-breaks."""
    return standings(situation.entrants, criteria(situation))


def criteria(situation: Situation) -> list[Criterion]:
    """What separates entrants in the first stage, the score first."""
    plan = situation.plan
    if isinstance(plan.stages[0], Knockout):
        return []
    if plan.is_duplicate:
        return [Share(situation), Margin(situation)]
    if plan.in_pairs:
        codes = plan.tie_breaks or (IN_PAIRS if isinstance(plan.stages[0], Swiss) else IN_ROUND_ROBINS)
        pairs = pairs_tournament(situation)
        return [catalogue.tie_break(code, pairs) for code in ("PTS", *codes)]
    tables = tables_tournament(situation)
    recommended = (*at_tables.RECOMMENDED, "LOT") if tables.lots else at_tables.RECOMMENDED
    return [at_tables.criterion(code, tables) for code in ("MP", *(plan.tie_breaks or recommended))]


def tables_tournament(situation: Situation) -> TableTournament:
    """What standings at tables reckon with. Shares become twelfths."""
    return TableTournament(
        situation.entrants,
        tuple(for_standings(one.result, one.round_number) for one in counted(situation)),
        tuple(Bye(one.round_number, one.player, one.points * TWELVE) for one in rests(situation)),
        scheme=situation.plan.scheme,
        lots=situation.lots,
    )


def pairs_tournament(situation: Situation) -> ScoredTournament:
    """What standings in pairs reckon with."""
    rows: dict[int, dict[int, Round]] = {number: {} for number in situation.entrants}
    for one in counted(situation):
        for number, row in _both(one).items():
            rows[number][one.round_number] = row
    for rest in rests(situation):
        rows[rest.player][rest.round_number] = _rest(rest)
    absent = Round(Kind.ZERO_BYE, Fraction(0))
    entrants = tuple(
        Entrant(number, tuple(rows[number].get(index, absent) for index in range(1, last_round(situation) + 1)))
        for number in situation.entrants
    )
    is_swiss = isinstance(situation.plan.stages[0], Swiss)
    return ScoredTournament(entrants, last_round(situation), System.SWISS if is_swiss else System.ROUND_ROBIN)


def _both(one: Counted) -> Mapping[int, Round]:
    """The round of both players of a game in pairs."""
    white, black = one.result.outcomes
    won = Fraction(1, 2) if white.place == black.place else Fraction(int(white.place < black.place))

    def row(points: Fraction, opponent: int, colour: Colour) -> Round:
        kind = Kind.GAME if one.played else Kind.FORFEIT_WIN if points else Kind.FORFEIT_LOSS
        return Round(kind, points, opponent, colour)

    return {
        white.entrant: row(won, black.entrant, Colour.WHITE),
        black.entrant: row(1 - won, white.entrant, Colour.BLACK),
    }


def _rest(rest: Resting) -> Round:
    return Round(REST_KINDS[rest.why], rest.points)
