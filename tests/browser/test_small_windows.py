"""The board where the page is enlarged or the window small, and what is marked on it: nothing is cut, covered or out of reach."""

from __future__ import annotations

import engine
from games.play.positions import load
from tests.browser.boards import sits_down
from tests.browsing import Visitor
from tests.games.boards import first_way, seat_named, until_asked
from tests.games.play_builders import begun
from tests.processes_of_the_site import Site

COVERED = """() => {
    const cards = [...document.querySelectorAll("#tableau .cards .card")].map((one) => one.getBoundingClientRect());
    return cards.filter((one, n) => cards.some((other, m) => m > n && one.right > other.left + 1 && other.right > one.left + 1
        && one.bottom > other.top + 1 && other.bottom > one.top + 1)).length;
}"""
BUTTONS = """() => {
    const seen = [...document.querySelectorAll("#move form.acts button")].filter((one) => one.getClientRects().length);
    return seen.map((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && one.contains(hit);
    });
}"""
"""Whether each button of the panel lies in the window, with nothing over it."""
CUT = """() => [...document.querySelectorAll("#move > div:first-child p, #move h2")].filter((one) => one.getClientRects().length)
    .filter((one) => { const box = one.getBoundingClientRect(); return box.top < 0 || box.bottom > innerHeight; }).length"""
STRIP = """() => {
    const strip = document.querySelector("#news .strip"), box = strip.getBoundingClientRect();
    strip.innerHTML = strip.innerHTML.repeat(8);
    return [...strip.children].map((one) => one.getBoundingClientRect())
        .filter((one) => one.top < box.bottom - 3 && (one.right > box.right + 1 || one.bottom > box.bottom + 1)).length;
}"""


def size_of_text(page, pixels: int) -> None:
    """What people set in their browser."""
    wire = page.context.new_cdp_session(page)
    wire.send("Page.enable")
    wire.send("Page.setFontSizes", {"fontSizes": {"standard": pixels}})


def test_an_enlarged_page_covers_and_cuts_nothing(site: Site, visit: Visitor, anna, boris):
    """320 pixels; 1280 by 720 at 200 and 400 %; text of twice the size."""
    game = begun(anna, boris)
    seat = seat_named(game, "Anna")

    def full(state: engine.State) -> bool:
        return sum(map(bool, state.upper)) >= 5 and any(m.kind == "buy" for m in engine.legal_moves(state, seat))

    until_asked(game, "Anna", also=lambda state: state.round >= 2 and full(state))
    site.web()
    sits_down(visit, site, anna, f"/games/{game.pk}/")

    def at(page, width: int, height: int) -> None:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{site.url}/games/{game.pk}/")

    def choose(page) -> tuple[list[bool], int, int]:
        page.locator("#tableau .slot:not(.not) button.card").first.click()
        page.locator("#move form.acts").wait_for()
        page.wait_for_timeout(100)  # the script measures the room when a frame is drawn
        return page.evaluate(BUTTONS), page.evaluate(CUT), page.evaluate("document.documentElement.scrollWidth")

    visit(lambda page: at(page, 320, 640))
    assert visit(lambda page: page.evaluate(COVERED)) == 0
    if visit(lambda page: page.locator("#news").count()):
        assert visit(lambda page: page.evaluate(STRIP)) == 0, "no move of the strip is cut"
    for width, height in ((640, 360), (320, 180)):
        visit(lambda page, width=width, height=height: at(page, width, height))
        reached, cut, wide = visit(choose)
        assert all(reached), (width, height)
        assert reached, (width, height)
        assert cut == 0 or height < 300, (width, height)
        assert wide <= width
    small = visit(
        lambda page: page.evaluate("parseFloat(getComputedStyle(document.querySelector('#turn h1')).fontSize)")
    )
    visit(lambda page: size_of_text(page, 32))
    visit(lambda page: at(page, 320, 180))
    large = visit(
        lambda page: page.evaluate("parseFloat(getComputedStyle(document.querySelector('#turn h1')).fontSize)")
    )
    assert large == 2 * small
    visit(lambda page: at(page, 1280, 720))
    reached, cut, wide = visit(choose)
    assert all(reached)
    assert cut == 0
    assert wide <= 1280


def test_a_stack_that_can_be_replaced_has_a_ring(site: Site, visit: Visitor, anna, boris):
    game = begun(anna, boris)
    seat = seat_named(game, "Anna")

    def twice(state: engine.State) -> bool:
        if engine.waiting_for(state) != (seat,):
            return False
        shown = [one.card for one in engine.view_for(state, seat).seats[seat].display]
        over = [move.over for move in engine.legal_moves(state, seat) if move.kind == "buy" and move.over]
        return len(set(over)) > 1 and any(shown.count(card) > 1 for card in over)

    first_way(game, twice)
    play = load(game.pk)
    view = play.view(seat)
    shown = [one.card for one in view.seats[seat].display]
    place = next(
        f"{slot.row}.{slot.place}.{slot.card}"
        for slot in (*view.upper, *view.lower)
        if slot and any(offer.legal and offer.over and shown.count(offer.over) > 1 for offer in slot.offers)
    )
    site.web()
    sits_down(visit, site, anna, f"/games/{game.pk}/?card={place}")
    ring = "one => getComputedStyle(one.querySelector('.card:nth-last-child(1 of .card)')).outlineStyle"
    stacks = visit(lambda page: page.locator("#display .stack.tgt.two").evaluate_all(f"all => all.map({ring})"))
    assert stacks
    assert set(stacks) <= {"dashed", "solid"}
