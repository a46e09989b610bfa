"""Standings of tables: who sat where and the match points for each place, and the tie-breaks in the recommended order, one
function each. Means are over the games played; byes are no games.
"""

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from itertools import groupby

from arbiter.errors import NotForThisTournament, RecordError, UnknownTieBreak
from arbiter.pairing.tables.field import share_beaten
from arbiter.sentences import Sentence
from arbiter.standings.ranking import (
    NOTHING,
    Basis,
    Cut,
    Measure,
    Sense,
    Standings,
    Term,
    Value,
    direct_encounter_places,
    mean,
    standings,
    total,
    without,
)

TWELVE = 12


@dataclass(frozen=True, slots=True)
class Twelfths:
    """The share of opponents beaten, in twelfths, ties half: 12/8/4/0 for four, 12/6/0 for three, 12/9/6/3/0 for five.

    The mean of a table is six whatever its size, so points from tables of different sizes can be added. A seat that
    was left has its place like any other, so that this holds there too: last, it has beaten nobody.
    """

    def __call__(self, size: int, place: int, shared_by: int, *, left: bool = False) -> Fraction:
        if size < 2:
            raise RecordError("A table needs at least two seats.")
        return TWELVE * share_beaten(size, place, shared_by)


@dataclass(frozen=True, slots=True)
class ByPlace:
    """Points for every place, a falling row for each number of seats; shared places get the mean of theirs.

    A seat that its player left brings nothing, even where the last place brings a point.
    """

    rows: tuple[tuple[int, ...], ...]

    def __call__(self, size: int, place: int, shared_by: int, *, left: bool = False) -> Fraction:
        for row in self.rows:
            if len(row) == size:
                return Fraction(0) if left else Fraction(sum(row[place - 1 : place - 1 + shared_by]), shared_by)
        known = ", ".join(str(len(row)) for row in self.rows)
        raise RecordError("No points are defined for {size} seats, only for {known}.", size=size, known=known)


Scheme = Twelfths | ByPlace
"""What a seat brings: data, so that it can be kept with the tournament."""

twelfths = Twelfths()


def by_place(points: Mapping[int, Sequence[int]]) -> ByPlace:
    for size, row in points.items():
        if len(row) != size or list(row) != sorted(row, reverse=True):
            raise RecordError(
                "{points} for {size} seats: give one number per place, in descending order.",
                points=tuple(row),
                size=size,
            )
    return ByPlace(tuple(tuple(row) for row in points.values()))


league_points = by_place({2: (10, 1), 3: (10, 5, 1), 4: (10, 6, 3, 1), 5: (10, 6, 4, 2, 1)})
"""What leagues of four-player tables usually award; the rows for other sizes are our own. The means of rows differ."""


SIZES = range(2, 6)


@dataclass(frozen=True, slots=True)
class TableSeat:
    """One player's game: the place, shared places alike, and the VP; None for a seat its player left."""

    entrant: int
    place: int
    vp: int | None


@dataclass(frozen=True, slots=True)
class FinishedTable:
    round_number: int
    seats: tuple[TableSeat, ...]

    @property
    def size(self) -> int:
        return len(self.seats)


@dataclass(frozen=True, slots=True)
class Bye:
    """A round without a game: the match points given for it, nothing for an absence."""

    round_number: int
    entrant: int
    points: Fraction = Fraction(0)


@dataclass(frozen=True)
class TableTournament:
    """The entrants, their tables and byes. `lots` are drawn and recorded at the start; the lowest comes first."""

    entrants: tuple[int, ...]
    tables: tuple[FinishedTable, ...] = ()
    byes: tuple[Bye, ...] = ()
    scheme: Scheme = twelfths
    lots: Mapping[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        known = frozenset(self.entrants)
        if len(known) != len(self.entrants):
            raise RecordError("A participant is listed twice. List each one once.")
        seen: set[tuple[int, int]] = set()
        for table in self.tables:
            check_places(table)
        where = [(table.round_number, seat.entrant) for table in self.tables for seat in table.seats]
        for one in [*where, *((bye.round_number, bye.entrant) for bye in self.byes)]:
            if one[1] not in known:
                raise RecordError(
                    "Round {round} names unregistered participant {entrant}.", round=one[0], entrant=one[1]
                )
            if one in seen:
                raise RecordError(
                    "Participant {entrant} is in round {round} twice; each has one table or bye per round.",
                    entrant=one[1],
                    round=one[0],
                )
            seen.add(one)
        if self.lots and (self.lots.keys() != known or len(set(self.lots.values())) != len(known)):
            raise RecordError(
                "Lots are missing for some participants or used twice. Give everyone a different lot, or nobody one."
            )

    @cached_property
    def _games(self) -> Mapping[int, tuple[tuple[FinishedTable, TableSeat], ...]]:
        games: dict[int, list[tuple[FinishedTable, TableSeat]]] = {entrant: [] for entrant in self.entrants}
        for table in sorted(self.tables, key=lambda table: table.round_number):
            for seat in table.seats:
                games[seat.entrant].append((table, seat))
        return {entrant: tuple(played) for entrant, played in games.items()}

    def games_of(self, entrant: int) -> tuple[tuple[FinishedTable, TableSeat], ...]:
        """The tables of an entrant in order of rounds, with the own seat."""
        return self._games[entrant]

    @cached_property
    def mean_twelfths(self) -> Mapping[int, Fraction]:
        """The mean normalised match points per game of everybody who played, whatever points the tournament awards."""
        return {
            entrant: sum((twelfths(table.size, *standing(table, seat)) for table, seat in games), Fraction(0))
            / len(games)
            for entrant, games in self._games.items()
            if games
        }


def standing(table: FinishedTable, seat: TableSeat) -> tuple[int, int]:
    return seat.place, sum(other.place == seat.place for other in table.seats)


def check_places(table: FinishedTable) -> None:
    """Places are 1, 2, 2, 4: shared by those who are level, the next one after as many as stand before it.

    More VP never mean a later place; at equal VP the rules of the game may part players. Left seats come last.
    """
    name = Sentence("A table in round {round}", round=table.round_number)
    if table.size not in SIZES:
        raise RecordError("{name} has {seats} seats; a table needs 2 to 5.", name=name, seats=table.size)
    places = [seat.place for seat in table.seats]
    if any(place != 1 + sum(other < place for other in places) for place in places):
        raise RecordError(
            "{name} has the places {places}. A place is one more than the players ahead: 1, 2, 2, 4.",
            name=name,
            places=tuple(places),
        )
    for one in table.seats:
        for other in table.seats:
            if one.place < other.place and order(one) < order(other):
                raise RecordError(
                    "{name} places participant {one} ahead of {other}, who has more VP.",
                    name=name,
                    one=one.entrant,
                    other=other.entrant,
                )


def order(seat: TableSeat) -> tuple[bool, int]:
    return (seat.vp is not None, seat.vp or 0)


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

    def encounter(group: Sequence[int]) -> tuple[Mapping[int, list[Term]], list[tuple[int, ...]]]:
        shares = {entrant: shares_against(tournament, entrant, group) for entrant in group}
        amounts = {entrant: mean(shares[entrant]).amount or NONE for entrant in group}
        order = sorted(group, key=lambda entrant: -amounts[entrant])
        return shares, [tuple(part) for _, part in groupby(order, key=amounts.__getitem__)]

    return direct_encounter_places(level, encounter)


def shares_against(tournament: TableTournament, entrant: int, group: Sequence[int]) -> list[Term]:
    """The share of the others beaten at every table at which the whole group sat; ties count half."""
    shares: list[Term] = []
    for table, own in tournament.games_of(entrant):
        others = [seat for seat in table.seats if seat.entrant in group and seat is not own]
        if len(others) == len(group) - 1:
            beaten = sum((score(own, other) for other in others), NONE)
            shares.append(Term(beaten / len(others), Basis.ENCOUNTER, table.round_number))
    return shares


def score(own: TableSeat, other: TableSeat) -> Fraction:
    """One for a better place, a half for the same."""
    if own.place == other.place:
        return Fraction(1, 2)
    return Fraction(own.place < other.place)


def places_taken(tournament: TableTournament, entrant: int, wanted: int) -> Value:
    """WIN and 2ND: first or second places per game; of a shared place the part that falls to each."""
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


def share_of_points(
    tournament: TableTournament, entrant: int, whole: Callable[[Sequence[Fraction]], Fraction]
) -> Value:
    """VPW and VPT: the mean of own VP through the winner's, or through the mean of the table, where one is a fair share at any
    size. Where nobody has any VP, it is one for who stayed."""
    terms = []
    for table, own in tournament.games_of(entrant):
        points = {seat.entrant: Fraction(max(seat.vp or 0, 0)) for seat in table.seats}
        of = whole([*points.values()])
        share = points[entrant] / of if of else Fraction(own.vp is not None)
        terms.append(Term(share, Basis.SHARE, table.round_number))
    return mean(terms)


def lot(tournament: TableTournament, entrant: int) -> Value:
    """LOT: the lot recorded at the start; the lowest comes first."""
    return total([Term(Fraction(tournament.lots[entrant]), Basis.OWN)]) if tournament.lots else NOTHING


FUNCTIONS: Mapping[str, Callable[[TableTournament, int], Value]] = {
    "MP": match_points,
    "WIN": partial(places_taken, wanted=1),
    "SOS": strength_of_schedule,
    "VPW": partial(share_of_points, whole=max),
    "VPT": partial(share_of_points, whole=statistics.mean),
    "2ND": partial(places_taken, wanted=2),
    "LOT": lot,
}
RECOMMENDED = ("DE", "WIN", "SOS", "VPW", "VPT", "2ND")
"""After the match points; LOT follows where lots were recorded. Without them places are shared."""


def criterion(code: str, tournament: TableTournament) -> Measure:
    if code == "DE":
        return Measure(code, lambda level: direct_encounter(tournament, level) if len(level) > 1 else {}, Sense.LOW)
    if code not in FUNCTIONS:
        raise UnknownTieBreak(
            "{code} is not a tie-break for tables. Available: DE, {known}.", code=repr(code), known=", ".join(FUNCTIONS)
        )
    if code == "LOT" and not tournament.lots:
        raise NotForThisTournament("LOT needs lots drawn at the start. Record them, or remove LOT to share places.")
    value, sense = FUNCTIONS[code], Sense.LOW if code == "LOT" else Sense.HIGH
    return Measure(code, lambda level: {entrant: value(tournament, entrant) for entrant in level}, sense)


def standings_of(tournament: TableTournament, codes: Sequence[str] | None = None) -> Standings:
    """The standings by match points and then the tie-breaks, the recommended ones if none are named."""
    if codes is None:
        codes = (*RECOMMENDED, "LOT") if tournament.lots else RECOMMENDED
    return standings(tournament.entrants, [criterion(code, tournament) for code in ("MP", *codes)])
