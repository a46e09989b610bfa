"""What a trade gives up, in figures: the same as the rules then pay less."""

from random import Random

import pytest

import engine
from tests.builders import position, seat
from tests.engine.test_only_move import EVERY_SET
from tests.engine.walks import random_deal, walk_from


def lost(state, text):
    return [(one.phase, one.rubles, one.points) for one in engine.losses(state, 0, engine.parse_move(text, state))]


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
