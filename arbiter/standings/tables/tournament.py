"""What standings of tables reckon with: who sat where, which place each took, and the match points for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from arbiter.errors import RecordError
from arbiter.pairing.tables.field import share_beaten
from arbiter.sentences import Sentence

TWELVE = 12


@dataclass(frozen=True, slots=True)
class Twelfths:
    """The share of opponents beaten, in twelfths, ties half: 12/8/4/0 for four, 12/6/0 for three, 12/9/6/3/0 for five.

    The mean of a table is six whatever its size, so points from tables of different sizes can be added. A seat that
    was left has its place like any other, so that this holds there too: last, it has beaten nobody.
    """

    def __call__(self, size: int, place: int, shared_by: int, *, left: bool = False) -> Fraction:
        """Points by seats at the table, place, by how many it is shared, and whether its player left."""
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
        """Points by seats at the table, place, by how many it is shared, and whether its player left."""
        for row in self.rows:
            if len(row) == size:
                return Fraction(0) if left else Fraction(sum(row[place - 1 : place - 1 + shared_by]), shared_by)
        known = ", ".join(str(len(row)) for row in self.rows)
        raise RecordError("No points are defined for {size} seats, only for {known}.", size=size, known=known)


Scheme = Twelfths | ByPlace
"""What a seat brings: data, so that it can be kept with the tournament."""

twelfths = Twelfths()


def by_place(points: Mapping[int, Sequence[int]]) -> ByPlace:
    """A scheme from the points for every place by number of seats."""
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

AVERAGE_BYE = Fraction(TWELVE, 2)
"""A bye where `twelfths` are awarded: what a table gives on average."""


SIZES = range(2, 6)


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's game: the place, shared places alike, and the VP; None for a seat its player left."""

    entrant: int
    place: int
    vp: int | None


@dataclass(frozen=True, slots=True)
class Table:
    """A finished game that counts."""

    round_number: int
    seats: tuple[Seat, ...]

    @property
    def size(self) -> int:
        """How many play."""
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
    tables: tuple[Table, ...] = ()
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
    def _games(self) -> Mapping[int, tuple[tuple[Table, Seat], ...]]:
        games: dict[int, list[tuple[Table, Seat]]] = {entrant: [] for entrant in self.entrants}
        for table in sorted(self.tables, key=lambda table: table.round_number):
            for seat in table.seats:
                games[seat.entrant].append((table, seat))
        return {entrant: tuple(played) for entrant, played in games.items()}

    def games_of(self, entrant: int) -> tuple[tuple[Table, Seat], ...]:
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


def standing(table: Table, seat: Seat) -> tuple[int, int]:
    """A seat's place and how many share it."""
    return seat.place, sum(other.place == seat.place for other in table.seats)


def check_places(table: Table) -> None:
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


def order(seat: Seat) -> tuple[bool, int]:
    """What must not rise from place to place."""
    return (seat.vp is not None, seat.vp or 0)
