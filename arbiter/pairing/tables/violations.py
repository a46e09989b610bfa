"""What a round of tables made by hand violates: who is missing, sizes, people kept apart, repeats, byes and seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from arbiter.pairing.tables.costs import Costs
from arbiter.pairing.tables.field import Field
from arbiter.pairing.violations import Violation, Weight, presence, violation


def violations(field: Field, tables: Sequence[Sequence[int]], byes: Sequence[int] = ()) -> tuple[Violation, ...]:
    """What is wrong with these tables, in the order of their seats, and byes; nothing when no rule is bent."""
    here = {player.number for player in field.players}
    found = presence(here, chain(*tables, byes))
    best = field.sizes.of(len(here))
    others = sum(len(table) != field.sizes.preferred for table in tables)
    if len(byes) > len(here) - sum(best):
        pattern = "{byes} have a bye; {needed} need one."
        found.append(
            violation("needless_bye", Weight.UNFAIR, byes, pattern, byes=len(byes), needed=len(here) - sum(best))
        )
    if others > field.sizes.others(best):
        pattern = "{tables} tables are not of the preferred size; {needed} need be."
        found.append(violation("sizes", Weight.UNFAIR, [], pattern, tables=others, needed=field.sizes.others(best)))
    players = sorted(field.players, key=lambda player: player.number)
    costs = Costs(field, players, tuple(map(len, tables)))
    place = {player.number: index for index, player in enumerate(players)}
    for table in tables:
        found += size_violations(field, table)
        found += company_violations(costs, [(number, place[number]) for number in table if number in place])
        found += seat_violations(costs, [(number, place.get(number)) for number in table])
    return (*found, *bye_violations(field, byes))


def size_violations(field: Field, table: Sequence[int]) -> Iterator[Violation]:
    """A table has a size that the tournament allows."""
    if not field.sizes.has(len(table)):
        pattern = "The table of {players} has a size that this tournament does not use: {size}."
        yield violation("table_size", Weight.FORBIDDEN, table, pattern, players=tuple(table), size=len(table))


def company_violations(costs: Costs, table: Sequence[tuple[int, int]]) -> Iterator[Violation]:
    """Who sits together and should not: people kept apart, and people who have met."""
    for (one, mine), (other, theirs) in combinations(table, 2):
        both, met = (one, other), int(costs.met[mine, theirs])
        if costs.apart[mine, theirs]:
            yield violation("apart", Weight.FORBIDDEN, both, "Players {players} are to be kept apart.", players=both)
        if met and one != other:
            pattern = "Players {players} have met before ({times}×)."
            yield violation("repeat", Weight.UNFAIR, both, pattern, players=both, times=met)


def seat_violations(costs: Costs, table: Sequence[tuple[int, int | None]]) -> Iterator[Violation]:
    """Seats that leave somebody's most frequent and rarest seat more than one game apart."""
    for seat, (number, place) in enumerate(table):
        if place is None or seat >= costs.sat.shape[1]:
            continue
        turns = costs.sat[place].copy()
        turns[seat] += 1
        turns = turns[: costs.seats_in_turn]
        if seat < costs.seats_in_turn and turns[seat] - turns.min() > 1:
            pattern = "Player {player} would have sat {times}× in seat {seat} and only {least}× in another one."
            yield violation(
                "seat",
                Weight.UNFAIR,
                [number],
                pattern,
                player=number,
                seat=seat + 1,
                times=int(turns[seat]),
                least=int(turns.min()),
            )


def bye_violations(field: Field, byes: Sequence[int]) -> Iterator[Violation]:
    """A bye goes to who had fewest, and of those to the lowest in points."""
    players = {player.number: player for player in field.players}
    playing = [(player.byes, player.points) for number, player in players.items() if number not in byes]
    for number in byes:
        if number in players and playing and (players[number].byes, players[number].points) > min(playing):
            pattern = "Player {player} has the bye, though another had fewer byes, or as many and fewer points."
            yield violation("bye_order", Weight.UNFAIR, [number], pattern, player=number)
