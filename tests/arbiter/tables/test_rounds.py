"""Swiss rounds at tables: what holds in every round of every tournament."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from arbiter.errors import FieldError, SeedError
from arbiter.pairing.tables.field import SEAT_SHARE, Field, Player, Sizes
from arbiter.pairing.tables.rounds import TableRound, pair_tables
from tests.arbiter.tables.tournaments import SimulatedTournament, after
from tests.seldom import first_few

ROOT = Path(__file__).resolve().parents[3]
WITH_FIVE = Sizes(4, frozenset({3, 4, 5}))


@pytest.mark.parametrize("sizes", [Sizes(), WITH_FIVE, Sizes(3, frozenset({3, 4})), Sizes(5, frozenset({4, 5}))])
@pytest.mark.parametrize("size", first_few([3, 5, 6, 7, 11, 16, 130, 22], 7))
def test_everybody_sits_once_or_has_a_bye_and_the_report_is_right(size: int, sizes: Sizes) -> None:
    if size < min(sizes.allowed):
        return
    tournament = SimulatedTournament(size, seed=size, sizes=sizes)
    for _ in range(4):
        field = tournament.field()
        found = pair_tables(field)
        assert sorted([n for table in found.tables for n in table] + list(found.byes)) == list(range(1, size + 1))
        assert sorted(map(len, found.tables)) == sorted(sizes.of(size))
        met = Counter(pair for table in tournament.past for pair in combinations(sorted(table), 2))
        now = [pair for table in found.tables for pair in combinations(sorted(table), 2)]
        assert found.report.repeats == sum(2 * met[pair] - 1 for pair in now if met[pair])
        assert found.report.spread == sum((tournament.points[a] - tournament.points[b]) ** 2 for a, b in now)
        assert found.report.repeats >= found.report.repeats_bound
        assert found.report.unfairness >= found.report.unfairness_bound
        assert found.report.spread >= found.report.spread_bound
        tournament.play(found)
        assert (
            found.report.uneven_bound
            <= found.report.uneven_seats
            == uneven(tournament.past, found.byes, sizes.preferred)
        )


def uneven(past: list[tuple[int, ...]], byes: tuple[int, ...], turns: int) -> int:
    """Players of the last round whose most frequent and rarest seat are more than one game apart."""
    sat = Counter((number, seat) for table in past for seat, number in enumerate(table))
    seats = range(min(turns, max(map(len, past))))
    counts = {number: [sat[number, seat] for seat in seats] for table in past for number in table if number not in byes}
    return sum(max(row) - min(row) > 1 for row in counts.values())


def test_the_same_field_gives_the_same_round() -> None:
    for size in (16, 150):
        field = after(size, 2, seed=5).field()
        assert pair_tables(field) == pair_tables(field)


@pytest.mark.parametrize(("size", "sizes"), [(18, Sizes()), (5, Sizes()), (13, Sizes(4, frozenset({4}))), (130, None)])
def test_the_order_in_which_players_are_listed_does_not_matter(size: int, sizes: Sizes | None) -> None:
    """Neither for tables nor for byes: five players at a table of four, one of thirteen left over."""
    for rounds, seed in ((0, 5), (2, 5), (2, 6)):
        field = after(size, rounds, seed, sizes).field()
        found = pair_tables(field)
        for turn in (1, 4):
            players = (*field.players[turn:], *field.players[:turn])[::-1]
            assert pair_tables(replace(field, players=players)) == found


def test_a_bye_goes_to_the_last_who_had_none() -> None:
    tournament = SimulatedTournament(5, seed=1)
    first = pair_tables(tournament.field())
    tournament.play(first)
    second = pair_tables(tournament.field())
    assert len(first.byes) == len(second.byes) == 1
    assert first.byes != second.byes
    left = {number: points for number, points in tournament.points.items() if number not in first.byes}
    assert left[second.byes[0]] == min(left.values())


def test_players_may_come_late_and_leave() -> None:
    tournament = after(16, 2, seed=3)
    field = tournament.field(absent=frozenset({2, 5, 9, 10}))
    late = Field((*field.players, Player(77)), field.past, field.sizes, 9)
    found = pair_tables(late)
    assert sorted(n for table in found.tables for n in table) == sorted(p.number for p in late.players)


def most_meetings(tournament: SimulatedTournament) -> int:
    met = Counter(pair for table in tournament.past for pair in combinations(sorted(table), 2))
    return max(met.values())


def test_with_more_than_enough_opponents_nobody_meets_anybody_twice() -> None:
    for size, rounds in ((32, 5), (200, 6)):
        assert most_meetings(after(size, rounds, seed=1)) == 1


def test_tables_of_another_size_go_round() -> None:
    """Nobody sits at a third table of 3 before everybody has sat at one, where opponents allow it; nobody meets anybody twice."""
    tournament = after(50, 6, seed=2)
    assert most_meetings(tournament) == 1
    odd = Counter(number for table in tournament.past if len(table) != 4 for number in table)
    assert max(odd.values()) == 1


def test_a_table_after_the_standings_comes_first() -> None:
    tournament = after(100, 2, seed=1)
    found = pair_tables(tournament.field())
    means = [sum(tournament.points[n] for n in table) / len(table) for table in found.tables]
    assert means == sorted(means, reverse=True)


@pytest.mark.parametrize("rounds", [3, 7])
def test_a_thousand_players_meet_nobody_again_and_nearly_all_sit_evenly(rounds: int) -> None:
    """Rounds 4 and 8 are the hardest, because seats must come out even then; nearly everybody's do, if that may cost.
    `benchmarks.tournaments` says how long it takes."""
    tournament = after(1000, rounds, seed=1)
    for field, most in ((tournament.field(), 120), (replace(tournament.field(), seat_share=None), 50)):
        found = pair_tables(field)
        assert found.report.repeats == 0
        assert found.report.uneven_seats <= most


def test_even_seats_do_not_spoil_the_tables_of_the_leaders() -> None:
    """Round 4 of a hundred players: the leaders' tables are hardly wider than without a price of seats, unless the tournament
    prefers even seats; those are evener then. All others pay a little for theirs."""
    tournament = after(100, 3, seed=1)
    level, usual, even = (
        pair_tables(replace(tournament.field(), seat_price=price, seat_share=share))
        for price, share in ((Fraction(0), SEAT_SHARE), (None, SEAT_SHARE), (None, None))
    )

    def range_of_leaders(found: TableRound) -> float:
        """The mean range of points at the first quarter of the tables."""
        wide = [
            float(max(tournament.points[n] for n in t) - min(tournament.points[n] for n in t)) for t in found.tables
        ]
        return statistics.mean(wide[: len(wide) // 4])

    assert range_of_leaders(usual) <= range_of_leaders(level) + 0.06
    assert range_of_leaders(even) > 0.3
    assert even.report.uneven_seats < usual.report.uneven_seats < level.report.uneven_seats


def test_fields_that_contradict_themselves_are_refused() -> None:
    with pytest.raises(FieldError, match="number 1"):
        Field((Player(1), Player(1)))
    with pytest.raises(FieldError, match="sat twice"):
        Field((Player(1),), ((1, 2, 1),))
    with pytest.raises(FieldError, match="is invalid; a table has 2 to 5 players"):
        Field((Player(1),), ((1, 2, 3, 4, 5, 6),))
    with pytest.raises(FieldError, match=r"has -1 points and 0 byes; neither can be negative\."):
        Field((Player(1, Fraction(-1)),))
    with pytest.raises(SeedError, match=r"A random seed must be a whole number from 0, not -1\.") as caught:
        Field((Player(1),), seed=-1)
    assert caught.value.code == "seed"
    with pytest.raises(FieldError, match="0 or more"):
        Field((Player(1),), seat_price=Fraction(-1))
    with pytest.raises(FieldError, match="that seats may cost must be 0 or more, not -1"):
        Field((Player(1),), seat_share=Fraction(-1))


ONE_ROUND = """
from tests.arbiter.tables.tournaments import after
print(after(100, 2, seed=1).past)
"""


def test_a_round_is_the_same_on_every_processor() -> None:
    """Whoever pairs again to check a round may have another machine: libraries add up in an order of their own on each."""

    def paired_on(kernel: str) -> str:
        environment = {**os.environ, "OPENBLAS_CORETYPE": kernel}
        command = [sys.executable, "-c", ONE_ROUND]
        return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True).stdout

    assert paired_on("Nehalem") == paired_on("Haswell") == f"{after(100, 2, seed=1).past}\n"
