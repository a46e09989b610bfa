"""A whole turn by the keyboard: the focus is never lost, whatever part of the page is exchanged."""

from __future__ import annotations

import engine
from games.play.positions import load
from tests.browser.boards import sits_down
from tests.browsing import Visitor
from tests.games.boards import first_workers_bought, seat_named, until_asked
from tests.games.play_builders import begun
from tests.processes_of_the_site import Site

FOCUS = """() => {
    const one = document.activeElement;
    return one.closest("#game") ? one.id || one.value || one.textContent.trim() : "";
}"""


def test_a_whole_turn_is_played_by_keys_and_the_focus_stays(site: Site, visit: Visitor, anna, boris):
    game = begun(anna, boris, "plain")
    seat = seat_named(game, "Anna")
    until_asked(
        game,
        "Anna",
        also=lambda state: (
            first_workers_bought(state)
            and "buy" in {move.kind for move in engine.legal_moves(state, seat)}
            and state.round == 1
        ),
    )
    site.web()
    sits_down(visit, site, anna, f"/games/{game.pk}/")

    def buy(page):
        page.keyboard.press("ArrowRight")
        for _ in range(12):
            if page.evaluate("!!document.activeElement.closest('.slot:not(.not)')?.querySelector('.tag.can')"):
                break
            page.keyboard.press("ArrowRight")
        card = page.evaluate(FOCUS)
        page.keyboard.press("Enter")
        page.locator("#move form.acts").wait_for()
        assert page.evaluate(FOCUS) == card, "the card keeps the focus"
        for _ in range(8):
            if page.evaluate("!!document.activeElement.closest('#move form.acts button')"):
                break
            page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.value").startswith("buy "), (
            "Tab leads from the card into the panel"
        )
        page.keyboard.press("Enter")
        page.locator("#turn:not(.you)").wait_for()
        return page.evaluate(FOCUS)

    assert visit(buy), "somewhere on the page"
    assert load(game.pk).rows[-1].text.startswith("buy ")


def test_the_pass_menu_stays_open_and_keeps_the_focus_when_somebody_else_acts(site: Site, visit: Visitor, anna, boris):
    """The page was exchanged under the open menu, which closed and lost the focus."""
    game = begun(anna, boris)
    until_asked(game, "Anna", also=lambda state: first_workers_bought(state) and state.phase != "worker")
    site.web()
    sits_down(visit, site, anna, f"/games/{game.pk}/")

    def menu(page):
        page.keyboard.press("p")
        assert page.evaluate("document.activeElement.value") == "pass", "the button itself"
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        return page.evaluate(FOCUS)

    first = visit(menu)
    assert first == "phase"

    def exchanged(page):
        page.evaluate("document.getElementById('game').dataset.tag = 'old'")
        with page.expect_response("**/pulse/"):
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.locator("#game:not([data-tag=old])").wait_for(state="attached")
        assert page.locator("#pass-menu[open]").count() == 1
        return page.evaluate(FOCUS)

    assert visit(exchanged) == first

    def send(page):
        before = page.locator("#game").get_attribute("data-version")
        page.keyboard.press("Enter")
        page.locator(f'#game:not([data-version="{before}"])').or_(page.locator("#move [data-key=e]")).first.wait_for(
            state="attached"
        )
        if page.locator("#move [data-key=e]").count():
            page.keyboard.press("e")
            page.locator(f'#game:not([data-version="{before}"])').wait_for(state="attached")
        page.locator("#game:not([aria-busy])").wait_for(state="attached")
        return page.evaluate(FOCUS)

    assert visit(send), "somewhere on the page"
    assert load(game.pk).rows[-1].seat is not None
