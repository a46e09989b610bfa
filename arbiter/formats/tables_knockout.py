"""A knockout at tables of 3 to 5: the first of each table go on, and as many of the best others as chairs are left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arbiter.errors import FieldSizeError, ResultError, UndecidedError

Table = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The final places of one table by player, from 1; shared places are equal and the places after them stay empty."""

    places: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Advance:
    """Who goes on: by right of place, and the best of the others in the order in which they were chosen."""

    by_place: tuple[int, ...]
    by_wild_card: tuple[int, ...]

    @property
    def players(self) -> tuple[int, ...]:
        """Everybody who goes on."""
        return self.by_place + self.by_wild_card


def seeded_tables(seeds: Sequence[int], tables: int) -> tuple[Table, ...]:
    """Players from the best seed down dealt to tables in a serpentine: 1 to k, then back, so that tables are even.

    Eight on two tables are 1 4 5 8 and 2 3 6 7. Sizes differ by at most one. Raises FieldSizeError when a table would
    have fewer than two players.
    """
    if tables < 1 or len(seeds) < 2 * tables or len(set(seeds)) != len(seeds):
        raise FieldSizeError(
            "{players} players do not fill {tables} tables of at least two, or a player is listed twice.",
            players=len(seeds),
            tables=tables,
        )
    dealt: list[list[int]] = [[] for _ in range(tables)]
    for place, player in enumerate(seeds):
        lap, step = divmod(place, tables)
        dealt[step if lap % 2 == 0 else tables - 1 - step].append(player)
    return tuple(map(tuple, dealt))


def advance(
    outcomes: Sequence[Outcome], *, per_table: int, total: int, better: Mapping[int, tuple[int, ...]]
) -> Advance:
    """The `total` players who go on: the first `per_table` of each table, then the best others.

    A shared place takes all who share it: two winners of a table both go on and there is one wild card less. Others are
    compared by place, then by `better[player]`, the larger tuple first (share of the winner's points, rating, a lot drawn
    beforehand; it must tell all apart where it matters). Raises UndecidedError when shared places bring more than
    `total`, or two are equal for the last chair; ResultError for a player at two tables or for places no table can
    have, such as one without a first.
    """
    for outcome in outcomes:
        _check_places(outcome.places)
    everybody = [player for outcome in outcomes for player in outcome.places]
    if len(set(everybody)) != len(everybody):
        raise ResultError("A player is at two tables in the same round.")
    if total > len(everybody) or per_table * len(outcomes) > total:
        raise FieldSizeError(
            "{per_table} players from each of {tables} tables do not fit into {total} places for {players}.",
            per_table=per_table,
            tables=len(outcomes),
            total=total,
            players=len(everybody),
        )
    sure = tuple(p for outcome in outcomes for p, place in outcome.places.items() if place <= per_table)
    if len(sure) > total:
        raise UndecidedError(
            "{players} players are tied for {total} qualifying places. Let the tied players play it off.",
            players=len(sure),
            total=total,
        )
    place_of = {player: place for outcome in outcomes for player, place in outcome.places.items()}
    key = {player: (-place, better.get(player, ())) for player, place in place_of.items()}
    rest = sorted((p for p in everybody if p not in set(sure)), key=key.__getitem__, reverse=True)
    chairs = total - len(sure)
    if 0 < chairs < len(rest):
        last, next_one = rest[chairs - 1], rest[chairs]
        if key[last] == key[next_one]:
            raise UndecidedError(
                "Players {one} and {other} are tied for the last place. Draw lots beforehand.",
                one=last,
                other=next_one,
            )
    return Advance(sure, tuple(rest[:chairs]))


def _check_places(places: Mapping[int, int]) -> None:
    """A place is one more than how many are before it: 1 2 3, 1 1 3, 1 2 2, never 2 3 4 or 1 1 2."""
    if not places:
        raise ResultError("A table needs at least one place.")
    for player, place in places.items():
        right = 1 + sum(other < place for other in places.values())
        if place != right:
            raise ResultError(
                "Player {player} has place {place}, but {before} players finished ahead; it should be {right}.",
                player=player,
                place=place,
                before=right - 1,
                right=right,
            )
