"""Bots: legal, deterministic, quick, good enough, and no wiser than the seat they sit in."""

import json
from random import Random
from statistics import mean, median
from time import process_time

import pytest

import engine
from engine.bots import BOTS
from tests.engine.recording import KEPT, chance_of, played


def whole_game(options: engine.Options, seed: int) -> tuple[list[int], list[float]]:
    """Final points of plain bots, and what each decision took in milliseconds of CPU time, view and guess included."""
    rng = Random(seed)
    state = engine.new_game(options, engine.make_deal(options, rng.randbytes(32)))
    took = []
    while not state.is_over:
        (seat,) = engine.waiting_for(state)
        began = process_time()
        view = engine.view_for(state, seat)
        move = BOTS["plain"].choose(view, engine.guess(view, rng), rng)
        took.append(1000 * (process_time() - began))
        assert move in engine.legal_moves(state, seat)
        state = engine.apply(state, seat, move).state
    return [score.total for score in engine.final_scores(state)], took


def test_four_plain_bots_average_well_above_thirty_points():
    """Edition 1; a decision takes at most 5 ms, and the slowest of thousands not much more."""
    games = [whole_game(engine.Options(edition=1, players=4), seed) for seed in range(12)]
    assert mean(points for scores, _ in games for points in scores) > 60
    took = sorted(one for _, times in games for one in times)
    assert median(took) < 2.5
    assert took[int(len(took) * 0.99)] < 5


@pytest.mark.parametrize("name", sorted(KEPT))
def test_a_plain_bot_plays_every_kind_of_table_to_its_end(name):
    """All options of the base game; solo too (SOLO-1)."""
    scores, took = whole_game(KEPT[name], 77)
    assert len(scores) == KEPT[name].players
    assert len(took) > 50


def test_a_plain_bot_beats_one_that_plays_at_random():
    won = 0
    for seed in range(8):
        options = engine.Options(edition=2, players=2, open_hands=False)
        rng = Random(seed)
        state = engine.new_game(options, engine.make_deal(options, rng.randbytes(32)))
        ours = seed % 2
        while not state.is_over:
            (seat,) = engine.waiting_for(state)
            move = rng.choice(engine.legal_moves(state, seat))
            if seat == ours:
                view = engine.view_for(state, seat)
                move = BOTS["plain"].choose(view, engine.guess(view, rng), rng)
            state = engine.apply(state, seat, move).state
        won += engine.final_scores(state)[ours].winner
    assert won == 8


def test_the_same_seed_gives_the_same_game():
    options = KEPT["edition2-3p"]
    first, second = (json.dumps(played(options, chance_of("again"), seed=5)) for _ in range(2))
    assert first == second


def test_a_bot_chooses_alike_whatever_is_hidden_from_it():
    """It is given a guess from the view, and the plain one decides by what the seat knows, not by the guess: exchanging
    hidden hands and pile orders never changes its move."""
    options = engine.Options(edition=1, players=3, open_hands=False)
    state = engine.new_game(options, engine.make_deal(options, bytes(32)))
    rng = Random(3)
    while not state.is_over:
        (seat,) = engine.waiting_for(state)
        view = engine.view_for(state, seat)
        guesses = [engine.guess(view, Random(number)) for number in range(3)]
        chosen = {str(BOTS["plain"].choose(view, guess, rng)) for guess in guesses}
        assert len(chosen) == 1
        state = engine.apply(state, seat, engine.parse_move(chosen.pop(), state)).state


def test_only_a_seat_that_is_asked_can_choose():
    options = engine.Options(edition=1, players=2)
    state = engine.new_game(options, engine.make_deal(options, bytes(32)))
    (asked,) = engine.waiting_for(state)
    for viewer in (1 - asked, None):
        view = engine.view_for(state, viewer)
        with pytest.raises(ValueError, match="asked"):
            BOTS["plain"].choose(view, engine.guess(view, Random(0)), Random(0))
