"""The tie-breaks, one function each, in the recommended order. Means are over the games played; byes are no games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from arbiter.errors import NotForThisTournament, UnknownTieBreak
from arbiter.standings.arithmetic import NOTHING, Basis, Cut, How, Sense, Term, Value, in_turn, mean, total, without
from arbiter.standings.ranking import Criterion, Standings, standings
from arbiter.standings.tables.tournament import Seat, Table, TableTournament, standing

NONE = Fraction(0)


def match_points(tournament: TableTournament, entrant: int) -> Value:
    """MP: the match points of all games, and those given for byes; what a seat brings that was left says the scheme."""
    terms = [
        Term(
            tournament.scheme(table.size, *standing(table, seat), left=seat.vp is None),
            Basis.RESULT,
            table.round_number,
        )
        for table, seat in tournament.games_of(entrant)
    ]
    terms += [Term(bye.points, Basis.RESULT, bye.round_number) for bye in tournament.byes if bye.entrant == entrant]
    return total(sorted(terms, key=lambda term: term.round_number or 0))


def direct_encounter(tournament: TableTournament, level: Sequence[int]) -> Mapping[int, Value]:
    """DE: the places of those who are level by what they did against each other, where all sat at one table.

    At each table at which all of them sat, the share of the others beaten; the mean over these tables decides. It is
    applied anew to those who are still level among themselves, who may have met at more tables; each term says in which
    turn it counted.
    """
    places = dict.fromkeys(level, 1)
    terms: dict[int, tuple[Term, ...]] = dict.fromkeys(level, ())
    groups = [(1, tuple(level))]
    while groups:
        turn, group = groups.pop()
        shares = {entrant: shares_against(tournament, entrant, group) for entrant in group}
        for entrant in group:
            terms[entrant] = (*terms[entrant], *in_turn(shares[entrant], turn))
        amounts = {entrant: mean(shares[entrant]).amount or NONE for entrant in group}
        order = sorted(group, key=lambda entrant: -amounts[entrant])
        parts = [tuple(part) for _, part in groupby(order, key=lambda entrant: amounts[entrant])]
        place = places[group[0]]
        for part in parts:
            places.update(dict.fromkeys(part, place))
            place += len(part)
        if len(parts) > 1:
            groups.extend((turn + 1, part) for part in parts if len(part) > 1)
    return {entrant: Value(Fraction(places[entrant]), terms[entrant], How.PLACE) for entrant in level}


def shares_against(tournament: TableTournament, entrant: int, group: Sequence[int]) -> list[Term]:
    """The share of the others beaten at every table at which the whole group sat; ties count half."""
    shares: list[Term] = []
    for table, own in tournament.games_of(entrant):
        others = [seat for seat in table.seats if seat.entrant in group and seat is not own]
        if len(others) == len(group) - 1:
            beaten = sum((score(own, other) for other in others), NONE)
            shares.append(Term(beaten / len(others), Basis.ENCOUNTER, table.round_number))
    return shares


def score(own: Seat, other: Seat) -> Fraction:
    """One for a better place, a half for the same."""
    if own.place == other.place:
        return Fraction(1, 2)
    return Fraction(own.place < other.place)


def games_won(tournament: TableTournament, entrant: int) -> Value:
    """WIN: first places per game; a shared first place is the part of one that falls to each."""
    return places_taken(tournament, entrant, 1)


def second_places(tournament: TableTournament, entrant: int) -> Value:
    """2ND: second places per game; whoever shares places gets the part of the second that falls to each."""
    return places_taken(tournament, entrant, 2)


def places_taken(tournament: TableTournament, entrant: int, wanted: int) -> Value:
    """How much of a place came to the entrant, per game."""
    terms = []
    for table, seat in tournament.games_of(entrant):
        place, shared_by = standing(table, seat)
        share = Fraction(1, shared_by) if place <= wanted < place + shared_by else NONE
        terms.append(Term(share, Basis.SHARE, table.round_number))
    return mean(terms)


def strength_of_schedule(tournament: TableTournament, entrant: int) -> Value:
    """SOS: the mean over the games of the opponents' mean normalised match points, without the lowest game.

    A Buchholz that does not depend on the size of tables. Somebody with a single game keeps it.
    """
    terms = []
    for table, own in tournament.games_of(entrant):
        others = [tournament.mean_twelfths[seat.entrant] for seat in table.seats if seat is not own]
        terms.append(Term(sum(others, NONE) / len(others), Basis.OPPONENT_SCORE, table.round_number))
    if len(terms) > 1:
        lowest = min(range(len(terms)), key=lambda place: terms[place].number)
        terms = without(terms, [lowest], Cut.LOWEST)
    return mean(terms)


def share_of_winner(tournament: TableTournament, entrant: int) -> Value:
    """VPW: the mean of own VP through the winner's VP."""
    return mean(
        Term(share(points(seat), max(points(other) for other in table.seats), seat), Basis.SHARE, table.round_number)
        for table, seat in tournament.games_of(entrant)
    )


def share_of_table(tournament: TableTournament, entrant: int) -> Value:
    """VPT: the mean of own VP through the mean VP of the table; one is a fair share at any size."""
    return mean(
        Term(share(points(seat), mean_points(table), seat), Basis.SHARE, table.round_number)
        for table, seat in tournament.games_of(entrant)
    )


def lot(tournament: TableTournament, entrant: int) -> Value:
    """LOT: the lot recorded at the start; the lowest comes first."""
    return total([Term(Fraction(tournament.lots[entrant]), Basis.OWN)]) if tournament.lots else NOTHING


def points(seat: Seat) -> Fraction:
    """The VP that count: none for a seat that was left, and never fewer than none."""
    return Fraction(max(seat.vp or 0, 0))


def mean_points(table: Table) -> Fraction:
    """The mean VP of a table."""
    return sum((points(seat) for seat in table.seats), NONE) / table.size


def share(own: Fraction, whole: Fraction, seat: Seat) -> Fraction:
    """A part of VP; where nobody has any, one for who stayed."""
    if whole:
        return own / whole
    return Fraction(seat.vp is not None)


@dataclass(frozen=True, slots=True)
class TableCriterion:
    """One of the functions above, bound to a tournament."""

    code: str
    tournament: TableTournament
    value: Callable[[TableTournament, int], Value]
    sense: Sense = Sense.HIGH

    def values(self, level: Sequence[int]) -> Mapping[int, Value]:
        """The values of entrants who are level so far."""
        return {entrant: self.value(self.tournament, entrant) for entrant in level}


@dataclass(frozen=True, slots=True)
class Encounter:
    """Direct encounter, of those who are level and not of one alone."""

    tournament: TableTournament
    code: str = "DE"
    sense: Sense = Sense.LOW

    def values(self, level: Sequence[int]) -> Mapping[int, Value]:
        """The places among those who are level."""
        return direct_encounter(self.tournament, level) if len(level) > 1 else {}


FUNCTIONS: Mapping[str, Callable[[TableTournament, int], Value]] = {
    "MP": match_points,
    "WIN": games_won,
    "SOS": strength_of_schedule,
    "VPW": share_of_winner,
    "VPT": share_of_table,
    "2ND": second_places,
    "LOT": lot,
}
RECOMMENDED = ("DE", "WIN", "SOS", "VPW", "VPT", "2ND")
"""After the match points; LOT follows where lots were recorded. Without them places are shared."""


def criterion(code: str, tournament: TableTournament) -> Criterion:
    """A tie-break by its code."""
    if code == "DE":
        return Encounter(tournament)
    if code not in FUNCTIONS:
        raise UnknownTieBreak(
            "{code} is not a tie-break for tables. Available: DE, {known}.", code=repr(code), known=", ".join(FUNCTIONS)
        )
    if code == "LOT" and not tournament.lots:
        raise NotForThisTournament("LOT needs lots drawn at the start. Record them, or remove LOT to share places.")
    return TableCriterion(code, tournament, FUNCTIONS[code], Sense.LOW if code == "LOT" else Sense.HIGH)


def standings_of(tournament: TableTournament, codes: Sequence[str] | None = None) -> Standings:
    """The standings by match points and then the tie-breaks, the recommended ones if none are named."""
    if codes is None:
        codes = (*RECOMMENDED, "LOT") if tournament.lots else RECOMMENDED
    return standings(tournament.entrants, [criterion(code, tournament) for code in ("MP", *codes)])
