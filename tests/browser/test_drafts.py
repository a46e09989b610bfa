"""A turn of two acts in a real browser: drafted, taken back and sent without a reload, and never on anybody else's screen."""

from __future__ import annotations

import pytest

from games.models import Draft, LogRow
from games.play.positions import load
from tests.browser.boards import is_kept, marked, sits_down
from tests.browsing import NARROW, Visitor
from tests.games.boards import seat_named
from tests.games.event_boards import table, until_moves
from tests.processes_of_the_site import Site

pytestmark = pytest.mark.django_db(transaction=True)

WIDTH = "document.documentElement.scrollWidth"


def test_an_event_is_drafted_taken_back_and_sent_with_the_action(site: Site, new_visitor, anna, boris):
    """UI-14, UI-15: two clicks draft it, one takes it back; the action that ends the turn sends both."""
    game = table(anna, boris)
    until_moves(game, "Anna", "event sponsor", "take ")
    version = load(game.pk).game.version
    site.web()
    window: Visitor = new_visitor()
    sits_down(window, site, anna, f"/games/{game.pk}/?card=event-sponsor")

    def drafts_and_takes_back(page):
        marked(page)
        page.locator("#move button[value='event sponsor']").click()
        page.get_by_role("region", name="Draft (not sent)").get_by_role("button", name="Undo").click()
        page.locator("#draft").wait_for(state="detached")
        page.goto(page.url.split("?")[0] + "?card=event-sponsor")
        page.locator("#move button[value='event sponsor']").click()
        page.locator("#draft").wait_for()

    window(drafts_and_takes_back)
    window.screenshot("draft-1280")
    window(lambda page: page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]}))
    assert window(lambda page: page.evaluate(WIDTH)) <= NARROW[0]
    window.screenshot("draft-390")
    assert load(game.pk).game.version == version
    assert Draft.objects.get().moves == ["event sponsor"]

    def passes(page):
        marked(page)
        page.locator("#pass > button").first.click()
        page.locator("#draft").wait_for(state="detached")
        return is_kept(page)

    assert window(passes)
    rows = LogRow.objects.filter(game=game, number__gt=version, seat=seat_named(game, "Anna")).order_by("number")
    assert [row.text for row in rows][:2] == ["event sponsor", "pass"]
