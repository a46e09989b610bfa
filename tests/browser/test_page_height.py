"""How high the page of a game with every set and five players is: it may not grow."""

from __future__ import annotations

from django.utils.timezone import now

import engine
from tests.browser.boards import sits_down
from tests.browser.test_everything import EVERYTHING
from tests.browsing import Visitor
from tests.games.boards import as_bots_would, seat_named
from tests.games.play_builders import begun
from tests.processes_of_the_site import Site

MOST = {(1280, 800): 3200, (390, 844): 3400}
"""Pixels, by window."""


def test_a_game_with_everything_is_no_higher_than_it_must_be(site: Site, visit: Visitor, anna, boris):
    game = begun(anna, boris, "plain", "plain", "plain", edition=2, sets=list(EVERYTHING), secret=bytes(32), now=now())
    seat = seat_named(game, "Anna")

    def asked(state: engine.State) -> bool:
        question = engine.question_for(state, seat)
        return state.round >= 5 and question is not None and question.kind == "turn"

    as_bots_would(game, until=asked, now=now())
    site.web()
    for (width, height), most in MOST.items():
        visit(lambda page, width=width, height=height: page.set_viewport_size({"width": width, "height": height}))
        sits_down(visit, site, anna, f"/games/{game.pk}/")
        assert visit(lambda page: page.evaluate("document.documentElement.scrollHeight")) <= most
