"""Pairs made by hand: what they violate is told, and pairs that stand already are paired around."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.errors import FieldError
from arbiter.pairing.dutch.field import DutchPlayer, Field, Past
from arbiter.pairing.dutch.rounds import pair_round, violations
from arbiter.pairing.violations import Colour, Weight
from tests.arbiter.pairing.test_histories import field


def codes(pairs: list[tuple[int, int]], byes: list[int], of: Field | None = None) -> list[tuple[str, tuple[int, ...]]]:
    return [(one.code, one.players) for one in violations(of or field(), pairs, byes)]


def test_what_the_rules_pair_violates_nothing() -> None:
    sound = field()
    found = pair_round(sound)
    assert found.bye is not None
    assert violations(sound, found.pairs, [found.bye]) == ()


def test_who_is_missing_twice_there_or_a_stranger_is_named() -> None:
    assert codes([(1, 4), (1, 9)], [3]) == [("twice", (1,)), ("left_out", (2,)), ("left_out", (5,)), ("stranger", (9,))]
    assert codes([(1, 1), (2, 3)], [4])[0] == ("twice", (1,))
    away = replace(field(), absent=frozenset({5}))
    assert codes([(4, 1), (3, 2)], [5], away)[0] == ("stranger", (5,))


def test_a_rematch_and_a_second_bye_are_forbidden() -> None:
    found = violations(field(), [(2, 1), (3, 4)], [5])
    assert [(one.code, one.weight, one.players) for one in found] == [
        ("rematch", Weight.FORBIDDEN, (2, 1)),
        ("bye_again", Weight.FORBIDDEN, (5,)),
    ]  # 3 and 4 only forfeited, which was no meeting
    assert found[0].sentence == "Players 2, 1 have met before."
    assert (found[0].sentence.pattern, found[0].sentence.values) == (
        "Players {players} have met before.",
        {"players": (2, 1)},
    )


def test_people_kept_apart_and_needless_byes_are_named() -> None:
    kept = replace(field(), forbidden=frozenset({(3, 5)}))
    assert codes([(5, 3), (1, 4)], [2], kept) == [("apart", (5, 3))]
    assert codes([(1, 4)], [2, 3, 5])[-1] == ("needless_bye", (2, 3, 5))


def test_colours_that_would_be_too_many_are_named() -> None:
    white, black = Colour.WHITE, Colour.BLACK
    games = ((1, 2), (3, 4)), ((1, 4), (3, 2))  # 1 and 3 had white twice, 2 and 4 black
    past: dict[int, list[Past]] = {number: [] for number in range(1, 5)}
    for one, other in (pair for round_ in games for pair in round_):
        past[one].append(Past(5, other, white, played=True))
        past[other].append(Past(5, one, black, played=True))
    players = tuple(DutchPlayer(number, tuple(rounds)) for number, rounds in past.items())
    uneven = Field((*players, DutchPlayer(5, (Past(0),) * 2), DutchPlayer(6, (Past(0),) * 2)), 5)
    assert codes([(1, 3), (2, 4), (5, 6)], [], uneven) == [("colour_clash", (1, 3)), ("colour_clash", (2, 4))]
    assert codes([(1, 5), (6, 2), (3, 6)], [4], uneven)[-1][0] == "needless_bye"
    assert ("colour_absolute", (1,)) in codes([(1, 5), (3, 6), (2, 4)], [], uneven)


def test_pairs_that_stand_are_paired_around() -> None:
    sound = field()
    found = pair_round(replace(sound, fixed=((4, 3),)))
    assert (4, 3) in found.pairs
    assert sorted([number for pair in found.pairs for number in pair] + [found.bye]) == [1, 2, 3, 4, 5]
    assert pair_round(replace(sound, fixed=found.pairs)).pairs == found.pairs
    for fixed, reason in (
        (((1, 9),), "Player 9 is in a fixed pair but not available"),
        (((1, 4), (1, 3)), "Player 1 is in two"),
    ):
        with pytest.raises(FieldError, match=reason):
            pair_round(replace(sound, fixed=fixed))
