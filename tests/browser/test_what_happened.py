"""What only a browser does of what happened: it tells what was seen, lets cards travel, plays the strip, and hums if it may."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import monotonic, sleep

import pytest
from django.utils.timezone import now

import engine
from games.models import Game, Seen
from tests.browser.boards import sits_down
from tests.browsing import Visitor
from tests.games.boards import as_bots_would, first_workers_bought, seat_named
from tests.games.play_builders import begun
from tests.processes_of_the_site import Site

LISTEN = """() => {
    const animate = Element.prototype.animate;
    window.moved = [];
    Element.prototype.animate = function (frames, how) {
        window.moved.push(JSON.stringify(frames));
        return animate.call(this, frames, how);
    };
}"""
TRAVELS = "window.moved.filter(frames => frames.includes('scale(')).length"


@pytest.fixture
def visit(new_visitor: Callable[..., Visitor]) -> Visitor:
    """Somebody who wants to see what moves."""
    return new_visitor(motion="no-preference")


def turn_of(game: Game, name: str) -> None:
    seat = seat_named(game, name)

    def asked(state: engine.State) -> bool:
        question = engine.question_for(state, seat)
        buys = any(move.kind == "buy" for move in engine.legal_moves(state, seat))
        return first_workers_bought(state) and question is not None and question.kind == "turn" and buys

    as_bots_would(game, until=asked, now=now())


def seen_of(user, game: Game) -> int:
    """The version, as soon as it is told."""
    until = monotonic() + 60
    while monotonic() < until:
        if found := Seen.objects.filter(user=user, game=game).values_list("version", flat=True).first():
            return found
        sleep(0.05)
    return 0


SCENES = """() => {
    window.told = [];
    new MutationObserver(() => {
        const scene = document.querySelector(".flight > .scene > span:not(.seat)")?.textContent;
        if (scene && window.told.at(-1) !== scene) window.told.push(scene);
    }).observe(document, { childList: true, subtree: true, characterData: true });
}"""
"""Keeps the sentences of all scenes that are played."""

FIGURES = "[...document.querySelectorAll('.seats [data-f]')].map(one => one.textContent)"


def test_what_others_did_is_played_on_the_board(site: Site, visit: Visitor, anna, boris, clara):
    """Once as one comes, again by the button of the strip; any key ends it, and what stands there then is the server's page."""
    game = begun(anna, boris, clara, now=now())
    for name in ("Anna", "Boris", "Anna"):
        turn_of(game, name)
    site.web()
    visit(lambda page: page.add_init_script(f"({SCENES})()"))
    sits_down(visit, site, anna, f"/games/{game.pk}/")
    visit(lambda page: page.locator(".flight .scene").wait_for())
    visit(lambda page: page.locator(".flight .scene").wait_for(state="detached"))
    told, figures = visit(lambda page: (page.evaluate("window.told"), page.evaluate(FIGURES)))
    lines = visit(lambda page: page.locator("#log > li[data-seat] .s").all_inner_texts())
    assert told
    assert not [line for line in told if line.startswith("Anna")]
    assert {line for line in told if line.startswith(("Boris", "Clara"))} <= set(lines)

    visit(lambda page: page.evaluate("window.told = []"))
    visit(lambda page: page.locator("#news [data-play]").click())
    visit(lambda page: page.locator(".flight .scene").wait_for())
    visit(lambda page: page.keyboard.press("x"))
    assert visit(lambda page: page.locator(".flight > *").count()) == 0
    assert visit(lambda page: page.evaluate(FIGURES)) == figures
    assert visit(lambda page: page.url).endswith(f"/games/{game.pk}/"), "the board was never left"
    visit(lambda page: page.reload())
    visit(lambda page: page.locator("#pass").wait_for())
    assert visit(lambda page: page.evaluate(FIGURES)) == figures
    visit(lambda page: page.goto(f"{site.url}/games/{game.pk}/replay/?at=0"))
    visit(lambda page: page.keyboard.press("]"))
    assert visit(lambda page: page.locator(".flight .scene button").inner_text()) == "Skip"
    visit(lambda page: page.goto(f"{site.url}/games/{game.pk}/"))
    visit(lambda page: page.emulate_media(reduced_motion="reduce"))
    visit(lambda page: page.locator("#news [data-play]").click())
    visit(lambda page: page.wait_for_url(re.compile("/replay/")))


def test_a_visit_is_told_when_it_ends_and_what_happened_is_shown(site: Site, visit: Visitor, anna, boris):
    first, second = begun(anna, boris, now=now()), begun(anna, boris, now=now())
    for game in (first, second):
        turn_of(game, "Anna")
    first.refresh_from_db()
    site.web()
    sits_down(visit, site, anna, f"/games/{first.pk}/")
    visit(lambda page: page.locator("#game-menu > summary").click())
    visit(lambda page: page.locator("[data-sound]").click())
    assert not Seen.objects.exists()
    visit(lambda page: page.keyboard.press("n"))
    visit(lambda page: page.wait_for_url(re.compile(rf"/games/{second.pk}/$")))
    assert seen_of(anna, first) == first.version

    def buy(page) -> int:
        page.keyboard.press("Shift")  # any key ends what is played of others
        page.locator(".flight .scene").wait_for(state="detached")
        page.evaluate(LISTEN)
        page.locator("#tableau .slot:not(.not) button.card").first.click()
        version = page.get_attribute("#game", "data-version")
        page.locator("#move .btn.pri").first.click()
        page.locator(f'#game:not([data-version="{version}"])').wait_for()
        return page.evaluate(TRAVELS)

    assert visit(lambda page: page.get_attribute("[data-sound]", "aria-pressed")) == "true", "kept on this device"
    assert visit(buy) == 1
    visit(lambda page: page.goto(f"{site.url}/games/{first.pk}/"))
    visit(lambda page: page.emulate_media(reduced_motion="reduce"))
    assert visit(buy) == 0

    visit(lambda page: page.goto(f"{site.url}/games/{first.pk}/replay/?at=2&play=yes"))
    visit(lambda page: page.locator('#game[data-at="4"]').wait_for())
    visit(lambda page: page.get_by_role("link", name="Back to the game").first.click())
    visit(lambda page: page.wait_for_url(re.compile(rf"/games/{first.pk}/$")))
