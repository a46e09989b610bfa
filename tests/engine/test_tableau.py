"""Both rows by themselves are those of the views."""

from random import Random

import pytest

import engine
from engine import Options


@pytest.mark.parametrize("sets", [(), ("market", "events", "banquet")])
def test_the_rows_are_those_that_everybody_sees(sets: tuple[str, ...]) -> None:
    options, rng = Options(players=3, sets=sets), Random(5)
    state = engine.new_game(options, engine.make_deal(options, bytes(32)))
    while not state.is_over and state.round < 4:
        view = engine.view_for(state, None)
        rows = [tuple(slot.card if slot else None for slot in row) for row in (view.upper, view.lower)]
        assert list(engine.tableau(state)) == rows
        seat = engine.waiting_for(state)[0]
        state = engine.apply(state, seat, rng.choice(engine.legal_moves(state, seat))).state
