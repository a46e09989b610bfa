"""Random games with Module 2."""

import pytest

from tests.engine.expansions.holding import hold_together
from tests.engine.expansions.module2.stories import options


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("open_hands", [True, False], ids=["open", "hidden"])
def test_whole_games_hold_together(players: int, open_hands: bool, request: pytest.FixtureRequest) -> None:
    """M2-1, SETUP-12, INFO-3: cards are conserved, facts are the sums of the display, money is never negative, guesses
    agree with views, notation is read back, replay is play."""
    asked = hold_together(options(players=players, open_hands=open_hands), request.node.name)
    assert {"first-worker", "turn"} <= asked
