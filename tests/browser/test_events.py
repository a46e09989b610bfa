"""Events in a real browser: the Ghost by a card of the tableau, the Twin on a phone, with and without a script."""

from __future__ import annotations

import pytest

from games.play.positions import load
from tests.browser.boards import sits_down, title, wants_to_be_asked
from tests.browsing import NARROW, Visitor
from tests.games.boards import seat_named
from tests.games.event_boards import table, until_moves, until_twin
from tests.processes_of_the_site import Site

pytestmark = pytest.mark.django_db(transaction=True)

WIDTH = "document.documentElement.scrollWidth"


def test_the_ghost_takes_the_very_card_that_is_clicked(site: Site, visit: Visitor, anna, boris):
    """EVT-GHOST-1, TURN-13: the list of events, then a click on the second of two equal cards; the turn goes on (EVT-3)."""
    wants_to_be_asked(anna)
    game = table(anna, boris, "plain", "plain")
    play = until_moves(game, "Anna", "event grabber", "event warehouse", "event ghost", copies=True)
    legal = [text for text in play.view(seat_named(game, "Anna")).moves if text.startswith("event ghost")]
    number = next(number for number, text in enumerate(legal) if " at " in text)
    site.web()
    sits_down(visit, site, anna, f"/games/{game.pk}/")
    visit.screenshot("events-1280")

    def haunt(page):
        page.get_by_role("button", name="Use an event").click()
        page.get_by_role("heading", name="Which event do you want to use?").wait_for()
        visit.screenshot("events-list-1280")
        page.locator("#move").get_by_role("button", name="Choose Ghost").click()
        page.get_by_role("heading", name="Ghost: discard which card?").wait_for()
        page.locator(f"#tableau label[data-target='{number}']").click()
        visit.screenshot("events-ghost-1280")
        page.keyboard.press("b")
        page.locator("#move button[data-key=e]").wait_for()
        assert "(place " in title(page)
        page.keyboard.press("e")
        page.locator("#log").get_by_text("Anna used the event Ghost").wait_for()
        return title(page)

    assert visit(haunt) == "Your turn"
    assert load(game.pk).rows[-1].text == legal[number]
    visit(lambda page: page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]}))
    assert visit(lambda page: page.evaluate(WIDTH)) == NARROW[0]
    visit.screenshot("events-390")


@pytest.mark.parametrize("javascript", ["on", "off"])
def test_the_twins_are_acquired_on_a_phone(site: Site, new_visitor, anna, boris, javascript):
    """DEC-16, UI-10: both cards are shown, then the one that is left; somebody else sees both by a click."""
    wants_to_be_asked(anna)
    game = table(anna, boris, "plain", "plain")
    asked = until_twin(game, "Anna").game.version
    site.web()
    phone, other = new_visitor(size=NARROW, javascript=javascript), new_visitor(javascript=javascript)
    sits_down(phone, site, anna, f"/games/{game.pk}/")
    phone.screenshot(f"events-twin-390-{javascript}")
    sits_down(other, site, boris, f"/games/{game.pk}/")
    other(lambda page: page.locator("#tableau .slot:has(.ontop) button").click())
    other(lambda page: page.locator("#move .both .card.hide-s").nth(1).wait_for())
    other.screenshot(f"events-twin-other-{javascript}")

    def acquire(page):
        for _card in range(2):
            assert title(page) == "Choose the twin cards"
            page.locator("#move .btn.pri:visible").first.click()
            page.locator("#move button[data-key=e]").click()
            page.locator("#turn h1:not(.long)").wait_for()
        return title(page), page.evaluate(WIDTH)

    last, width = phone(acquire)
    assert last != "Choose the twin cards"
    assert width == NARROW[0]
    rows = [row for row in load(game.pk).rows if row.number > asked]  # then those follow who can only pass
    assert all(row.text.split()[0] in ("buy", "take") for row in rows[:2]), rows
