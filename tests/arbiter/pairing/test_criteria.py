"""The criteria of article 2, one by one."""

from __future__ import annotations

import pytest

from arbiter.pairing.dutch import criteria
from arbiter.pairing.violations import Colour
from tests.arbiter.pairing.players import entrant

WHITE = Colour.WHITE


def test_c1_two_players_meet_once() -> None:
    assert not criteria.c1_may_meet(entrant(1, met=[2]), entrant(2))
    assert criteria.c1_may_meet(entrant(1, met=[3]), entrant(2))


def test_c2_a_bye_is_for_who_had_none() -> None:
    assert criteria.c2_may_have_bye(entrant(1))
    assert not criteria.c2_may_have_bye(entrant(1, may_have_bye=False))


@pytest.mark.parametrize(
    ("one", "other", "topscorers", "agree"),
    [
        ("ww", "wbww", (False, False), False),
        ("ww", "bb", (False, False), True),
        ("ww", "w", (False, False), True),
        ("ww", "ww", (True, False), True),
        ("ww", "ww", (False, True), True),
    ],
)
def test_c3_the_same_absolute_preference_keeps_apart(
    one: str, other: str, topscorers: tuple[bool, bool], agree: bool
) -> None:
    first = entrant(1, colours=one, is_topscorer=topscorers[0])
    second = entrant(2, colours=other, is_topscorer=topscorers[1])
    assert criteria.c3_colours_agree(first, second) is agree


def test_c6_counts_and_c7_weighs_downfloaters() -> None:
    assert criteria.c6_downfloater(entrant(1)) == 1
    assert criteria.c7_score(entrant(1, 35)) == 35


def test_c9_counts_unplayed_games() -> None:
    assert criteria.c9_unplayed(entrant(1, unplayed=2)) == 2


@pytest.mark.parametrize(
    ("higher", "lower", "wide", "thrice"),
    [
        ("ww", "w", 0, 0),  # no clash of absolute preferences
        ("wbww", "wbww", 1, 1),  # one of two with a difference of 2 gets a third white
        ("bwbww", "bwbww", 0, 1),  # differences of 1: nobody goes beyond 2
        ("wwbw", "wwbw", 1, 0),  # a difference of 3, but no third in a row
        ("wwbw", "bwww", 1, 0),  # 5.2.3: who had black when the other had white gets white now, not for the third time
    ],
)
def test_c10_and_c11_count_what_topscorers_come_to(higher: str, lower: str, wide: int, thrice: int) -> None:
    first, second = entrant(1, 20, higher, is_topscorer=True), entrant(2, 20, lower, is_topscorer=True)
    assert criteria.c10_wide_differences(first, second, WHITE) == wide
    assert criteria.c11_third_in_a_row(first, second, WHITE) == thrice


@pytest.mark.parametrize(
    ("one", "other", "denied", "strong"),
    [
        ("w", "b", 0, 0),
        ("", "w", 0, 0),
        ("", "", 0, 0),
        ("wb", "b", 1, 0),  # the mild one gives way
        ("b", "b", 1, 1),
        ("bb", "b", 1, 1),  # the strong one gives way to the absolute one
        ("bb", "wb", 1, 0),
        ("bb", "bb", 1, 0),  # topscorers: an absolute one is denied, not a strong one
    ],
)
def test_c12_and_c13_count_preferences_not_granted(one: str, other: str, denied: int, strong: int) -> None:
    for first, second in ((one, other), (other, one)):
        assert criteria.c12_preference_denied(entrant(1, colours=first), entrant(2, colours=second)) == denied
        assert criteria.c13_strong_preference_denied(entrant(1, colours=first), entrant(2, colours=second)) == strong


@pytest.mark.parametrize(
    ("criterion", "floats"),
    [
        (criteria.c14_repeated_downfloat, "v-"),
        (criteria.c16_repeated_downfloat, "-v"),
        (criteria.c18_downfloats_again, "v-"),
        (criteria.c20_downfloats_again, "-v"),
        (criteria.c15_repeated_upfloat, "^-"),
        (criteria.c17_repeated_upfloat, "-^"),
        (criteria.c19_upfloats_again, "^-"),
        (criteria.c21_upfloats_again, "-^"),
    ],
)
def test_c14_to_c21_count_floats_of_their_kind_and_round(criterion: criteria.Test, floats: str) -> None:
    for seen in ("--", "v-", "-v", "^-", "-^"):
        assert criterion(entrant(1, floats=seen)) == int(seen == floats)
