"""An open page hears that somebody has moved, and asks where it hears nothing."""

from __future__ import annotations

from django.utils.timezone import now

from tests.browser.boards import own_clock, sits_down
from tests.browsing import Visitor
from tests.games.play_builders import begun, first_phase_over, next_move, play_on
from tests.processes_of_the_site import Site

SHOWS = "version => document.getElementById('game').dataset.version === String(version)"


def test_a_page_listens_asks_seldom_meanwhile_and_often_when_it_cannot(site: Site, visit: Visitor, anna, boris, clara):
    game = begun(anna, boris, now=now())
    play_on(game, until=first_phase_over, now=now())
    streams = site.streams()
    site.web()
    asked: list[str] = []

    def watch(page):
        own_clock(page)
        page.on("request", lambda request: asked.append(request.url) if "/pulse/" in request.url else None)
        page.goto(site.url)

    def comes(said):
        return said.url.endswith(f":{site.streams_port}/streams/{game.pk}/") and said.status == 200

    visit(watch)
    sits_down(visit, site, clara, "/")
    path = f"{site.url}/games/{game.pk}/"

    def opens(page):
        with page.expect_response(comes):
            page.goto(path)

    visit(opens)
    visit(lambda page: page.wait_for_timeout(200))
    visit(lambda page: page.clock.fast_forward(30_000))
    visit(lambda page: page.wait_for_timeout(200))
    assert asked == []
    version = next_move(game)
    visit(lambda page: page.wait_for_function(SHOWS, arg=version, timeout=20_000))
    assert asked == []
    streams.kill()
    visit(lambda page: page.wait_for_timeout(200))
    version = next_move(game)
    visit(lambda page: page.clock.fast_forward(11_000))
    visit(lambda page: page.wait_for_function(SHOWS, arg=version, timeout=20_000))
    assert asked, "the page has asked for itself"
    site.streams()

    def again(page):
        with page.expect_response(comes):
            page.clock.fast_forward(20_000)

    visit(again)
    version = next_move(game)
    visit(lambda page: page.wait_for_function(SHOWS, arg=version, timeout=20_000))
    assert all("ERR_CONNECTION_REFUSED" in error or "ERR_INCOMPLETE" in error for error in visit.errors), visit.errors
    visit.errors.clear()  # what Chromium writes down of a process that is gone
