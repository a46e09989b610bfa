"""The tie-breaks of C.07 (1 March 2026) on small tournaments reckoned by hand, and what holds for all tournaments."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.standings.c07.catalogue import ENTRIES, SWISS_LIST, standings_of, tie_break
from arbiter.standings.c07.tournament import Category, ScoredTournament, System, adjusted_scores, category
from arbiter.standings.ranking import Basis, Cut, How, Value, rounded
from tests.arbiter.standings.tournaments import tournament, tournaments

SMALL = ("2w1 3w+ 4b1", "1b0 4w1 U", "4w= 1b- Z", "3b= 2b0 1w0")
"""The tournament of the anchors: round 1 1-2 1:0, 3-4 drawn; round 2 1-3 by forfeit, 2-4 1:0; round 3 1-4 1:0, 2 bye."""
CAP = ("2w1 5b1 4w1 U", "1b0 3b1 5w1 4b=", "5b1 2w0 Z Z", "3w= 1b0 2w=", "4b0 2b0 Z")


def amounts(code: str, of: ScoredTournament) -> list[Fraction | None]:
    """The values of everybody by number."""
    return [value.amount for _, value in sorted(tie_break(code, of).values(sorted(of.by_number)).items())]


def numbers(text: str) -> list[Fraction]:
    return [Fraction(number) for number in text.split()]


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("PTS", "3 2 .5 .5"),
        ("BH", "3.5 5.0 1.5 6.0"),
        ("BH/C1", "3.0 4.5 1.0 5.0"),
        ("SB", "3.5 2.0 .25 .5"),
        ("WIN", "3 2 0 0"),
        ("WON", "2 1 0 0"),
        ("BPG", "1 1 0 2"),
        ("BWG", "1 0 0 0"),
        ("PS", "6 3 1.5 1.5"),
        ("PS/C1", "5 3 1 1"),
        ("REP", "3 3 1 3"),
        ("STD", "3 2 .5 .5"),
        ("KS", "1 0 0 0"),
        ("TPN", "1 2 3 4"),
    ],
)
def test_the_tournament_of_the_anchors_gives_its_figures(code: str, values: str) -> None:
    """Points and BH, BH-C1, SB as published with the example; the others counted by hand."""
    assert amounts(code, tournament(*SMALL)) == numbers(values)


def test_a_forfeit_win_brings_the_scheduled_opponents_adjusted_score_at_most() -> None:
    """16.4.1: 1 has 3 points, but 3's adjusted score is 1: drawn, forfeited, absent in the last round (16.2.5)."""
    value = tie_break("BH", tournament(*SMALL)).values([1])[1]
    assert [(term.number, term.basis) for term in value.terms] == [
        (2, Basis.OPPONENT_SCORE),
        (1, Basis.SCHEDULED_OPPONENT),
        (Fraction(1, 2), Basis.OPPONENT_SCORE),
    ]


def test_a_bye_brings_a_draw_in_every_round_at_most() -> None:
    """16.4.2: with 3 points of 3 games and a bye in a fourth round the dummy has 2."""
    one = tournament("2w1 3b1 4w1 U", "1b0 4b1 3w= Z", "4w1 1w0 2b= Z", "3b0 2w0 1b0 Z")
    value = tie_break("BH", one).values([1])[1]
    assert (value.terms[3].number, value.terms[3].basis) == (2, Basis.DRAWS)


def test_unplayed_rounds_fall_into_the_classes_of_the_rules() -> None:
    """16.2."""
    rounds = tournament("U Z 2w+ H Z 2w-", "Z Z 1b- Z Z 1b-").rounds_of(1)
    assert [category(rounds, index) for index in range(6)] == [
        Category.ALLOCATED,
        Category.PAUSE,
        Category.FORFEIT_WIN,
        Category.WITHDRAWAL,
        Category.WITHDRAWAL,
        Category.FORFEIT_LOSS,
    ]


def test_a_withdrawal_counts_as_draws_for_the_opponents_and_a_pause_as_awarded() -> None:
    """16.3: entrant 2 leaves after round 1, entrant 3 pauses in round 2 only."""
    one = tournament("2w1 U 3w1", "1b0 Z Z", "4w1 Z 1b0", "3b0 Z U")
    assert adjusted_scores(one) == {1: 3, 2: 1, 3: 1, 4: 1}


def test_cut_1_takes_a_voluntary_unplayed_round_before_a_lower_opponent() -> None:
    """16.5: entrant 1's half-point bye brings 1.5, opponent 4 only 0; the bye is cut."""
    one = tournament("4w1 H 2b0", "3w1 4b1 1w1", "2b0 U 4w1", "1b0 2w0 3b0")
    value = tie_break("BH/C1", one).values([1])[1]
    assert [term.cut for term in value.terms] == [None, Cut.UNPLAYED, None]
    assert value.amount == 3


def test_sonneborn_berger_cuts_the_product_with_the_weakest_opponent() -> None:
    """14.1: 1 beat 4 (no points) and lost to 2 (3 points); the product with 4 goes though that with 2 is as small."""
    one = tournament("4w1 3b= 2b0", "3w1 4b1 1w1", "2b0 1w= 4w1", "1b0 2w0 3b0")
    value = tie_break("SB/C1", one).values([1])[1]
    assert [(term.opponent, term.cut) for term in value.terms] == [(4, Cut.LOWEST), (3, None), (2, None)]


def test_a_median_leaves_out_both_ends() -> None:
    """14.2."""
    one = tournament("4w1 3b= 2b0", "3w1 4b1 1w1", "2b0 1w= 4w1", "1b0 2w0 3b0")
    value = tie_break("BH/M1", one).values([1])[1]
    assert (value.amount, [term.cut for term in value.terms]) == (Fraction(3, 2), [Cut.LOWEST, None, Cut.HIGHEST])


def test_with_p_a_forfeit_is_a_game_against_who_should_have_played() -> None:
    """BH/P: entrant 3's forfeit counts entrant 1's score, not the dummy's."""
    assert amounts("BH", tournament(*SMALL))[2] == Fraction(3, 2)
    assert amounts("BH/P", tournament(*SMALL))[2] == Fraction(1, 2) + 3 + Fraction(1, 2)


def test_fore_buchholz_takes_the_last_round_as_drawn() -> None:
    """8.3: in round 3 1-4 is drawn, so 1 has 2.5 and 4 has 1."""
    assert amounts("FB", tournament(*SMALL))[3] == Fraction(1) + 2 + Fraction(5, 2)
    assert amounts("FB", tournament(*SMALL, planned=4)) == amounts("BH", tournament(*SMALL, planned=4))


def test_forfeits_are_games_where_pairings_are_fixed() -> None:
    """15.2: the forfeit win of a round robin counts for SB and WIN; over the board it was not won."""
    one = tournament("2w+ 3b=", "1b- U", "U 1w=", system=System.ROUND_ROBIN)
    assert amounts("WIN", one) == [1, 1, 1]
    assert amounts("WON", one) == [0, 0, 0]
    assert amounts("SB", one)[0] == 1 + Fraction(3, 4)


def test_performance_is_the_mean_rating_and_what_the_score_stands_for() -> None:
    """10.1, 10.2: opponents 1800 and 2001 give 1901 (halves up), a half of two games 75 per cent below it."""
    one = tournament("2w1 3b=", "1b0 U", "U 1w=", ratings=(2000, 1800, 2001))
    assert amounts("ARO", one)[0] == 1901
    assert amounts("TPR", one)[0] == 1901 + 193
    assert amounts("PTP", one)[1] == 1200
    assert amounts("RTNG", one) == [2000, 1800, 2001]


def test_rating_tie_breaks_part_nobody_where_somebody_is_unrated() -> None:
    """10."""
    one = tournament("2w1 3b=", "1b0 U", "U 1w=", ratings=(2000, None, 2001))
    for code in ("ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"):
        assert amounts(code, one) == [None, None, None]


@settings(max_examples=60, deadline=None)
@given(
    of=tournaments(),
    code=st.sampled_from(sorted([*ENTRIES, "BH/C1", "BH/M2", "SB/C1", "SB/P", "FB/C2", "AOB/F", "KS/L+1"])),
)
def test_every_value_follows_from_its_own_arithmetic(of: ScoredTournament, code: str) -> None:
    """What a page shows adds up: the terms not cut, summed or averaged, give the amount."""
    for value in tie_break(code, of).values(sorted(of.by_number)).values():
        check_arithmetic(value)


def check_arithmetic(value: Value) -> None:
    counted = [term.amount for term in value.counted]
    if value.how is How.SUM and value.terms:
        assert value.amount == sum(counted)
    if value.how is How.MEAN and value.amount is not None:
        assert value.amount == rounded(sum(counted, Fraction(0)) / len(counted), value.rounding) + value.added


@settings(max_examples=60, deadline=None)
@given(of=tournaments(), shift=st.integers(1, 40))
def test_names_do_not_matter(of: ScoredTournament, shift: int) -> None:
    """Renumbering in the same order changes no place; the standings do not depend on the order of the lines either."""

    def moved(number: int | None) -> int | None:
        return None if number is None else number + shift

    renamed = ScoredTournament(
        tuple(
            replace(
                one,
                number=one.number + shift,
                rounds=tuple(replace(r, opponent=moved(r.opponent)) for r in one.rounds),
            )
            for one in reversed(of.entrants)
        )
    )
    places = {row.entrant: row.place for row in standings_of(of, SWISS_LIST).rows}
    assert {row.entrant - shift: row.place for row in standings_of(renamed, SWISS_LIST).rows} == places
