"""Advancing from tables, and groups with finals."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, permutations, product

import pytest

from arbiter.errors import FieldSizeError, ResultError, UndecidedError
from arbiter.formats.groups import final_tables, groups, qualified
from arbiter.formats.knockout import advance, first_round, seeded_tables

BY_NUMBER = {player: (player,) for player in range(1000)}
"""The larger number is better."""


def test_tables_are_dealt_in_a_serpentine() -> None:
    assert seeded_tables(range(1, 9), 2) == ((1, 4, 5, 8), (2, 3, 6, 7))
    assert groups(range(1, 8), 2) == ((1, 4, 5), (2, 3, 6, 7))
    with pytest.raises(FieldSizeError, match="at least two"):
        seeded_tables([1, 2, 3], 2)


def test_six_tables_of_three_send_their_winners_and_the_two_best_others() -> None:
    """The wild cards go to the seconds with the larger share of their winner's points."""
    outcomes = [{10 * t + 1: 1, 10 * t + 2: 2, 10 * t + 3: 3} for t in range(1, 7)]
    found = advance(outcomes, per_table=1, total=8, better=BY_NUMBER)
    assert found == (11, 21, 31, 41, 51, 61, 62, 52)


def test_a_shared_win_takes_both_on_and_a_wild_card_less() -> None:
    outcomes = [{1: 1, 2: 1, 3: 3}, {4: 1, 5: 2, 6: 3}]
    found = advance(outcomes, per_table=1, total=4, better=BY_NUMBER)
    assert found == (1, 2, 4, 5)
    with pytest.raises(UndecidedError, match="3 players are tied for"):
        advance(outcomes, per_table=1, total=2, better=BY_NUMBER)


def test_equals_for_the_last_chair_are_not_decided_silently() -> None:
    outcomes = [{1: 1, 2: 2, 3: 3}, {4: 1, 5: 2, 6: 3}]
    with pytest.raises(UndecidedError, match="are tied for the last place"):
        advance(outcomes, per_table=1, total=3, better={})
    with pytest.raises(ResultError, match="two tables"):
        advance([outcomes[0], outcomes[0]], per_table=1, total=3, better={})
    with pytest.raises(FieldSizeError, match="do not fit"):
        advance(outcomes, per_table=2, total=3, better={})


IMPOSSIBLE_PLACES = [(2, 3, 4), (1, 1, 2), (1, 2, 4), (0, 1, 2), (1, 3, 3), (2, 2, 2), (1, 2, 2, 3), (-1, 2, 3), ()]


@pytest.mark.parametrize("places", IMPOSSIBLE_PLACES)
def test_places_no_table_can_have_are_refused(places: tuple[int, ...]) -> None:
    """In a ranking with shared places everybody's place is one more than the number of those before."""
    wrong = dict(enumerate(places, start=1))
    with pytest.raises(
        ResultError, match="players finished ahead; it should be" if places else "A table needs at least one place."
    ) as refusal:
        advance([{11: 1, 12: 2, 13: 3}, wrong], per_table=1, total=2, better=BY_NUMBER)
    assert refusal.value.code == "format_result"


def test_all_places_a_table_can_have_are_taken() -> None:
    """The places that any points at three or four seats lead to are fine, shared ones too."""
    for size in (3, 4):
        for points in product(range(size), repeat=size):
            places = {player: 1 + sum(other > mine for other in points) for player, mine in enumerate(points)}
            firsts = sum(place == 1 for place in places.values())
            found = advance([places], per_table=1, total=size, better=BY_NUMBER)
            assert {places[player] for player in found[:firsts]} == {1}
            assert sorted(found) == list(range(size))
    with pytest.raises(ResultError, match="Player 6 has place 2, but 2 players finished ahead; it should be 3"):
        advance([{4: 1, 5: 1, 6: 2}], per_table=1, total=2, better={})


def test_exactly_as_many_go_on_as_there_are_chairs() -> None:
    chance = random.Random(1)
    for _ in range(200):
        tables, size = chance.randint(2, 9), chance.randint(3, 5)
        outcomes = [
            (dict(zip(chance.sample(range(t * 10, t * 10 + size), size), range(1, size + 1), strict=True)))
            for t in range(tables)
        ]
        total = chance.randint(tables, tables * size)
        found = advance(outcomes, per_table=1, total=total, better=BY_NUMBER)
        assert len(set(found)) == total
        worst = max(o[p] for o in outcomes for p in o if p in found)
        assert all(o[p] >= worst for o in outcomes for p in o if p not in found)


def test_winners_of_groups_are_seeded_and_meet_seconds_of_other_groups() -> None:
    standings = [(11, 12, 13), (21, 22, 23), (31, 32, 33), (41, 42, 43)]
    assert qualified(standings, 2) == (11, 21, 31, 41, 12, 22, 32, 42)
    matches = first_round(qualified(standings, 2), {player: player // 10 for group in standings for player in group})
    assert [(m.one, m.other) for m in matches] == [(11, 42), (41, 12), (21, 32), (31, 22)]
    with pytest.raises(FieldSizeError, match="Group 2 has 1"):
        qualified([(1, 2), (3,)], 2)


def test_final_tables_keep_groups_apart() -> None:
    standings = [tuple(10 * group + rank for rank in range(1, 8)) for group in range(1, 5)]
    for count in (2, 4):
        tables = final_tables(standings, 2, count)
        assert sorted(p for table in tables for p in table) == sorted(qualified(standings, 2))
        for table in tables:
            homes = [player // 10 for player in table]
            assert len(set(homes)) == len(homes)
            assert sum(player % 10 == 1 for player in table) == len(table) // 2


def meetings_inside(tables: Sequence[Sequence[int]]) -> int:
    """How many pairs of a group sit at a table together."""
    return sum(one // 10 == other // 10 for table in tables for one, other in combinations(table, 2))


def fewest_meetings(seeds: Sequence[int], tables: int) -> int:
    """The fewest of all ways to deal the seeds in rounds of one to each table."""
    rounds = [seeds[start : start + tables] for start in range(0, len(seeds), tables)]
    ways = (permutations([*row, *range(-10, -10 * (tables - len(row)) - 1, -10)]) for row in rounds[1:])
    return min(
        meetings_inside([[p for p in table if p > 0] for table in zip(rounds[0], *way, strict=True)])
        for way in product(*ways)
    )


def test_no_other_deal_of_final_tables_has_fewer_meetings_inside_groups() -> None:
    """All deals tried, for all sizes up to four rounds of three and three rounds of four."""
    tried = 0
    for count, per_group, tables in product(range(1, 7), range(1, 7), range(1, 5)):
        if not 2 * tables <= count * per_group <= (12 if tables > 2 else 10):
            continue
        standings = [tuple(10 * group + rank for rank in range(1, 8)) for group in range(1, count + 1)]
        found = final_tables(standings, per_group, tables)
        seeds = qualified(standings, per_group)
        assert meetings_inside(found) == fewest_meetings(seeds, tables), (count, per_group, tables)
        tried += 1
    assert tried > 40


def test_every_final_table_has_its_share_of_each_group_and_of_the_winners() -> None:
    """Larger fields; the groups and tables are as even as whole numbers allow, and the first winners stand in order."""
    chance = random.Random(7)
    for _ in range(300):
        count, per_group, tables = chance.randint(1, 12), chance.randint(1, 6), chance.randint(1, 9)
        if count * per_group < 2 * tables:
            continue
        standings = [tuple(chance.sample(range(10 * g, 10 * g + 10), 6)) for g in range(1, count + 1)]
        found = final_tables(standings, per_group, tables)
        assert sorted(p for table in found for p in table) == sorted(qualified(standings, per_group))
        assert found == final_tables(standings, per_group, tables)
        seeds = qualified(standings, per_group)
        assert tuple(table[0] for table in found) == seeds[:tables]
        winners = set(seeds[:count])
        shares = [[len(table) for table in found], [len(winners.intersection(table)) for table in found]]
        shares += [[sum(p // 10 == group for p in table) for table in found] for group in range(1, count + 1)]
        assert all(max(share) - min(share) <= 1 for share in shares)


def test_three_groups_at_three_final_tables_are_apart() -> None:
    standings = [(11, 12, 13), (21, 22, 23), (31, 32, 33)]
    assert final_tables(standings, 2, 3) == ((11, 22), (21, 32), (31, 12))
    assert final_tables(standings, 3, 3) == ((11, 22, 33), (21, 32, 13), (31, 12, 23))
