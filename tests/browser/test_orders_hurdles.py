"""Orders and hurdles in a real browser: the choice of an order by keys, a bonus without script, and pages that fit a phone."""

from __future__ import annotations

import pytest
from django.utils.timezone import now

import engine
from games.names.cards import tile_name
from games.play.positions import load
from tests.browser.boards import sits_down, title, wants_to_be_asked
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
    wants_to_be_asked(anna)
    game = begun(anna, boris, "plain", sets=["market", "orders", "hurdles"], now=now())
    play = until_orders(game)
    text = play.view(seat_named(game, "Anna")).moves[1]
    name = tile_name(f"order-{int(text.split()[1]):02}")
    site.web()
    sits_down(visit, site, anna, f"/games/{game.pk}/")

    def answer(page):
        assert title(page) == "Choose an order"
        page.keyboard.press("2")
        page.keyboard.press("b")
        page.get_by_role("heading", level=1, name=f"Confirm: Score “{name}”").wait_for()
        page.keyboard.press("e")
        page.locator("#turn").get_by_text(f"You chose “{name}”").wait_for()
        return page.locator(".od .on b").first.inner_text()

    assert visit(answer) == name
    visit.screenshot("orders-chosen-1280")
    visit(lambda page: page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]}))
    assert visit(lambda page: page.evaluate(WIDTH)) == NARROW[0]
    visit.screenshot("orders-chosen-390")
    assert text in [row.text for row in load(game.pk).rows]


def test_a_bonus_is_chosen_by_keys(site: Site, visit: Visitor, anna, boris):
    """HURD-B5, HURD-18: answers bear the digits that mark them, b chooses, e sends the move; a digit too many does nothing."""
    wants_to_be_asked(anna)
    game = begun(anna, boris, "plain", sets=["market", "hurdles"], real_hurdles=1)
    play = until_question(game, "Anna", "hurdle")
    moves = play.view(seat_named(game, "Anna")).moves
    site.web()
    sits_down(visit, site, anna, f"/games/{game.pk}/")

    def answer(page):
        answers = page.locator("#move .pick input")
        assert {answer.get_attribute("value") for answer in answers.all()} == set(moves)
        digits = [answer.get_attribute("aria-keyshortcuts") for answer in answers.all()]
        assert digits == [str(place) for place in range(1, len(moves) + 1)][:9] + [None] * (len(moves) - 9)
        if len(moves) < 9:
            page.keyboard.press("9")
        second = answers.nth(1).get_attribute("value")
        page.keyboard.press("2")
        page.keyboard.press("b")
        page.get_by_role("heading", level=1, name="Confirm: ").wait_for()
        assert page.locator("#move button[data-key=e]").get_attribute("value") == second
        page.keyboard.press("e")
        page.locator("#log").get_by_text("paid Anna").first.wait_for(state="attached")
        return second

    visit.screenshot("hurdles-bonus-1280")
    assert visit(answer) in [row.text for row in load(game.pk).rows]


def test_who_wants_no_keys_has_no_digits(site: Site, visit: Visitor, anna, boris):
    """With shortcuts turned off in the profile a digit marks nothing."""
    anna.keyboard_shortcuts = False
    anna.save()
    game = begun(anna, boris, "plain", sets=["market", "hurdles"], real_hurdles=1)
    until_question(game, "Anna", "hurdle")
    site.web()
    sits_down(visit, site, anna, f"/games/{game.pk}/")

    def look(page):
        page.keyboard.press("1")
        assert page.locator("#move .pick input").count()
        assert not page.locator("#move .pick :is(:checked, [aria-keyshortcuts])").count()
        return title(page)

    assert visit(look).startswith("Choose hurdle bonus (")


@pytest.mark.parametrize("javascript", ["on", "off"])
def test_a_bonus_is_chosen_on_a_phone(site: Site, new_visitor, anna, boris, javascript):
    """HURD-B5, HURD-18: an answer for each card and currency, chosen and confirmed, with script or without."""
    wants_to_be_asked(anna)
    game = begun(anna, boris, "plain", sets=["market", "hurdles"], real_hurdles=1)
    play = until_question(game, "Anna", "hurdle")
    moves = play.view(seat_named(game, "Anna")).moves
    site.web()
    phone = new_visitor(size=NARROW, javascript=javascript)
    sits_down(phone, site, anna, f"/games/{game.pk}/")

    def answer(page):
        assert title(page).startswith("Choose hurdle bonus (")
        page.locator(f"#move input[value='{moves[0]}']").check()
        page.locator("#move button", has_text="Choose").click()
        page.get_by_role("button", name="Send move").click()
        page.locator("#turn h1:not(.long)").wait_for()
        page.locator("#log").get_by_text("paid Anna").first.wait_for(state="attached")
        return page.evaluate(WIDTH)

    phone.screenshot(f"hurdles-bonus-390-{javascript}")
    assert phone(answer) == NARROW[0]
    assert moves[0] in [row.text for row in load(game.pk).rows]
