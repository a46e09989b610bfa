"""What a trade gives up and brings back, in figures: the same as the rules then pay."""

from random import Random

import pytest

import engine
from tests.builders import position, seat
from tests.engine.test_must_pass import EVERY_SET
from tests.engine.walks import random_deal, walk_from


def lost(state, text):
    return [(one.phase, one.rubles, one.points) for one in engine.losses(state, 0, engine.parse_move(text, state))]


def late(state, text):
    found = engine.too_late(state, 0, engine.parse_move(text, state))
    return None if found is None else (found.price, found.rubles, found.scorings)


def test_a_building_of_seven_points_for_a_theater_that_counts_no_noble():
    """2nd edition: the Mariinsky Theater pays a point for each Noble (M2-2); there is none."""
    own = seat(display=["academy", "market"])
    state = position(phase="exchange", upper=["mariinski-theater"], seats=[own, seat()])
    pays = engine.view_for(state, 0).seats[0].display[0].pays[1]
    assert lost(state, "buy mariinski-theater over academy") == [("building", 0, pays)]
    assert lost(state, "buy mariinski-theater over market") == [("building", 0, 1)]
    worth_it = seat(display=["market", "author", "author"])
    state = position(phase="exchange", upper=["mariinski-theater"], seats=[worth_it, seat()])
    assert lost(state, "buy mariinski-theater over market") == []


@pytest.mark.parametrize("sets", [(), EVERY_SET])
def test_the_figures_are_what_the_scorings_then_pay_less(sets):
    """Every trade of whole games: what is said to be lost is what the income of the group has less right afterwards."""
    options, rng, trades, bad = engine.Options(players=2, sets=sets), Random(4), 0, 0
    for ply in walk_from(engine.new_game(options, random_deal(options, rng)), rng):
        if ply.move.over is None or engine.phase_key(ply.before) != engine.phase_key(ply.after):
            continue
        before, after = (engine.view_for(state, ply.seat).seats[ply.seat].income for state in (ply.before, ply.after))
        less = {
            old.group: (max(old.rubles - new.rubles, 0), max(old.points - new.points, 0))
            for old, new in zip(before, after, strict=True)
            if new.rubles < old.rubles or new.points < old.points
        }
        said = {one.group: (one.rubles, one.points) for one in engine.losses(ply.before, ply.seat, ply.move)}
        assert said == {group: less[group] for group in less if engine.scorings_left(ply.before, group) != 0}
        trades, bad = trades + 1, bad + bool(said)
    assert trades > 5
    assert bad or not sets


def last_round(phase, upper, own, **more):
    return position(phase=phase, upper=upper, seats=[own, seat()], ending=True, round=8, **more)


def test_in_the_last_round_it_is_known_what_a_card_of_rubles_alone_brings_back():
    """SEQ-5, END-1: a Worker bought in its phase pays once more, later never again."""
    own = seat(display=["market"])
    assert late(last_round("worker", ["ship-builder"], own), "buy ship-builder") == (7, 3, 1)
    assert late(last_round("building", ["ship-builder"], own), "buy ship-builder") == (7, 0, 0)
    early = position(phase="building", upper=["ship-builder"], seats=[own, seat()])
    assert late(early, "buy ship-builder") is None, "how many rounds there will be is not known"
    assert engine.scorings_left(early, "green") is None


def test_nothing_is_said_of_points_of_other_uses_of_new_nobles_and_with_sets():
    own = seat(display=["author"])
    state = last_round("exchange", ["author", "judge", "market", "warehouse", "pub"], own)
    assert late(state, "buy author") == (3, 0, 0), "a second one of a name counts nothing in the end"
    assert late(state, "buy judge") is None, "a Noble of another name counts in the end (END-11)"
    assert late(state, "buy market") == (5, 0, 0), "its points come no more, either"
    assert [late(state, f"buy {card}") for card in ("warehouse", "pub")] == [None, None]
    assert late(last_round("building", ["market"], own), "buy market") is None, "it scores once more"
    with_set = last_round("exchange", ["author"], own, sets=("market",))
    assert late(with_set, "buy author") is None
