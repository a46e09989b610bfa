"""What happens while a tournament runs: late entries, deals, and withdrawals from a round-robin."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import combinations

import pytest

from arbiter.errors import FormatError, ResultError, TooLate
from arbiter.formats.duplicate import EVEN, PlayedDeal, compare, deals
from arbiter.formats.groups import Fate, LateEntry, Withdrawal, among_themselves, late_points, withdraw
from arbiter.pairing.tables.rounds import pair_tables
from arbiter.schedules.catalogue import group_tables
from arbiter.schedules.designs import berger
from tests.arbiter.tables.tournaments import after

HALF = Fraction(1, 2)


def test_a_late_entry_brings_the_points_that_the_tournament_states() -> None:
    assert late_points(LateEntry(until=4), 3) == (0, 0)
    assert late_points(LateEntry(until=4, points=HALF), 1) == ()
    assert late_points(LateEntry(until=4, points=HALF), 4) == (HALF, HALF, HALF)
    assert late_points(LateEntry(until=4, points=HALF, most=1), 4) == (HALF, 0, 0)


@pytest.mark.parametrize("first_round", [5, 0, -1])
def test_an_entry_after_the_last_round_for_it_is_refused(first_round: int) -> None:
    with pytest.raises(TooLate) as caught:
        late_points(LateEntry(until=4), first_round)
    assert (caught.value.code, caught.value.sentence) == (
        "too_late",
        f"Late entry is open until round 4, not in round {first_round}.",
    )


def test_rules_for_late_entry_that_make_no_sense_are_refused() -> None:
    for until, points, most in ((0, HALF, None), (3, -HALF, None), (3, HALF, -1)):
        with pytest.raises(FormatError, match=r"points is invalid\. Use round 1 or later and 0 or more points\."):
            LateEntry(until, points, most)


def test_all_tables_of_a_round_and_size_play_one_deal() -> None:
    found = pair_tables(after(18, 0, seed=1).field())
    given = deals(found.tables, first=7)
    dealt = {len(table): deal for table, deal in zip(found.tables, given, strict=True)}
    assert [dealt[len(table)] for table in found.tables] == list(given)
    assert (sorted(map(len, found.tables)), sorted(dealt.values())) == ([3, 3, 4, 4, 4], [7, 8])


def test_the_only_table_of_a_size_has_a_deal_of_its_own_and_everybody_there_a_half() -> None:
    assert deals([(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11)]) == (1, 1, 2)
    alone = compare([PlayedDeal(2, (9, 10, 11), (50, 40, 30))])
    assert {row.share for row in alone} == {EVEN} == {HALF}


def test_groups_that_play_at_once_share_deals_and_nobody_meets_one_twice() -> None:
    groups = [[[start + one - 1 for one in table] for table in group_tables(7, 4)] for start in (1, 11, 21)]
    tables = [table for group in groups for table in group]
    given = deals(tables)
    met: dict[int, list[int]] = defaultdict(list)
    for table, deal in zip(tables, given, strict=True):
        met[deal] += table
    assert all(len(players) == len(set(players)) for players in met.values())
    assert len(met) == 7
    assert {given.count(deal) for deal in given} == {3}


def test_somebody_twice_at_a_table_gets_no_deal() -> None:
    with pytest.raises(ResultError, match="twice at the table of 1, 2, 1"):
        deals([(1, 2, 1)])


def test_who_withdraws_from_a_round_robin_before_half_is_annulled() -> None:
    """Eight players, seven games: three of them are less than half, four are more."""
    tables = [pair for round_ in berger(8) for pair in round_]
    own = [number for number, pair in enumerate(tables) if 3 in pair]
    early = withdraw(tables, 3, own[:3])
    assert early.rule is Withdrawal.ANNUL
    assert early.games == tuple((n, Fate.ANNULLED if n in own[:3] else Fate.FREE) for n in own)
    late = withdraw(tables, 3, own[:4])
    assert late.rule is Withdrawal.KEEP
    assert late.games == tuple((n, Fate.STANDS if n in own[:4] else Fate.FORFEITED) for n in own)


def test_before_the_first_game_all_is_played_without_him() -> None:
    tables = [pair for round_ in berger(4) for pair in round_]
    found = withdraw(tables, 2, [])
    assert (found.rule, found.count(Fate.FREE)) == (Withdrawal.ANNUL, 3)


def test_at_tables_the_others_keep_their_games_among_themselves() -> None:
    tables = group_tables(7, 4)
    own = [number for number, table in enumerate(tables) if 5 in table]
    assert dict(withdraw(tables, 5, own[:1]).games) == {
        own[0]: Fate.AMONG_THEMSELVES,
        **dict.fromkeys(own[1:], Fate.SMALLER),
    }
    assert among_themselves((2, 1, 3, 3), gone=[1]) == (1, None, 2, 2)
    assert among_themselves((1, 1, 3, 4), gone=[0, 3]) == (None, 1, 2, None)


def test_places_among_themselves_keep_the_order() -> None:
    places = (3, 1, 5, 2, 3)
    for count in range(4):
        for gone in combinations(range(5), count):
            left = among_themselves(places, gone)
            kept = [(old, new) for old, new in zip(places, left, strict=True) if new is not None]
            assert len(kept) == 5 - count
            for old, new in kept:
                assert new == 1 + sum(other < old for other, _ in kept)


@pytest.mark.parametrize(
    ("player", "finished", "reason"),
    [(9, [], "is not at any table."), (1, [6], "Table 6 does not exist"), (1, [-1], "Table -1 does not exist")],
)
def test_withdrawals_that_cannot_be_are_refused(player: int, finished: list[int], reason: str) -> None:
    with pytest.raises(ResultError, match=reason):
        withdraw([pair for round_ in berger(4) for pair in round_], player, finished)


def test_a_seat_that_is_not_there_cannot_go() -> None:
    with pytest.raises(ResultError, match="Seat 4 does not exist at a table of 4"):
        among_themselves((1, 2, 3, 4), [4])
