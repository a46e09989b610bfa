"""The groups that leagues have: what each size gives everybody, counted here and recorded in data/groups.md."""

from __future__ import annotations

import io
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from arbiter.errors import ScheduleSizeError
from arbiter.kept import from_json, to_json
from arbiter.schedules.__main__ import main
from arbiter.schedules.catalogue import GROUP_SIZES, Quality, group_tables, qualities, quality, rows

RECORDED = Path(__file__).parent / "data" / "groups.md"


@pytest.mark.parametrize("table", [2, 3, 4, 5])
@pytest.mark.parametrize("players", GROUP_SIZES)
def test_a_group_of_every_size_plays_as_its_quality_says(players: int, table: int) -> None:
    """Counted here, not by the code under test; nobody's games or seats differ by more than one from another's."""
    tables = group_tables(players, table)
    assert all(len(set(row)) == table for row in tables)
    found, everybody = quality(players, tables), range(1, players + 1)
    played = Counter(player for row in tables for player in row)
    met = Counter(frozenset(pair) for row in tables for pair in combinations(row, 2))
    sat = Counter((player, seat) for row in tables for seat, player in enumerate(row))
    pairs = [met[frozenset(pair)] for pair in combinations(everybody, 2)]
    seats = [sat[player, seat] for player in everybody for seat in range(table)]
    games = [played[player] for player in everybody]
    assert found == Quality(
        players,
        table,
        len(tables),
        (min(games), max(games)),
        (min(pairs), max(pairs)),
        (min(seats), max(seats)),
    )
    assert min(games) == max(games) == (players - 1 if table == 2 else table)
    assert max(pairs) - min(pairs) <= 1
    assert max(seats) - min(seats) <= 1


def is_perfect(one: Quality) -> bool:
    return all(least == most for least, most in (one.games, one.meetings, one.seats))


def test_seven_at_tables_of_four_meet_each_twice_and_sit_in_each_seat_once() -> None:
    seven = quality(7, group_tables(7, 4))
    assert (seven.games, seven.meetings, seven.seats) == ((4, 4), (2, 2), (1, 1))
    assert [one.players for one in qualities() if one.table == 4 and is_perfect(one)] == [5, 7]
    assert [one.players for one in qualities() if one.table == 2 and is_perfect(one)] == [5, 7, 9]
    assert from_json(Quality, to_json(seven)) == seven


def test_pairs_meet_once_and_in_two_legs_once_with_either_colour() -> None:
    for players in GROUP_SIZES:
        both = group_tables(players, 2, legs=2)
        assert Counter(both) == dict.fromkeys(
            [(one, other) for one in range(1, players + 1) for other in range(1, players + 1) if one != other], 1
        )
        assert is_perfect(quality(players, both))
        assert group_tables(players, 2, games=players - 1) == group_tables(players, 2)
    with pytest.raises(ScheduleSizeError, match="6 games per leg, not 4"):
        group_tables(7, 2, games=4)


def test_two_legs_at_tables_are_measured_alike() -> None:
    found = quality(8, group_tables(8, 4, games=7, legs=2))
    assert (found.games, found.meetings) == ((14, 14), (6, 6))
    assert quality(3, ()) == Quality(3, 0, 0, (0, 0), (0, 0), (0, 0))


def test_the_recorded_quality_is_what_the_command_measures() -> None:
    out, errors = io.StringIO(), io.StringIO()
    assert main(["groups"], out, errors) == 0
    assert out.getvalue().splitlines() == list(rows())
    assert out.getvalue() in RECORDED.read_text(encoding="utf-8")
