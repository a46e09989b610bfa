"""Conditional orders with script: what is tested and refused is told on the same page, and outlives the moves of others."""

from __future__ import annotations

import pytest
from django.utils.timezone import now

from games.models import Source
from games.play.moves import submit_move
from games.play.positions import load
from tests.browser.boards import is_kept, marked, own_clock, sits_down
from tests.games.play_builders import asked_user, begun, first_phase_over, play_on

pytestmark = pytest.mark.django_db(transaction=True)


def test_orders_are_tested_and_stay_while_others_move(site, visit, anna, boris):
    game = begun(anna, boris, now=now())
    play = play_on(game, now=now(), until=lambda play: first_phase_over(play) and asked_user(play) == boris)
    site.web()
    visit(own_clock)
    sits_down(visit, site, anna, f"/games/{game.pk}/")

    def tests_and_is_refused(page):
        marked(page)
        page.locator("#standing > summary").click()
        page.locator("#orders-text").fill("pass this phase")
        page.locator("#orders-form input[name=most]").press("Enter")
        page.locator("#orders-tested").get_by_text("Now: pass.").wait_for()
        assert page.evaluate("document.activeElement.id") in ("orders-test", "standing")
        page.locator("#orders-text").fill("buy the moon")
        page.locator("#orders-give").click()
        page.locator("#standing").get_by_text("no card called “moon”").wait_for()
        assert page.locator("#orders-text").input_value() == "buy the moon"
        page.locator("#orders-add").click()
        page.locator("#orders-text").fill("pass this")
        assert is_kept(page)

    visit(tests_and_is_refused)
    submit_move(game_id=game.pk, user=boris, text="pass", version=play.game.version, source=Source.PAGE, now=now())
    version = str(load(game.pk).game.version)

    def writes_on(page):
        page.clock.fast_forward(15_000)
        page.locator(f"#game[data-version='{version}']").wait_for()
        assert page.locator("#orders-text").input_value() == "pass this"
        assert page.evaluate("document.activeElement.id") == "orders-text"
        assert page.locator("#orders-form input[name=version]").input_value() == version
        page.keyboard.type(" round")
        page.locator("#orders-give").click()
        page.locator("#standing li").get_by_text("pass this").wait_for()
        assert is_kept(page)

    visit(writes_on)
    visit.screenshot("orders-1280")
    visit.errors.clear()  # the browser writes a refused request to its console
    assert load(game.pk).seat_of(anna).planned == "pass this round"
