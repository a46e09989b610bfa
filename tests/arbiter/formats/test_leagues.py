"""Leagues: places are conserved whatever leaves, idles and comes; points, schedules and withdrawals of a season."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, combinations, pairwise

import pytest

from arbiter.errors import FieldSizeError, LeagueBalanceError, ResultError, SeasonTooSmall
from arbiter.formats.groups import Withdrawal, withdrawal
from arbiter.formats.leagues import Level, Move, Season, exchange_for, group_sizes, next_season, part
from arbiter.schedules.catalogue import GROUP_SIZES, group_tables


def pyramid(levels: int, size: int = 7) -> tuple[Level, ...]:
    """1, 2, 4, … groups; player 213 is third of the second group on the second level from the top, counted from 1."""
    return tuple(
        tuple(
            tuple(1000 * (level + 1) + 10 * group + place for place in range(1, size + 1))
            for group in range(1, 2**level + 1)
        )
        for level in range(levels)
    )


def test_one_up_and_two_down_balance_where_each_level_has_twice_the_groups() -> None:
    assert exchange_for(pyramid(4), up=1, down=2) == (2, 4, 8)
    assert exchange_for(pyramid(3), up=1, down=1) == (1, 2)


def test_winners_go_up_and_the_last_go_down() -> None:
    levels = pyramid(3)
    found = next_season(Season(levels, exchange_for(levels)))
    assert [len(level) for level in found.levels] == [7, 14, 28]
    assert {p for p, move in found.moves.items() if move is Move.UP} == {2011, 2021, 3011, 3021, 3031, 3041}
    assert {p for p, move in found.moves.items() if move is Move.DOWN} == {1016, 1017, 2016, 2017, 2026, 2027}
    assert found.levels[0] == (1011, 1012, 1013, 1014, 1015, 2011, 2021)


def test_a_vacancy_goes_to_who_just_missed_then_to_the_relegated() -> None:
    levels = pyramid(2)
    one = next_season(Season(levels, (2,), leaving=frozenset({1013})))
    assert one.moves[2012] is Move.FILLS
    assert 2012 in one.levels[0]
    three = next_season(Season(levels, (2,), leaving=frozenset({1013, 1012, 1014})))
    assert {p for p, move in three.moves.items() if move is Move.FILLS} == {2012, 2022}
    assert {p for p, move in three.moves.items() if move is Move.KEPT} == {1016}
    assert {p for p, move in three.moves.items() if move is Move.DOWN} == {1017}
    assert len(three.levels[0]) == 7


def test_who_leaves_is_not_promoted_and_who_is_inactive_goes_down() -> None:
    levels = pyramid(2)
    found = next_season(Season(levels, (2,), leaving=frozenset({2011}), inactive=frozenset({1011, 2021})))
    assert found.moves[2012] is Move.UP
    assert found.moves[2022] is Move.UP
    assert found.moves[1011] is Move.DOWN
    assert found.moves[1017] is Move.DOWN
    assert found.moves[1016] is Move.STAYS
    assert found.moves[2021] is Move.STAYS
    leaver = next_season(Season(levels, (2,), leaving=frozenset({1017})))
    assert leaver.moves[1016] is Move.DOWN
    assert leaver.moves[1015] is Move.STAYS


def test_equal_ranks_are_compared_across_groups() -> None:
    levels = pyramid(2)
    found = next_season(Season(levels, (1,), better={player: (player,) for player in range(10_000)}))
    assert {p for p, move in found.moves.items() if move is Move.UP} == {2021}
    plain = next_season(Season(levels, (1,)))
    assert {p for p, move in plain.moves.items() if move is Move.UP} == {2011}


def test_each_group_has_one_who_just_missed_whatever_the_ranks() -> None:
    """Of group 1 the second and third leave: its fourth just missed, and comes before the third of group 2."""
    level = tuple(range(11, 18)), tuple(range(21, 28))
    found = next_season(Season(((tuple(range(1, 8)),), level), (2,), leaving=frozenset({2, 3, 12, 13})))
    assert {p for p, move in found.moves.items() if move is Move.FILLS} == {22, 14}
    one = next_season(Season(((tuple(range(1, 8)),), level), (2,), leaving=frozenset({2, 12, 13})))
    assert {p for p, move in one.moves.items() if move is Move.FILLS} == {22}


def test_vacancies_are_filled_from_as_far_below_as_needed() -> None:
    levels = ((1, 2, 3, 4),), ((5, 6),), (tuple(range(7, 13)),)
    found = next_season(Season(levels, (0, 0), leaving=frozenset({1, 2, 3, 4})))
    assert found.levels == ((5, 6, 7, 8), (9, 10), (11, 12))
    assert found.moves == dict.fromkeys(range(5, 11), Move.FILLS) | dict.fromkeys((11, 12), Move.STAYS)


def test_inactive_players_beyond_the_places_of_a_level_go_on_down() -> None:
    levels = ((1, 2, 3, 4),), ((5,),), ((6, 7, 8, 9),)
    found = next_season(Season(levels, (0, 0), inactive=frozenset({2, 3, 4})))
    assert found.levels == ((1, 5, 6, 7), (2,), (3, 4, 8, 9))
    assert {p for p, move in found.moves.items() if move is Move.DOWN} == {2, 3, 4}


def any_league(chance: random.Random) -> Season:
    """Levels of any shape, any exchange they can supply, and anything from nobody to nearly everybody gone or idle."""
    numbers = iter(range(1, 1000))
    levels = tuple(
        tuple(
            tuple(next(numbers) for _ in range(chance.randint(0 if chance.random() < 0.1 else 1, 8)))
            for _ in range(chance.randint(1, 4))
        )
        for _ in range(chance.randint(1, 5))
    )
    exchange: list[int] = []
    for upper, lower in pairwise(levels):
        spare = sum(map(len, upper)) - sum(exchange[-1:])
        exchange.append(chance.randint(0, min(spare, sum(map(len, lower)), 6)))
    everybody = [p for level in levels for group in level for p in group]
    gone, idle = (chance.choice((0, 0.1, 0.3, 0.6, 0.9)) for _ in range(2))
    leaving = frozenset(p for p in everybody if chance.random() < gone)
    inactive = frozenset(p for p in everybody if chance.random() < idle)
    merit = {p: (chance.random(),) for p in everybody}
    better = chance.choice(({}, {player: (round(1000 * worth[0]),) for player, worth in merit.items()}))
    entrants = tuple(range(9001, 9001 + chance.randint(0, 9)))
    return Season(levels, tuple(exchange), leaving, inactive, entrants, better)


def even_league(chance: random.Random) -> Season:
    """A pyramid, of whom a few leave or idle."""
    levels = pyramid(chance.randint(1, 4), chance.randint(6, 8))
    everybody = [p for level in levels for group in level for p in group]
    leaving = frozenset(chance.sample(everybody, chance.randint(0, len(everybody) // 6)))
    inactive = frozenset(chance.sample(everybody, chance.randint(0, len(everybody) // 8)))
    return Season(levels, exchange_for(levels), leaving, inactive, (9001, 9002))


def seasons() -> list[Season]:
    return [
        make(random.Random(seed)) for make, count in ((any_league, 600), (even_league, 100)) for seed in range(count)
    ]


def levels_of(levels: Sequence[Iterable[int]]) -> dict[int, int]:
    return {player: number for number, level in enumerate(levels) for player in level}


def test_places_are_conserved() -> None:
    """Everybody who has not left plays on exactly one level; no level but the lowest ever has more players than places,
    nor fewer while anybody active plays anywhere below."""
    short = overfilled = 0
    for season in seasons():
        found = next_season(season)
        home = levels_of([chain.from_iterable(level) for level in season.levels])
        new = levels_of(found.levels)
        assert Counter(chain.from_iterable(found.levels)) == Counter(
            [*(home.keys() - season.leaving), *season.entrants]
        )
        assert found.moves.keys() == new.keys()
        active = home.keys() - season.leaving - season.inactive
        for number, level in enumerate(season.levels[:-1]):
            places = sum(map(len, level))
            if len(found.levels[number]) != places:
                assert len(found.levels[number]) < places
                assert not [player for player in active if new[player] > number]
                short += 1
            else:
                left = sum(home[player] <= number for player in season.leaving)
                rose = sum(home[player] > number >= new[player] for player in home.keys() - season.leaving)
                fell = sum(home[player] <= number < new[player] for player in home.keys() - season.leaving)
                above = sum(len(found.levels[n]) - sum(map(len, season.levels[n])) for n in range(number))
                assert rose == fell + left + above
        overfilled += any(new[player] > home[player] + 1 for player in home.keys() - season.leaving)
    assert short, "no league drawn ran out of players"
    assert overfilled, "no league drawn had more idle players than places below them"


def test_moves_say_what_happened() -> None:
    for season in seasons():
        found = next_season(season)
        home = levels_of([chain.from_iterable(level) for level in season.levels])
        new = levels_of(found.levels)
        for player, move in found.moves.items():
            if player in season.entrants:
                assert (move, new[player]) == (Move.NEW, len(season.levels) - 1)
            elif player in season.inactive:
                assert move in (Move.DOWN, Move.STAYS)
                assert new[player] > home[player] or home[player] == len(season.levels) - 1
            elif move is Move.DOWN:
                assert new[player] == home[player] + 1
            elif move is Move.UP:
                assert new[player] == home[player] - 1
            elif move is Move.FILLS:
                assert new[player] < home[player]
            else:
                assert new[player] == home[player]


def test_vacancies_are_filled_in_order() -> None:
    """Nobody able is passed over within a group; no group gives its second before every other gave the one who just
    missed and all the relegated were kept."""
    decided = 0
    for season in seasons():
        found = next_season(season)
        new = levels_of(found.levels)
        for number, (upper, level) in enumerate(pairwise(season.levels), start=1):
            one_up, stays = [], []
            for group in level:
                able = [p for p in group if p not in season.leaving | season.inactive]
                gone_up = [new[p] < number for p in able]
                assert gone_up == sorted(gone_up, reverse=True)
                one_up.append(sum(found.moves[p] is Move.FILLS and new[p] == number - 1 for p in able))
                moves = {found.moves[p] for p in able}
                stays.append(Move.STAYS in moves and Move.FILLS not in moves)
            if max(one_up) > 1:
                decided += 1
                assert not any(stays)
                active = {p for group in upper for p in group} - season.leaving - season.inactive
                assert Move.DOWN not in [found.moves[p] for p in active]
    assert decided > 20


def test_what_contradicts_itself_is_refused() -> None:
    levels = pyramid(2)
    with pytest.raises(ResultError, match="listed twice"):
        next_season(Season(levels, (2,), entrants=(1011,)))
    with pytest.raises(ResultError, match=r"is marked as leaving or inactive but is in no group\."):
        next_season(Season(levels, (2,), leaving=frozenset({5})))
    with pytest.raises(LeagueBalanceError, match="need 1 exchange numbers"):
        next_season(Season(levels, (2, 2)))
    with pytest.raises(LeagueBalanceError, match="players, too few to promote and relegate"):
        next_season(Season(levels, (8,)))


def test_the_stage_of_a_withdrawal_decides_what_becomes_of_the_games() -> None:
    assert withdrawal(0, 4) is Withdrawal.ANNUL
    assert withdrawal(1, 4) is Withdrawal.ANNUL
    assert withdrawal(2, 4) is Withdrawal.KEEP
    assert withdrawal(2, 5) is Withdrawal.ANNUL
    with pytest.raises(ResultError, match="finished games out of"):
        withdrawal(5, 4)


def partitions(players: int, least: int = 5) -> Iterable[tuple[int, ...]]:
    """All ways to part players into groups of 5 to 10, the sizes rising."""
    if players == 0:
        yield ()
    for first in range(least, min(players, 10) + 1):
        for rest in partitions(players - first, first):
            yield (first, *rest)


def away(sizes: Sequence[int], wished: int) -> int:
    """How far groups are from the wished size: squared, so that one far away is worse than two a little."""
    return sum((size - wished) ** 2 for size in sizes)


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (5, (5,)),
        (9, (9,)),
        (10, (5, 5)),
        (11, (5, 6)),
        (14, (7, 7)),
        (15, (7, 8)),
        (17, (8, 9)),
        (18, (6, 6, 6)),
        (20, (6, 7, 7)),
    ],
)
def test_groups_are_as_near_to_seven_as_can_be(players: int, sizes: tuple[int, ...]) -> None:
    assert group_sizes(players) == sizes


@pytest.mark.parametrize("players", range(5, 101))
def test_every_number_of_players_from_five_on_has_groups(players: int) -> None:
    sizes = group_sizes(players)
    assert sum(sizes) == players
    assert set(sizes) <= set(GROUP_SIZES) == {5, 6, 7, 8, 9, 10}
    assert list(sizes) == sorted(sizes)
    assert sizes[-1] - sizes[0] <= 1
    assert players < 18 or set(sizes) <= {6, 7, 8}
    dealt = part(range(players), sizes)
    assert sorted(p for group in dealt for p in group) == list(range(players))
    assert tuple(map(len, dealt)) == sizes
    for group in dealt:
        assert Counter(p for table in group_tables(len(group), 4) for p in table) == dict.fromkeys(
            range(1, len(group) + 1), 4
        )


@pytest.mark.parametrize("wished", [5, 7, 10])
def test_no_other_parting_is_nearer_to_the_wished_size(wished: int) -> None:
    for players in range(5, 46):
        best = min(away(sizes, wished) for sizes in partitions(players))
        assert away(group_sizes(players, wished), wished) == best


@pytest.mark.parametrize("size", [11, 4, 1, 0, -3])
def test_groups_too_small_or_too_large_are_refused(size: int) -> None:
    with pytest.raises(FieldSizeError) as caught:
        group_sizes(9, size)
    assert (caught.value.code, caught.value.sentence) == (
        "format_field_size",
        f"Groups must have 5 to 10 players, not {size}.",
    )


@pytest.mark.parametrize("players", [4, 1, 0, -1])
def test_below_five_players_a_season_does_not_open(players: int) -> None:
    with pytest.raises(SeasonTooSmall) as caught:
        group_sizes(players)
    assert (caught.value.code, caught.value.sentence) == (
        "season_too_small",
        f"A season needs at least 5 players; {players} are not enough.",
    )


@pytest.mark.parametrize("size", GROUP_SIZES)
def test_everybody_of_a_group_plays_four_games_or_in_pairs_everybody(size: int) -> None:
    group = list(range(50, 50 + size))
    tables = [[group[number - 1] for number in table] for table in group_tables(size, 4)]
    assert Counter(p for table in tables for p in table) == dict.fromkeys(group, 4)
    assert all(len(set(table)) == 4 for table in tables)
    pairs = [[group[number - 1] for number in pair] for pair in group_tables(size, 2)]
    assert sorted(map(sorted, pairs)) == [[one, other] for one, other in combinations(group, 2)]


def test_a_season_of_a_thousand_players_is_made_in_a_second() -> None:
    start = time.process_time()
    groups = part(range(1000), group_sizes(1000))
    tables = [[group[number - 1] for number in one] for group in groups for one in group_tables(len(group), 4)]
    assert time.process_time() - start < 1.0
    assert Counter(p for table in tables for p in table) == dict.fromkeys(range(1000), 4)
