"""Pairing a round at tables: byes, sizes, company, seats; how good the round is and why, and what a round made by hand
violates.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations

import numpy as np

from arbiter.pairing.tables.company import company, search_by_sweeps
from arbiter.pairing.tables.field import Costs, Field, Ints, Player, repeat_costs
from arbiter.pairing.tables.seats import fewest_uneven, seated
from arbiter.pairing.violations import Violation, Weight, presence, violation
from arbiter.sentences import Sentence


@dataclass(frozen=True, slots=True)
class RoundReport:
    """The criteria in descending priority; each bound is proved: no round with these table sizes is below it."""

    together: int  # pairs at one table who were to be kept apart
    other_sizes: int  # tables that are not of the preferred size
    repeats: int  # sum over pairs of 2m-1, m earlier meetings
    repeats_bound: int
    unfairness: int  # sum over players at such tables of earlier such tables
    unfairness_bound: int
    spread: Fraction  # sum over pairs of squared differences of points
    spread_bound: Fraction
    uneven_seats: int  # players whose most frequent and rarest seat are more than one game apart
    uneven_bound: int

    @property
    def is_proved_without_repeats(self) -> bool:
        return self.repeats == self.repeats_bound


def report(costs: Costs, tables: Sequence[Sequence[int]], sizes: tuple[int, ...]) -> RoundReport:
    pairs = np.array([pair for table in tables for pair in combinations(table, 2)], dtype=np.int64)
    odd_seats = [place for table in tables if len(table) != costs.seats_in_turn for place in table]
    sat = costs.sat.copy()
    for table in tables:
        for seat, place in enumerate(table):
            sat[place, seat] += 1
    turns = sat[:, : costs.seats_in_turn]
    square, repeats = costs.part**2, repeat_costs(costs.met)
    return RoundReport(
        together=int(costs.apart[pairs[:, 0], pairs[:, 1]].sum()),
        other_sizes=sum(size != costs.seats_in_turn for size in sizes),
        repeats=int(repeats[pairs[:, 0], pairs[:, 1]].sum()),
        repeats_bound=_halved(_cheapest_company(repeats, min(sizes))),
        unfairness=int(costs.odd[odd_seats].sum()),
        unfairness_bound=int(np.sort(costs.odd)[: len(odd_seats)].sum()),
        spread=Fraction(int(costs.spread_of(pairs[:, 0], pairs[:, 1]).sum()), square),
        spread_bound=Fraction(_least_spread(costs, sizes), square),
        uneven_seats=int((turns.max(axis=1) - turns.min(axis=1) > 1).sum()),
        uneven_bound=fewest_uneven(costs.sat, costs.seats_in_turn, sizes),
    )


def _cheapest_company(pair: Ints, smallest: int) -> int:
    """The sum over players of what their cheapest opponents cost, as if everybody could choose them freely."""
    if ((pair == 0).sum(axis=1) >= smallest).all():  # each has enough others who cost nothing
        return 0
    free = pair.copy()
    np.fill_diagonal(free, np.iinfo(np.int64).max)
    nearest = np.partition(free, smallest - 2, axis=1)[:, : smallest - 1]
    return int(nearest.sum())


def _halved(twice: int) -> int:
    """Every pair was counted from both sides."""
    return -(-twice // 2)


def _least_spread(costs: Costs, sizes: tuple[int, ...]) -> int:
    """With tables of one size, tables cut from the standings are best; else each player's nearest opponents."""
    places = np.arange(len(costs.points))
    if len(set(sizes)) == 1:
        order = np.argsort(-costs.points, kind="stable").reshape(-1, sizes[0])
        return sum(int(costs.spread_of(order[:, a], order[:, b]).sum()) for a, b in combinations(range(sizes[0]), 2))
    return _halved(_cheapest_company(costs.spread_of(places[:, None], places[None, :]), min(sizes)))


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
    if not field.sizes.has(len(table)):
        pattern = "The table of {players} has a size that this tournament does not use: {size}."
        yield violation("table_size", Weight.FORBIDDEN, table, pattern, players=tuple(table), size=len(table))


def company_violations(costs: Costs, table: Sequence[tuple[int, int]]) -> Iterator[Violation]:
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


Table = tuple[int, ...]
"""Players by number in the order of their seats."""


@dataclass(frozen=True, slots=True)
class TableRound:
    """A round: tables of numbers in the order of their seats, the highest table first, byes, and how good it is."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    report: RoundReport


def pair_tables(field: Field) -> TableRound:
    """Tables for the next round. Raises TableSizeError when those who are at no fixed table are too few for one.

    The same field gives the same round; chance, where nothing else decides, comes from the field's seed.
    """
    standing = {number for table in field.fixed for number in table}
    free = tuple(player for player in field.players if player.number not in standing)
    chance = np.random.default_rng(field.seed)
    sizes = field.sizes.of(len(free)) if free or not standing else ()
    byes = bye_players(free, len(free) - sum(sizes), chance)
    found = _tables(field, in_order([player for player in free if player.number not in byes], chance), sizes, chance)
    return _round(field, (*field.fixed, *found), byes)


def _tables(field: Field, players: list[Player], sizes: tuple[int, ...], chance: np.random.Generator) -> list[Table]:
    if not sizes:
        return []
    costs = Costs(field, players, sizes)
    at = company(costs, sizes, field.price_of_seat, chance)
    tables = seated(costs, at, sizes, field.price_of_seat, chance)
    return [tuple(players[place].number for place in table) for table in tables]


def _round(field: Field, tables: Sequence[Table], byes: tuple[int, ...]) -> TableRound:
    """The round with its report, the table with the most points a player first."""
    players = [player for player in field.players if player.number not in byes]
    place = {player.number: index for index, player in enumerate(players)}
    points = {player.number: Fraction(player.points) for player in players}
    if field.fixed:
        tables = sorted(tables, key=lambda table: -sum(points[number] for number in table) / len(table))
    sizes = tuple(map(len, tables))
    placed = [[place[number] for number in table] for table in tables]
    return TableRound(tuple(tables), byes, report(Costs(field, players, sizes), placed, sizes))


def bye_players(players: Sequence[Player], count: int, chance: np.random.Generator) -> tuple[int, ...]:
    """Who has a bye: the fewest byes before, then the fewest points, then by lot, drawn in the order of numbers."""
    by_number = sorted(players, key=lambda player: player.number)
    lots = chance.permutation(len(by_number)).tolist()
    order = sorted(range(len(lots)), key=lambda i: (by_number[i].byes, by_number[i].points, lots[i]))
    return tuple(sorted(by_number[place].number for place in order[:count]))


def in_order(players: list[Player], chance: np.random.Generator) -> list[Player]:
    """The standings: most points first, equal ones by lot."""
    by_number = sorted(players, key=lambda player: player.number)
    lots = chance.permutation(len(by_number)).tolist()
    return [by_number[i] for i in sorted(range(len(by_number)), key=lambda i: (-by_number[i].points, lots[i]))]


def quick_tables(field: Field) -> tuple[tuple[Table, ...], tuple[int, ...]]:
    """Tables and byes, with the same byes and sizes as `pair_tables` and about as few repeats. Errors as there."""
    chance = np.random.default_rng(field.seed)
    sizes = field.sizes.of(len(field.players))
    byes = bye_players(field.players, len(field.players) - sum(sizes), chance)
    players = in_order([player for player in field.players if player.number not in byes], chance)
    at = np.repeat(np.arange(len(sizes)), sizes)
    if len(sizes) > 1:
        at = search_by_sweeps(Costs(field, players, sizes), at, sizes)
    tables = [tuple(players[place].number for place in np.flatnonzero(at == table)) for table in range(len(sizes))]
    return tuple(tables), byes


def explain(found: TableRound) -> Iterator[Sentence]:
    """The criteria in descending priority; of those that were met plainly only that they were. Everybody reads this, so
    it is silent about who should have been kept apart."""
    report = found.report
    if found.byes:
        pattern = "Bye: {players} (who had fewest byes, and of those the lowest in points)"
        yield Sentence(pattern, players=found.byes)
    if report.other_sizes:
        yield Sentence("Tables of another size than the preferred one: {tables}", tables=report.other_sizes)
    if not report.repeats:
        yield Sentence("Nobody meets anybody again.")
    elif report.is_proved_without_repeats:
        yield Sentence("Repeated meetings: {repeats}; fewer are impossible.", repeats=report.repeats)
    else:
        pattern = "Repeated meetings: {repeats}; fewer than {least} are impossible."
        yield Sentence(pattern, repeats=report.repeats, least=report.repeats_bound)
    if report.unfairness:
        pattern = "Players at tables of another size had been at such tables {times} times; fewer than {least} are impossible."
        yield Sentence(pattern, times=report.unfairness, least=report.unfairness_bound)
    pattern = "Squared differences of points at the tables: {spread} together; less than {least} is impossible."
    yield Sentence(pattern, spread=str(report.spread), least=str(report.spread_bound))
    if report.uneven_seats:
        if report.uneven_bound:
            pattern = "Players whose seats are more than one game apart: {players}; fewer than {least} are impossible."
            yield Sentence(pattern, players=report.uneven_seats, least=report.uneven_bound)
        else:  # that fewer than none are impossible need not be said
            yield Sentence("Players whose seats are more than one game apart: {players}", players=report.uneven_seats)
    else:
        yield Sentence("Everybody has sat in each seat as often as in any other, or once more.")
