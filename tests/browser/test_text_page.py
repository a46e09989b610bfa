"""A game is played to its end on the text page, by the keyboard alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.timezone import now

import engine
from games.play.automatic import answer_for_bot
from games.play.positions import load
from tests.browser.boards import sits_down
from tests.browsing import Visitor
from tests.games.boards import as_bots_would, seat_named
from tests.games.play_builders import begun
from tests.processes_of_the_site import Site

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from games.models import Game

FOCUSED = "document.activeElement.id"


def bots_answer(game: Game) -> None:
    """Whatever bots are asked."""
    while True:
        play = load(game.pk)
        if play.state.is_over:
            return
        (index, *_rest) = engine.waiting_for(play.state)
        if not play.holder(index).is_bot:
            return
        assert answer_for_bot(seat_id=play.seats[index].pk, now=now())


def write(page: Page, line: str) -> None:
    """Tab from the top of the page to the line, write, Enter; and once more where it is asked."""
    page.reload()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED) == "line":
            break
    assert page.evaluate(FOCUSED) == "line", "Tab leads to the line"
    page.keyboard.type(line)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    if page.locator("input[name=sure]").count():
        assert page.evaluate(FOCUSED) == "line", "the line has the focus again"
        with page.expect_navigation():
            page.keyboard.press("Enter")


def test_a_game_is_played_to_its_end_on_the_text_page_by_the_keyboard_alone(site: Site, visit: Visitor, anna) -> None:
    game = begun(anna, "plain", now=now())
    seat = seat_named(game, "Anna")
    as_bots_would(game, until=lambda state: state.ending and state.phase == "exchange", now=now())
    bots_answer(game)
    site.web()
    sits_down(visit, site, anna, f"/games/{game.pk}/text/")
    written = 0
    while not (play := load(game.pk)).state.is_over:
        moves = play.view(seat).moves
        buys = [place for place, move in enumerate(moves, start=1) if move.startswith(("buy", "play"))]
        line = str(buys[0]) if buys and written < 3 else "pass" if "pass" in moves else "1"
        version = play.game.version
        visit(lambda page, line=line: write(page, line))
        written += 1
        assert load(game.pk).game.version > version, f"{line!r} was played"
        bots_answer(game)
    assert written >= 1

    def end(page: Page) -> str:
        page.reload()
        assert page.locator("#line").count() == 0
        return page.inner_text("main")

    told = visit(end)
    assert "The game has finished" in told
    assert "Final ranking" in told


def test_a_wrong_line_is_told_beside_the_line_and_keeps_the_focus(site: Site, visit: Visitor, anna, boris) -> None:
    game = begun(anna, boris, now=now())
    as_bots_would(game, until=lambda state: engine.waiting_for(state) == (seat_named(game, "Anna"),), now=now())
    site.web()
    sits_down(visit, site, anna, f"/games/{game.pk}/text/")

    def wrong(page: Page) -> tuple[str, bool, str]:
        write(page, "castle kingside")
        said = page.evaluate("document.activeElement.getAttribute('aria-describedby')").split()[0]
        seen = page.evaluate("document.getElementById('line-said').getBoundingClientRect().top >= 0")
        return page.evaluate(FOCUSED), seen, page.inner_text(f"#{said}")

    focused, seen, told = visit(wrong)
    visit.errors.clear()  # the browser writes a refused request to its console
    assert focused == "line"
    assert seen, "what was wrong is in the window"
    assert "not_a_move" in told
