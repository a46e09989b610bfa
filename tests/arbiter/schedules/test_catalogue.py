"""Every stored schedule, checked from scratch: games, meetings, seats, and whether its verdict is right."""

from __future__ import annotations

import io
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from arbiter.errors import BrokenSchedule, ImpossibleSchedule, ScheduleSizeError
from arbiter.schedules.__main__ import main
from arbiter.schedules.bounds import bound, bound_of_two_legs, impossible
from arbiter.schedules.catalogue import Proof, Schedule, schedule, sizes_offered
from arbiter.schedules.designs import affine, read_entries

POSSIBLE = [sizes for sizes in sizes_offered() if impossible(*sizes) is None]
IMPOSSIBLE = [sizes for sizes in sizes_offered() if impossible(*sizes) is not None]


def spreads(found: Schedule) -> tuple[int, int]:
    """Meetings and seats counted here, not by the code under test."""
    met = Counter(frozenset(pair) for table in found.tables for pair in combinations(table, 2))
    counts = [met[frozenset(pair)] for pair in combinations(range(1, found.players + 1), 2)]
    sat = Counter((player, seat) for table in found.tables for seat, player in enumerate(table))
    uneven = [
        max(sat[player, seat] for seat in range(found.table)) - min(sat[player, seat] for seat in range(found.table))
        for player in range(1, found.players + 1)
    ]
    return max(counts) - min(counts), max(uneven)


@pytest.mark.parametrize("legs", [1, 2])
@pytest.mark.parametrize("table", [3, 4, 5])
def test_every_schedule_keeps_what_it_says(table: int, legs: int) -> None:
    """Nobody twice at a table, everybody the right number of games, seats within one, spreads as stated."""
    for players, size, games in POSSIBLE:
        if size != table:
            continue
        found = schedule(players, table, games, legs)
        assert all(len(set(row)) == table for row in found.tables)
        played = Counter(player for row in found.tables for player in row)
        assert played == dict.fromkeys(range(1, players + 1), games * legs)
        assert (found.meetings, found.seats) == spreads(found)
        assert found.seats <= 1
        assert found.meetings >= found.bound
        assert (found.proof is Proof.OPTIMAL) == (found.meetings == found.bound)


def test_every_single_schedule_is_proved_optimal_and_within_two() -> None:
    for sizes in POSSIBLE:
        found = schedule(*sizes)
        assert found.proof is Proof.OPTIMAL, sizes
        assert found.meetings <= (1 if found.bound < 2 else 2), sizes


def test_the_first_leg_of_a_double_schedule_is_a_schedule_of_its_own() -> None:
    for players, table, games in POSSIBLE:
        both = schedule(players, table, games, 2).tables
        half = len(both) // 2
        assert set(Counter(player for row in both[:half] for player in row).values()) == {games}, (
            players,
            table,
            games,
        )


def test_what_is_impossible_is_refused_with_the_reason() -> None:
    assert len(POSSIBLE) + len(IMPOSSIBLE) == 3 * 12 * 15
    for players, table, games in IMPOSSIBLE:
        assert players * games % table
        with pytest.raises(ImpossibleSchedule, match="not a multiple of"):
            schedule(players, table, games)
    with pytest.raises(ImpossibleSchedule, match="use a multiple of 4 games"):
        schedule(7, 4, 3)
    with pytest.raises(ImpossibleSchedule, match="3 players are too few for a table of 4"):
        schedule(3, 4, 4)


def test_sizes_nobody_searched_are_refused_with_what_there_is() -> None:
    with pytest.raises(ScheduleSizeError, match="5 to 16 players"):
        schedule(18, 3, 2)
    with pytest.raises(ScheduleSizeError, match="tables of 3 to 5"):
        schedule(12, 6, 2)


def test_a_bound_is_reached_or_known_to_hold() -> None:
    """The classical cases: Fisher, Bruck–Ryser–Chowla, Hall–Connor, half a pair, one game a leg."""
    assert bound(15, 5, 7).spread == 2
    assert "Hall, Connor" in bound(15, 5, 7).reason
    assert bound(16, 4, 5).spread == 0
    assert bound(9, 4, 4).spread == 1
    assert bound(8, 4, 2).spread == 2
    assert "in total, but spread 1 allows only" in bound(8, 4, 2).reason
    assert bound(5, 3, 3).spread == 1
    assert bound_of_two_legs(12, 4, 1).spread == 2
    assert bound(13, 4, 4).reason == "every pair meets 1 times"


def test_a_file_that_cannot_be_read_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "tables-of-3.txt"
    path.write_text("# fine\n6 1 : abc def / abd cef\n6 1 ; abc\n", encoding="ascii")
    with pytest.raises(BrokenSchedule, match="line 3"):
        list(read_entries(path))


def test_the_command_prints_a_schedule_and_refuses_what_there_is_none_for() -> None:
    out, errors = io.StringIO(), io.StringIO()
    assert main(["7", "4", "4"], out, errors) == 0
    assert out.getvalue().splitlines()[:2] == ["1 4 6 7", "2 5 7 1"]
    assert "0 0 proved optimal" in out.getvalue()
    assert main(["7", "4", "3"], out, errors) == 2
    assert errors.getvalue().startswith("schedule_impossible: 7 players × 3 games make 21 seats")
    assert main(["seven"], out, errors) == 2


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("legs", [1, 2])
def test_as_many_as_a_table_has_play_all_games_together(players: int, legs: int) -> None:
    for games in range(1, 16):
        found = schedule(players, players, games, legs)
        assert [sorted(table) for table in found.tables] == [list(range(1, players + 1))] * (games * legs)
        assert (found.meetings, found.bound, found.proof) == (0, 0, Proof.OPTIMAL)
        assert found.seats == spreads(found)[1] == (0 if games * legs % players == 0 else 1)
    for sizes in ((players, players, 16), (2, 2, 1)):
        with pytest.raises(ScheduleSizeError, match="Available: one table, or 5 to 16 players"):
            schedule(*sizes, legs)


@pytest.mark.parametrize("sizes", [(7, 0, 4), (7, -4, 4), (0, 4, 4), (7, 4, 0), (7, 4, -4), (-8, -4, 2)])
def test_numbers_below_one_are_refused_with_the_reason(sizes: tuple[int, int, int]) -> None:
    with pytest.raises(ImpossibleSchedule, match="each number must be at least 1"):
        schedule(*sizes)
    out, errors = io.StringIO(), io.StringIO()
    assert main([str(number) for number in sizes], out, errors) == 2
    assert errors.getvalue().startswith("schedule_impossible: ")


@pytest.mark.parametrize("rest", [["dubble"], ["double", "double"], ["single"], [""]])
def test_only_double_may_follow_the_three_numbers(rest: list[str]) -> None:
    out, errors = io.StringIO(), io.StringIO()
    assert main(["7", "4", "4", *rest], out, errors) == 2
    assert (out.getvalue(), errors.getvalue()[:7]) == ("", "usage: ")
    assert main(["7", "4", "4", "double"], out, errors) == 0
    assert len(out.getvalue().splitlines()) == 14 + 1


def test_two_legs_of_two_games_for_sixteen_at_tables_of_four_are_rounds_of_the_affine_plane() -> None:
    """In four of its five rounds no pair meets twice and everybody meets 12 of 15 others: the least spread is 1."""
    both = schedule(16, 4, 2, 2)
    assert (both.meetings, both.bound, both.seats, both.proof) == (1, 1, 0, Proof.OPTIMAL)
    plane = [frozenset(table) for tables in (affine(4) or ())[:4] for table in tables]
    assert Counter(map(frozenset, both.tables)) == Counter(plane)
    for leg in (both.tables[:8], both.tables[8:], schedule(16, 4, 2).tables):
        met = Counter(frozenset(pair) for table in leg for pair in combinations(table, 2))
        assert set(met.values()) == {1}
        assert len(met) == 8 * 6


def test_the_recorded_spreads_are_those_of_the_schedules() -> None:
    """Every cell of the table in data/spreads.md."""
    text = (Path(__file__).parent / "data" / "spreads.md").read_text(encoding="utf-8")
    cells = {}
    for line in text.splitlines():
        head, *rest = (cell.strip() for cell in line.strip("|").split("|"))
        if "," in head and head[0].isdigit():
            players, table = map(int, head.split(","))
            cells |= {(players, table, games): cell for games, cell in enumerate(rest, start=1)}
    assert set(cells) == set(sizes_offered())
    for sizes in POSSIBLE:
        one, both = (schedule(*sizes, legs) for legs in (1, 2))
        star = "" if both.proof is Proof.OPTIMAL else "*"
        assert cells[sizes] == f"{one.meetings}/{both.meetings}{star}", sizes
    assert {cells[sizes] for sizes in IMPOSSIBLE} == {"-"}
