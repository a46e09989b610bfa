"""The size-neutral tie-breaks of tables of two to five."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.errors import NotForThisTournament, RecordError, UnknownTieBreak
from arbiter.standings.ranking import How
from arbiter.standings.tables import (
    FUNCTIONS,
    Bye,
    FinishedTable,
    Scheme,
    TableSeat,
    TableTournament,
    by_place,
    criterion,
    direct_encounter,
    league_points,
    match_points,
    standings_of,
    strength_of_schedule,
    twelfths,
)


def table(round_number: int, *seats: tuple[int, int, int | None]) -> FinishedTable:
    """Seats as (entrant, place, VP)."""
    return FinishedTable(round_number, tuple(TableSeat(*seat) for seat in seats))


@pytest.mark.parametrize(("size", "points"), [(2, [12, 0]), (3, [12, 6, 0]), (4, [12, 8, 4, 0]), (5, [12, 9, 6, 3, 0])])
def test_match_points_are_the_share_of_opponents_beaten(size: int, points: list[int]) -> None:
    """Section 6 of the anchors: 12/8/4/0, 12/6/0, 12/9/6/3/0."""
    assert [twelfths(size, place, 1) for place in range(1, size + 1)] == points


@given(sizes=st.lists(st.integers(1, 5), min_size=1, max_size=5).filter(lambda groups: 2 <= sum(groups) <= 5))
def test_a_table_gives_six_twelfths_on_average_whatever_is_shared(sizes: list[int]) -> None:
    size, given_points, place = sum(sizes), Fraction(0), 1
    for shared_by in sizes:
        given_points += shared_by * twelfths(size, place, shared_by)
        place += shared_by
    assert given_points == 6 * size


def test_league_points_are_shared_with_the_place() -> None:
    """Section 8: second and third level share 6 and 3, 4.5 each."""
    assert [league_points(4, place, 1) for place in (1, 2, 3, 4)] == [10, 6, 3, 1]
    assert league_points(4, 2, 2) == Fraction(9, 2)


@pytest.mark.parametrize(("scheme", "points"), [(league_points, [10, 6, 0, 0]), (twelfths, [12, 8, 2, 2])])
def test_a_seat_that_was_left_brings_no_league_points(scheme: Scheme, points: list[int]) -> None:
    """Section 8: last place, 0 points. Twelfths are opponents beaten: two who left have each beaten the other half."""
    one = TableTournament((1, 2, 3, 4), (table(1, (1, 1, 60), (2, 2, 45), (3, 3, None), (4, 3, None)),), scheme=scheme)
    assert [match_points(one, n).amount for n in one.entrants] == points
    last = TableTournament((1, 2, 3), (table(1, (1, 1, 60), (2, 2, 45), (3, 3, None)),), scheme=scheme)
    assert match_points(last, 3).amount == 0
    played = TableTournament((1, 2, 3), (table(1, (1, 1, 60), (2, 2, 45), (3, 3, 0)),), scheme=scheme)
    assert match_points(played, 3).amount == scheme(3, 3, 1)


def test_schemes_that_do_not_fall_or_fit_are_refused() -> None:
    for wrong in ({4: (10, 6, 3)}, {3: (1, 5, 10)}):
        with pytest.raises(RecordError):
            by_place(wrong)
    with pytest.raises(RecordError):
        by_place({4: (3, 2, 1, 0)})(3, 1, 1)


FOUR = TableTournament(
    (1, 2, 3, 4, 5),
    (
        table(1, (1, 1, 60), (2, 2, 45), (3, 3, 30), (4, 4, 15)),
        table(2, (5, 1, 40), (2, 2, 30), (1, 3, 20)),
    ),
    (Bye(1, 5, Fraction(6)), Bye(2, 3), Bye(2, 4)),
)


def test_the_values_of_a_small_tournament() -> None:
    """Reckoned by hand: 1 was first of four and last of three; 2 second twice; 5 had a bye and won."""
    assert [match_points(FOUR, n).amount for n in FOUR.entrants] == [12, 14, 4, 0, 18]
    assert [FUNCTIONS["WIN"](FOUR, n).amount for n in FOUR.entrants] == [Fraction(1, 2), 0, 0, 0, 1]
    assert [FUNCTIONS["2ND"](FOUR, n).amount for n in FOUR.entrants] == [0, 1, 0, 0, 0]
    assert FUNCTIONS["VPW"](FOUR, 2).amount == Fraction(3, 4)
    assert FUNCTIONS["VPT"](FOUR, 1).amount == (Fraction(60 * 4, 150) + Fraction(20 * 3, 90)) / 2


def test_strength_of_schedule_leaves_out_the_lowest_game() -> None:
    """1 met 2 (mean 7), 3 (4) and 4 (0), then 5 (12) and 2 (7): 11/3 and 19/2, the lower is cut."""
    value = strength_of_schedule(FOUR, 1)
    assert [term.amount for term in value.terms] == [Fraction(11, 3), Fraction(19, 2)]
    assert value.amount == Fraction(19, 2)
    assert strength_of_schedule(FOUR, 3).amount == Fraction(6 + 7 + 0, 3)


def test_direct_encounter_counts_only_where_all_who_are_level_sat_together() -> None:
    """1, 2, 3 met once; 1 and 2 twice. Among three 1 is ahead of 2 and 3; 1, 2 and 5 sat together in round 2."""
    assert {n: v.amount for n, v in direct_encounter(FOUR, [1, 2, 3]).items()} == {1: 1, 2: 2, 3: 3}
    assert {n: v.amount for n, v in direct_encounter(FOUR, [1, 2]).items()} == {1: 1, 2: 1}
    assert {n: v.amount for n, v in direct_encounter(FOUR, [3, 4, 5]).items()} == {3: 1, 4: 1, 5: 1}


def test_direct_encounter_is_applied_anew_to_those_still_level() -> None:
    """1 and 2 shared first place before 3; they had met alone as well, and 2 won."""
    one = TableTournament(
        (1, 2, 3, 4),
        (
            table(1, (1, 1, 50), (2, 1, 50), (3, 3, 40)),
            table(2, (2, 1, 50), (4, 2, 40), (1, 3, 30)),
        ),
    )
    found = direct_encounter(one, [1, 2, 3])
    assert {n: v.amount for n, v in found.items()} == {2: 1, 1: 2, 3: 3}
    assert [(term.turn, term.round_number, term.amount) for term in found[1].terms] == [
        (1, 1, Fraction(3, 4)),
        (2, 1, Fraction(1, 2)),
        (2, 2, 0),
    ]


def test_a_shared_first_place_is_a_part_of_a_game_won() -> None:
    one = TableTournament((1, 2, 3), (table(1, (1, 1, 50), (2, 1, 50), (3, 3, 20)),))
    assert [FUNCTIONS["WIN"](one, n).amount for n in (1, 2, 3)] == [Fraction(1, 2), Fraction(1, 2), 0]
    assert [FUNCTIONS["2ND"](one, n).amount for n in (1, 2, 3)] == [Fraction(1, 2), Fraction(1, 2), 0]


def test_a_seat_that_was_left_has_no_share_of_victory_points() -> None:
    one = TableTournament((1, 2, 3), (table(1, (1, 1, 40), (2, 2, 20), (3, 3, None)),))
    assert [FUNCTIONS["VPW"](one, n).amount for n in (1, 2, 3)] == [1, Fraction(1, 2), 0]
    nobody = TableTournament((1, 2, 3), (table(1, (1, 1, 0), (2, 1, 0), (3, 3, None)),))
    assert [FUNCTIONS["VPT"](nobody, n).amount for n in (1, 2, 3)] == [1, 1, 0]


def test_lots_part_who_else_would_share_and_without_them_places_are_shared() -> None:
    tables = (table(1, (1, 1, 50), (2, 2, 40), (3, 3, 30)), table(1, (4, 1, 50), (5, 2, 40), (6, 3, 30)))
    shared = standings_of(TableTournament((1, 2, 3, 4, 5, 6), tables))
    assert [row.place for row in shared.rows] == [1, 1, 3, 3, 5, 5]
    drawn = standings_of(TableTournament((1, 2, 3, 4, 5, 6), tables, lots={1: 6, 2: 5, 3: 4, 4: 3, 5: 2, 6: 1}))
    assert [row.entrant for row in drawn.rows] == [4, 1, 5, 2, 6, 3]
    assert [row.decided_by for row in drawn.rows] == [None, "LOT", "MP", "LOT", "MP", "LOT"]


def test_unknown_codes_and_missing_lots_are_refused() -> None:
    with pytest.raises(UnknownTieBreak):
        criterion("BH", FOUR)
    with pytest.raises(NotForThisTournament):
        criterion("LOT", FOUR)


@pytest.mark.parametrize(
    "seats",
    [
        ((1, 1, 10),),
        ((1, 1, 10), (2, 3, 5)),
        ((1, 1, 10), (2, 2, 20)),
        ((1, 1, None), (2, 2, 0)),
        ((1, 1, 10), (1, 2, 5)),
        ((1, 1, 10), (9, 2, 5)),
    ],
    ids=["alone", "a gap", "more VP behind", "a leaver before", "twice", "a stranger"],
)
def test_tables_that_contradict_themselves_are_refused(seats: tuple[tuple[int, int, int | None], ...]) -> None:
    with pytest.raises(RecordError):
        TableTournament((1, 2), (table(1, *seats),))


def test_nobody_has_two_tables_in_a_round() -> None:
    with pytest.raises(RecordError):
        TableTournament((1, 2), (table(1, (1, 1, 10), (2, 2, 5)),), (Bye(1, 2),))


@st.composite
def table_tournaments(draw: st.DrawFn) -> TableTournament:
    """Rounds of tables of three to five with ties, leavers and byes."""
    count = draw(st.integers(3, 12))
    tables: list[FinishedTable] = []
    byes: list[Bye] = []
    for round_number in range(1, draw(st.integers(1, 4)) + 1):
        rest = list(draw(st.permutations(range(1, count + 1))))
        while len(rest) >= 3:
            size = min(draw(st.integers(3, 5)), len(rest))
            sitting, rest = rest[:size], rest[size:]
            vps = sorted(draw(st.lists(st.integers(0, 4), min_size=size, max_size=size)), reverse=True)
            left = draw(st.sampled_from([0, 0, 0, 1]))
            shown: list[int | None] = [*vps[: size - left], *[None] * left]
            seats = tuple(TableSeat(n, 1 + shown.index(vp), vp) for n, vp in zip(sitting, shown, strict=True))
            tables.append(FinishedTable(round_number, seats))
        byes += [Bye(round_number, entrant, Fraction(6)) for entrant in rest]
    return TableTournament(tuple(range(1, count + 1)), tuple(tables), tuple(byes))


@settings(max_examples=80, deadline=None)
@given(one=table_tournaments())
def test_standings_of_tables_are_a_total_preorder_and_values_add_up(one: TableTournament) -> None:
    result = standings_of(one)
    assert sorted(row.entrant for row in result.rows) == sorted(one.entrants)
    for row in result.rows:
        assert row.place == 1 + sum(other.place < row.place for other in result.rows)
        for value in row.values:
            counted = [term.amount for term in value.counted]
            if value.how is How.MEAN and counted:
                assert value.amount == sum(counted, Fraction(0)) / len(counted)
            if value.how is How.SUM:
                assert value.amount is None or value.amount == sum(counted)
    for before, after in zip(result.rows, result.rows[1:], strict=False):
        assert (before.values[0].amount or 0) >= (after.values[0].amount or 0)


@settings(max_examples=40, deadline=None)
@given(one=table_tournaments())
def test_every_table_gives_one_first_place_and_one_second(one: TableTournament) -> None:
    for function in (FUNCTIONS["WIN"], FUNCTIONS["2ND"]):
        shares = sum(term.amount for entrant in one.entrants for term in function(one, entrant).terms)
        assert shares == len(one.tables)
