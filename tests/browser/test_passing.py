"""Passing by mouse: the symbol of the phase goes on working."""

from __future__ import annotations

import engine
from games.models import Source
from games.play.moves import submit_move
from games.play.positions import load
from tests.browser.boards import is_kept, marked, sits_down
from tests.browsing import Visitor
from tests.games.boards import first_workers_bought, seat_named, until_asked
from tests.games.play_builders import NOON, asked_user, begun
from tests.processes_of_the_site import Site


def comes_back(state: engine.State, seat: int) -> bool:
    """Who passes now is asked again in this phase: the other can buy."""
    passed = engine.apply(state, seat, engine.parse_move("pass", state))
    (other,) = engine.waiting_for(passed.state)
    same = engine.phase_key(passed.state) == engine.phase_key(state) and other != seat
    return same and any(move.kind == "buy" for move in engine.legal_moves(passed.state, other))


def test_the_symbol_of_the_phase_works_after_a_pass_that_came_too_late(site: Site, visit: Visitor, anna, boris):
    """It stood in a part of the page that stays as it is, and so stayed as it was while the move was on its way: disabled."""
    game = begun(anna, boris)
    seat = seat_named(game, "Anna")
    until_asked(game, "Anna", also=lambda state: first_workers_bought(state) and comes_back(state, seat))
    site.web()
    sits_down(visit, site, anna, f"/games/{game.pk}/")
    for kind in ("pass", "buy"):  # Anna in another window, then Boris
        play = load(game.pk)
        text = next(
            str(move) for move in engine.legal_moves(play.state, *engine.waiting_for(play.state)) if move.kind == kind
        )
        submit_move(
            game_id=game.pk, user=asked_user(play), text=text, version=play.game.version, source=Source.PAGE, now=NOON
        )

    def passes(page) -> tuple[bool, bool]:
        marked(page)
        page.locator("#game button.bow:visible").click()
        page.get_by_text("The game has moved on.").wait_for()
        return page.locator("#game button.bow:visible").is_enabled(), is_kept(page)

    assert visit(passes) == (True, True)
