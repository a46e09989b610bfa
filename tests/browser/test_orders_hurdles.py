"""Orders and hurdles in a real browser: the choice of an order by keys, a bonus without script, and pages that fit a phone."""

from __future__ import annotations

import pytest
from django.utils.timezone import now

import engine
from games.positions import load
from tests.browser.boards import sits_down, title
from tests.browsing import NARROW, Visitor
from tests.games.boards import seat_named, until_question, wander_on
from tests.games.play_builders import begun
from tests.processes_of_the_site import Site

pytestmark = pytest.mark.django_db(transaction=True)

WIDTH = "document.documentElement.scrollWidth"


def until_orders(game):
    """Play on until orders are chosen."""

    def asks(state: engine.State) -> bool:
        question = engine.question_for(state, None)
        return question is not None and question.kind == "order"

    return wander_on(game, until=asks)


def test_an_order_is_chosen_by_keys(site: Site, visit: Visitor, anna, boris):
    """ORD-B, DEC-25: a digit chooses the order, b takes it, e sends it; then the others are waited for."""
    game = begun(anna, boris, "plain", sets=["market", "orders", "hurdles"], now=now())
    play = until_orders(game)
    text = play.view(seat_named(game, "Anna")).moves[1]
    number = text.split()[1]
    site.web()
    sits_down(visit, site, anna, f"/games/{game.pk}/")

    def answer(page):
        assert title(page) == "Choose: an order"
        page.keyboard.press("2")
        page.keyboard.press("b")
        page.get_by_role("heading", level=1, name=f"Confirm: Score Order {number}").wait_for()
        page.keyboard.press("e")
        page.locator("#turn").get_by_text(f"You have chosen Order {number}").wait_for()
        return page.locator(".od .on b").first.inner_text()

    assert visit(answer) == f"Order {number}"
    visit.screenshot("orders-chosen-1280")
    visit(lambda page: page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]}))
    assert visit(lambda page: page.evaluate(WIDTH)) == NARROW[0]
    visit.screenshot("orders-chosen-390")
    assert text in [row.text for row in load(game.pk).rows]


@pytest.mark.parametrize("javascript", ["on", "off"])
def test_a_bonus_is_chosen_on_a_phone(site: Site, new_visitor, anna, boris, javascript):
    """HURD-B5, HURD-18: a button for each card and currency, confirmed, with script or without."""
    game = begun(anna, boris, "plain", sets=["market", "hurdles"], real_hurdles=1)
    play = until_question(game, "Anna", "hurdle")
    moves = play.view(seat_named(game, "Anna")).moves
    site.web()
    phone = new_visitor(size=NARROW, javascript=javascript)
    sits_down(phone, site, anna, f"/games/{game.pk}/")

    def answer(page):
        assert title(page).startswith("Choose: hurdle on ")
        page.locator(f"button[value='{moves[0]}']").click()
        page.get_by_role("button", name="Send move").click()
        page.locator("#turn h1:not(.long)").wait_for()
        page.locator("#log").get_by_text("paid Anna").first.wait_for(state="attached")
        return page.evaluate(WIDTH)

    phone.screenshot(f"hurdles-bonus-390-{javascript}")
    assert phone(answer) == NARROW[0]
    assert moves[0] in [row.text for row in load(game.pk).rows]
