"""The move panel is in view in every window: the button that plays a chosen card needs no scrolling, and hides nothing."""

from __future__ import annotations

import pytest

import engine
from tests.browser.boards import sits_down
from tests.browsing import Visitor
from tests.games.boards import seat_named, until_asked, until_question
from tests.games.play_builders import begun
from tests.processes_of_the_site import Site

WINDOWS = (
    *((1024, 600), (1024, 768), (1280, 720), (1280, 800), (1366, 768), (1440, 900), (1920, 1080), (2560, 1440)),
    *((800, 600), (360, 640), (390, 844), (430, 932)),
)
LOWEST = ((1024, 600), (1280, 720), (800, 600), (360, 640))
"""Of each layout the window with least room."""

STANDS = """() => {
    const seen = (one) => one.getClientRects().length > 0;
    const box = (one) => one.getBoundingClientRect();
    const inside = (one) => {
        const { top, left, bottom, right } = box(one);
        return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    };
    const hit = (one) => document.elementFromPoint(box(one).left + box(one).width / 2, box(one).top + box(one).height / 2);
    const panel = document.getElementById("move");
    const buttons = [...panel.querySelectorAll("form.acts button, form.acts a")].filter(seen);
    const wanted = [...document.querySelectorAll("#tableau .tag, #display .stack, #display .who, .slot.sel .card")].filter(seen);
    return {
        buttons: buttons.length,
        away: buttons.filter((one) => !inside(one) || !one.contains(hit(one))).map((one) => one.textContent),
        covered: wanted.filter((one) => inside(one) && panel.contains(hit(one))).length,
        chosen: [...document.querySelectorAll(".slot.sel .card")].every((one) => inside(one) && !panel.contains(hit(one))),
        width: document.documentElement.scrollWidth,
    };
}"""


def in_each_window(visitor: Visitor, url: str, act, windows=WINDOWS) -> None:  # type: ignore[no-untyped-def]
    """Open `url` in each window, do `act` there, and look at the panel."""
    for width, height in windows:

        def look(page, width=width, height=height):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(url)
            act(page)
            page.locator("#move form.acts").wait_for()
            return page.evaluate(STANDS)

        stands = visitor(look)
        where = f"{width} x {height}: {stands}"
        assert stands["buttons"] >= 1, where
        assert not stands["away"], where
        assert stands["width"] <= width, where
        assert stands["chosen"], where
        if width >= 1000:
            assert stands["covered"] == 0, where


def test_the_button_that_plays_a_chosen_card_is_in_every_window(site: Site, visit: Visitor, anna, boris):
    game = begun(anna, boris)
    seat = seat_named(game, "Anna")
    until_asked(
        game,
        "Anna",
        also=lambda state: state.round >= 3 and any(m.kind == "buy" for m in engine.legal_moves(state, seat)),
    )
    site.web()
    sits_down(visit, site, anna, f"/games/{game.pk}/")

    def choose(page):
        page.locator("#tableau .slot:not(.not) button.card").last.click()
        page.locator("#move").wait_for()
        page.get_by_text("Leaves you").first.wait_for()

    in_each_window(visit, f"{site.url}/games/{game.pk}/", choose)


@pytest.mark.parametrize("kind", ["pub", "drawn"])
def test_a_question_opens_the_panel_by_itself(site: Site, visit: Visitor, anna, boris, kind: str):
    game = begun(anna, boris)
    until_question(game, "Anna", kind)
    site.web()
    sits_down(visit, site, anna, f"/games/{game.pk}/")
    in_each_window(visit, f"{site.url}/games/{game.pk}/", lambda page: None, LOWEST)
