"""Turns that leave nothing but a pass: seen alike by everybody, and decided by nothing that is hidden."""

from random import Random

import pytest

import engine
from tests.engine.test_secrets import exchanged
from tests.engine.walks import random_deal, walk_from

EVERY_SET = ("market", "good-company", "banquet", "module-2", "helpers", "events", "orders", "hurdles")


def of_spectators(state):
    return engine.must_pass(engine.view_for(state, None))


def turns(options, seed):
    """Positions of a random game in which somebody has an ordinary turn."""
    rng = Random(seed)
    for ply in walk_from(engine.new_game(options, random_deal(options, rng)), rng):
        question = engine.question_for(ply.before, None)
        if question.kind == "turn" and len(question.seats) == 1:
            yield ply.before, question.seats[0]


@pytest.mark.parametrize(("edition", "players", "sets"), [(1, 2, ()), (2, 3, ()), (2, 2, EVERY_SET), (2, 4, EVERY_SET)])
def test_a_spectator_sees_exactly_the_turns_that_leave_nothing_but_a_pass(edition, players, sets):
    options = engine.Options(edition=edition, players=players, sets=sets)
    found, rng = 0, Random(1)
    for number, (state, seat) in enumerate(turns(options, players)):
        only_pass = len(engine.legal_moves(state, seat)) == 1
        found += only_pass
        if only_pass or number % 5 == 0:
            assert of_spectators(state) == only_pass
            assert of_spectators(exchanged(state, None, rng)) == only_pass
    assert found


def test_with_hidden_hands_and_rubles_nobody_is_seen_to_have_nothing_left():
    """INFO-2: a pass of its own accord would tell that somebody is poor, and none that he is not."""
    options = engine.Options(edition=2, players=2, open_hands=False)
    alone = [state for state, seat in turns(options, 3) if len(engine.legal_moves(state, seat)) == 1]
    assert alone
    assert not any(of_spectators(state) for state in alone)
