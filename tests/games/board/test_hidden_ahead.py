"""What the game page works out ahead of a move shows nothing that its player does not know (INFO-2, INFO-6)."""

from random import Random

import pytest

import engine
from games.board.panel import Moves, changes


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("number", range(3))
def test_what_a_move_does_is_shown_only_where_hidden_cards_and_rubles_do_not_matter(edition: int, number: int) -> None:
    """Two positions that the player cannot tell apart: what is said to uncover nothing leads to what looks the same,
    and what is said to uncover something is so in both. The rubles of others decide whether a Pub is asked, and the
    move that ends the game shows every hand.
    """
    rng = Random(number)
    options = engine.Options(edition=edition, players=2 + number, open_hands=False)
    state = engine.new_game(options, engine.make_deal(options, bytes([edition, number]) * 16))
    looked = 0
    while not state.is_over:
        (seat,) = engine.waiting_for(state)
        view = engine.view_for(state, seat)
        legal = engine.legal_moves(state, seat)
        for move in legal:
            ends = engine.phase_key(engine.apply(state, seat, move).state) != engine.phase_key(state)
            if not ends and rng.random() > 0.1:
                continue  # what goes on in the same action part is looked at here and there
            other = engine.guess(view, rng)
            here, there = Moves(state, view), Moves(other, view)
            assert here.says_reveals(str(move)) == there.says_reveals(str(move))
            assert here.ends(str(move)) == there.ends(str(move))
            assert changes(str(move), here) == changes(str(move), there)
            if not here.reveals(str(move)):
                seen = [engine.view_for(engine.apply(one, seat, move).state, seat) for one in (state, other)]
                assert seen[0].to_json() == seen[1].to_json()
            looked += 1
        state = engine.apply(state, seat, rng.choice(legal)).state
    assert looked > 50
