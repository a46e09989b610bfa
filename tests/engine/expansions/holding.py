"""What must hold in every game, whatever sets are in play: random games, each position looked at from all sides."""

from random import Random

import engine
from engine.acquire import assemble
from engine.core import State
from tests.builders import cards_in
from tests.engine.walks import random_deal, walk_from


def hold_together(options: engine.Options, seed: str, *, every: int = 5) -> set[str]:
    """Play one random game and check it; the kinds of questions that were asked."""
    rng = Random(seed)
    deal = random_deal(options, rng)
    start = state = engine.new_game(options, deal)
    cards, played, kinds = cards_in(start), [], set()
    for number, ply in enumerate(walk_from(start, rng)):
        kinds.add(engine.question_for(ply.before, ply.seat).kind)  # type: ignore[union-attr]
        assert engine.parse_move(str(ply.move), ply.before) is ply.move
        played.append((ply.seat, str(ply.move)))
        state = ply.after
        assert cards_in(state) == cards
        for player in state.players:
            fresh = assemble(state.rules, player.rubles, player.points, player.hand, player.display)
            assert (player.facts, player.kinds) == (fresh.facts, fresh.kinds)
            assert player.rubles >= 0
        if number % every == 0:
            guesses_agree(state, rng)
    assert state.is_over
    guesses_agree(state, rng)
    assert engine.replay(options, deal, played) == state
    return kinds


def guesses_agree(state: State, rng: Random) -> None:
    """For each viewer, and a visitor: a state guessed from the view looks just like it."""
    for viewer in (None, *range(len(state.players))):
        view = engine.view_for(state, viewer)
        assert engine.view_for(engine.guess(view, rng), viewer) == view
