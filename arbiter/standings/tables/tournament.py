"""What standings of tables reckon with: who sat where, which place each took, and with how many victory points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from arbiter.errors import RecordError
from arbiter.sentences import Sentence
from arbiter.standings.tables.points import Scheme, twelfths

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
