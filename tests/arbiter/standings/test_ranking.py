"""Standings as an order: shared places, what decided, and why one stands before another."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.errors import NotForThisTournament, RecordError, StandingsError, UnknownTieBreak, WrongModifier
from arbiter.pairing.violations import Colour
from arbiter.standings.c07.catalogue import SWISS_LIST, Order, modified, standings_of, tie_break
from arbiter.standings.c07.tournament import Entrant, Round, RoundKind, Scale, ScoredTournament, System
from tests.arbiter.standings.tournaments import tournament, tournaments


def places(of: ScoredTournament, *codes: str) -> dict[int, int]:
    return {row.entrant: row.place for row in standings_of(of, codes).rows}


def test_who_cannot_be_separated_shares_a_place_and_the_next_place_is_left_out() -> None:
    """Two winners, two losers, nothing between them."""
    one = standings_of(tournament("2w1", "1b0", "4w1", "3b0"), ["BH", "SB"])
    assert [(row.entrant, row.place, row.shared_by) for row in one.rows] == [(1, 1, 2), (3, 1, 2), (2, 3, 2), (4, 3, 2)]
    assert one.why(3, 1).code is None


def test_the_row_says_what_decided() -> None:
    """3 and 4 of the small tournament have half a point each; Buchholz parts them, 6 to 1.5."""
    one = standings_of(tournament("2w1 3w+ 4b1", "1b0 4w1 U", "4w= 1b- Z", "3b= 2b0 1w0"), ["WIN", "BH", "SB"])
    assert [(row.entrant, row.decided_by) for row in one.rows] == [(1, None), (2, "PTS"), (4, "PTS"), (3, "BH")]
    reason = one.why(3, 4)
    assert (reason.before, reason.after, reason.code) == (4, 3, "BH")
    assert reason.values is not None
    assert [value.amount for value in reason.values] == [6, Fraction(3, 2)]


def test_direct_encounter_goes_by_the_games_among_those_who_are_level() -> None:
    """6.2: 1 beat 2 and 3, 2 beat 3."""
    one = tournament("2w1 3b1 Z", "1b0 Z 3w1", "Z 1w0 2b0")
    assert {n: v.amount for n, v in tie_break("DE", one).values([1, 2, 3]).items()} == {1: 1, 2: 2, 3: 3}


def test_direct_encounter_is_applied_anew_to_those_still_level() -> None:
    """6.2: among four, 1 and 2 have two points each, and 1 won their game; 3 and 4 have one each and drew."""
    one = tournament("2w1 3w= 4w=", "1b0 4w1 3w1", "4w= 1b= 2b0", "3b= 2b0 1b=", system=System.ROUND_ROBIN)
    level = tie_break("DE", one).values([1, 2, 3, 4])
    assert [level[number].amount for number in (1, 2, 3, 4)] == [1, 2, 3, 3]
    assert [(term.turn, term.opponent, term.amount) for term in level[1].terms] == [
        (1, 2, 1),
        (1, 3, Fraction(1, 2)),
        (1, 4, Fraction(1, 2)),
        (2, 2, 1),
    ]


def test_where_some_have_not_met_only_a_certain_first_comes_first() -> None:
    """6.3: 1 beat 2 and 3, who have not met: 1 is first whatever they would have done; 2 and 3 stay level."""
    one = tournament("2w1 3b1 Z", "1b0 U U", "U 1w0 U")
    assert {n: v.amount for n, v in tie_break("DE", one).values([1, 2, 3]).items()} == {1: 1, 2: 2, 3: 2}


def test_where_a_missing_game_could_draw_level_nobody_comes_first() -> None:
    """6.3: 1 beat 2 but has not met 3, who could have won that game."""
    one = tournament("2w1", "1b0", "U")
    assert {n: v.amount for n, v in tie_break("DE", one).values([1, 2, 3]).items()} == {1: 1, 2: 1, 3: 1}


HALVES = Scale()
THREE_TWO_ONE = Scale(Fraction(3), Fraction(2), Fraction(1))
NOT_MET = Round(RoundKind.ZERO_BYE, Fraction(0))
PAIRS_OF_FOUR = (((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3)))


def four(results: Mapping[tuple[int, int], str], scale: Scale) -> ScoredTournament:
    """Four entrants and what the first of a pair did against the second; who is not named has not met."""
    worth = {"1": scale.win, "=": scale.draw, "0": scale.loss}
    records: dict[int, list[Round]] = {number: [] for number in range(1, 5)}
    for pairs in PAIRS_OF_FOUR:
        for one, other in pairs:
            result = results.get((one, other))
            if result is None:
                records[one].append(NOT_MET)
                records[other].append(NOT_MET)
            else:
                records[one].append(Round(RoundKind.GAME, worth[result], other, Colour.WHITE))
                records[other].append(
                    Round(RoundKind.GAME, worth[{"1": "0", "=": "=", "0": "1"}[result]], one, Colour.BLACK)
                )
    return ScoredTournament(tuple(Entrant(number, tuple(rounds)) for number, rounds in records.items()), scale=scale)


def test_where_a_loss_gives_points_a_missing_game_gives_them_too() -> None:
    """6.3, points 3/2/1: 1 has 6 and at least 7 whatever the game with 3 gives, 2 and 4 have 6 and 3 could have 5."""
    results = {(1, 2): "1", (1, 4): "1", (2, 3): "1", (3, 4): "0", (2, 4): "="}
    found = tie_break("DE", four(results, THREE_TWO_ONE)).values([1, 2, 3, 4])
    assert {n: v.amount for n, v in found.items()} == {1: 1, 2: 2, 4: 2, 3: 4}


@settings(max_examples=150, deadline=None)
@given(
    results=st.dictionaries(
        st.sampled_from([pair for pairs in PAIRS_OF_FOUR for pair in pairs]), st.sampled_from("1=0")
    ),
    scale=st.sampled_from([HALVES, THREE_TWO_ONE, Scale(Fraction(3), Fraction(1), Fraction(0))]),
)
def test_who_is_first_is_first_whatever_the_missing_games_had_given(
    results: dict[tuple[int, int], str], scale: Scale
) -> None:
    """6.3, by trying every result of every missing game: one comes first just if ahead of all others in all of them."""
    missing = [pair for pairs in PAIRS_OF_FOUR for pair in pairs if pair not in results]
    firsts = set()
    for given_results in product("1=0", repeat=len(missing)):
        whole = four({**results, **dict(zip(missing, given_results, strict=True))}, scale)
        best = max(whole.scores.values())
        firsts.add(tuple(number for number, score in whole.scores.items() if score == best))
    found = tie_break("DE", four(results, scale)).values([1, 2, 3, 4])
    if len(firsts) == 1 and len(alone := next(iter(firsts))) == 1:
        assert [number for number, value in found.items() if value.amount == 1] == list(alone)
    elif missing:
        assert {value.amount for value in found.values()} == {1}


def test_forfeits_do_not_count_in_a_direct_encounter_of_a_swiss() -> None:
    """6.1, 15.2: but they do with /P and where pairings are fixed."""
    swiss, fixed = tournament("2w+", "1b-"), tournament("2w+", "1b-", system=System.ROUND_ROBIN)
    assert [tie_break("DE", swiss).values([1, 2])[n].amount for n in (1, 2)] == [1, 1]
    assert [tie_break("DE/P", swiss).values([1, 2])[n].amount for n in (1, 2)] == [1, 2]
    assert [tie_break("DE", fixed).values([1, 2])[n].amount for n in (1, 2)] == [1, 2]


def test_repeated_meetings_count_as_their_mean() -> None:
    """6.1.2: 1 won one of two games with 2, and its only game with 3."""
    one = tournament("2w1 2b0 3w1", "1b0 1w1 U", "U U 1b0")
    values = tie_break("DE", one).values([1, 2, 3])
    assert values[1].terms[0].amount == Fraction(1, 2)


def test_low_pairing_numbers_come_first_and_r_turns_that_round() -> None:
    """7.8."""
    one = tournament("2w=", "1b=")
    assert places(one, "TPN") == {1: 1, 2: 2}
    assert places(one, "TPN/R") == {1: 2, 2: 1}


@pytest.mark.parametrize(
    ("code", "system", "error"),
    [
        ("XY", System.SWISS, UnknownTieBreak),
        ("", System.SWISS, UnknownTieBreak),
        ("BH/C3", System.SWISS, WrongModifier),
        ("WIN/C1", System.SWISS, WrongModifier),
        ("DE/C1", System.SWISS, WrongModifier),
        ("BH/", System.SWISS, WrongModifier),
        ("KS/L", System.SWISS, WrongModifier),
        ("PS/M1", System.SWISS, WrongModifier),
        ("BH", System.ROUND_ROBIN, NotForThisTournament),
        ("AOB/F", System.ROUND_ROBIN, NotForThisTournament),
    ],
)
def test_what_is_not_in_the_list_is_refused(code: str, system: System, error: type[StandingsError]) -> None:
    with pytest.raises(error) as caught:
        tie_break(code, tournament("2w1", "1b0", system=system))
    assert caught.value.code in {"unknown_tie_break", "wrong_modifier", "not_for_this_event"}


def test_old_spellings_are_understood() -> None:
    one = tournament("2w1", "1b0")
    assert tie_break("bh-c1", one).code == "BH/C1"
    assert modified(Order("KS"), "L-2", "KS/L-2").half_points == -2


@pytest.mark.parametrize(
    "records",
    [("2w1", "Z"), ("2w1",), ("2w1", "3b0", "U"), ("2w1", "1b-"), ("1w1",)],
    ids=["one-sided", "nobody", "another", "half-played", "oneself"],
)
def test_records_that_contradict_each_other_are_refused(records: tuple[str, ...]) -> None:
    with pytest.raises(RecordError):
        tournament(*records)


def test_more_rounds_than_planned_are_refused() -> None:
    with pytest.raises(RecordError):
        tournament("2w1 2b1", "1b0 1w0", planned=1)


@settings(max_examples=80, deadline=None)
@given(
    of=tournaments(), codes=st.permutations(["BH/C1", "DE", "SB", "WIN", "PS", "ARO", "TPN/R"]), keep=st.integers(0, 7)
)
def test_standings_are_a_total_preorder(of: ScoredTournament, codes: list[str], keep: int) -> None:
    """Everybody has one line; places count those before; points never rise; who shares a place is equal in all."""
    result = standings_of(of, codes[:keep])
    assert sorted(row.entrant for row in result.rows) == sorted(of.by_number)
    for row in result.rows:
        assert row.place == 1 + sum(other.place < row.place for other in result.rows)
        assert row.shared_by == sum(other.place == row.place for other in result.rows)
    for before, after in zip(result.rows, result.rows[1:], strict=False):
        assert of.scores[before.entrant] >= of.scores[after.entrant]
        if before.place == after.place:
            assert [v.amount for v in before.values] == [v.amount for v in after.values]
    for one in result.rows:
        for other in result.rows:
            reason = result.why(one.entrant, other.entrant)
            assert (reason.code is None) == (one.place == other.place)
            if reason.code is not None:
                assert reason.values is not None
                assert reason.values[0].amount != reason.values[1].amount


@settings(max_examples=60, deadline=None)
@given(of=tournaments())
def test_the_terms_of_a_direct_encounter_tell_its_turns_apart(of: ScoredTournament) -> None:
    """In a turn each opponent is named once, from the second turn on only some of those of the turn before."""
    everybody = sorted(of.by_number)
    for number, value in tie_break("DE", of).values(everybody).items():
        before = set(everybody) - {number}
        for turn in range(1, 1 + max(term.turn for term in value.terms)):
            named = [term.opponent for term in value.terms if term.turn == turn]
            assert len(set(named)) == len(named)
            assert set(named) == before if turn == 1 else set(named) < before
            before = {opponent for opponent in named if opponent is not None}


@settings(max_examples=40, deadline=None)
@given(of=tournaments())
def test_a_further_tie_break_only_parts_who_shared_a_place(of: ScoredTournament) -> None:
    fewer, more = standings_of(of, SWISS_LIST[:2]), standings_of(of, SWISS_LIST)
    for one in of.by_number:
        for other in of.by_number:
            if fewer.by_entrant[one].place < fewer.by_entrant[other].place:
                assert more.by_entrant[one].place < more.by_entrant[other].place
