"""Questions that leave only one move, mostly a pass: seen alike by everybody, and decided by nothing that is hidden."""

from random import Random

import pytest

import engine
from tests.engine.test_secrets import exchanged
from tests.engine.walks import random_deal, walk_from

EVERY_SET = ("market", "good-company", "banquet", "module-2", "helpers", "events", "orders", "hurdles")


def of_spectators(state):
    return engine.only_move(engine.view_for(state, None))


def turns(options, seed):
    """Positions of a random game in which somebody alone is asked, but for a drawn card."""
    rng = Random(seed)
    for ply in walk_from(engine.new_game(options, random_deal(options, rng)), rng):
        question = engine.question_for(ply.before, None)
        if question.kind != "drawn" and len(question.seats) == 1:
            yield ply.before, question.seats[0]


@pytest.mark.parametrize(("edition", "players", "sets"), [(1, 2, ()), (2, 3, ()), (2, 2, EVERY_SET), (2, 4, EVERY_SET)])
def test_a_spectator_sees_exactly_the_questions_that_leave_only_one_move(edition, players, sets):
    options = engine.Options(edition=edition, players=players, sets=sets)
    found, rng = set(), Random(1)
    for number, (state, seat) in enumerate(turns(options, players)):
        moves = engine.legal_moves(state, seat)
        only = moves[0] if len(moves) == 1 else None
        if only or number % 5 == 0:
            assert of_spectators(state) == only
            assert of_spectators(exchanged(state, None, rng)) == only
        if only:
            found.add(engine.question_for(state, None).kind)
    assert {"turn"} < found or not sets


def test_with_hidden_hands_and_rubles_nobody_is_seen_to_have_nothing_left():
    """INFO-2: a pass of its own accord would tell that somebody is poor, and none that he is not."""
    options = engine.Options(edition=2, players=2, open_hands=False)
    alone = [state for state, seat in turns(options, 3) if len(engine.legal_moves(state, seat)) == 1]
    assert alone
    assert not any(of_spectators(state) for state in alone)
