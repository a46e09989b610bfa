"""The move panel is in view in every window: the button that plays a chosen card needs no scrolling, and hides nothing."""

from __future__ import annotations

from itertools import count

from django.utils.timezone import now

import engine
from games.play.positions import load
from tests.browser.boards import sits_down
from tests.browser.every_page import SETS
from tests.browsing import Visitor
from tests.games.boards import Choose, as_bots_would, seat_named, until_asked, wander
from tests.games.play_builders import begun
from tests.people import person
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


def in_each_window(visitor: Visitor, url: str, act) -> None:  # type: ignore[no-untyped-def]
    """Open `url` in each window, do `act` there, and look at the panel."""
    for width, height in WINDOWS:

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


COURSE = 130
"""A way of wandering that comes by all these."""
KINDS = {"pub", "twin", "parasite", "kind", "drawn", "search", "hurdle", "order"}
FITS = """() => {
    const box = (one) => one.getBoundingClientRect();
    const panel = document.getElementById("move");
    const inside = (one) => {
        const { top, left, bottom, right } = box(one), hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && one.contains(hit);
    };
    const buttons = [...panel.querySelectorAll("form[method=post] button, .acts a")].filter((one) => one.getClientRects().length);
    const answers = [...panel.querySelectorAll("label:has([type=radio]), .spread button")];
    const reached = answers.filter((one) => {
        one.scrollIntoView({ block: "nearest", inline: "nearest" });
        return inside(one);
    });
    return { buttons: buttons.length, away: buttons.filter((one) => !inside(one)).map((one) => one.textContent),
             lost: answers.length - reached.length, answers: answers.length, width: document.documentElement.scrollWidth };
}"""


def largest_of_each_kind(state: engine.State, choose: Choose) -> dict[str, tuple[int, int]]:
    """Where the rest of this game asks the most of each kind of question: answers, and after how many moves."""
    found: dict[str, tuple[int, int]] = {}
    for place in count():
        if state.is_over:
            return found
        asked, kind = engine.waiting_for(state)[0], engine.question_for(state, None).kind
        found[kind] = max(
            found.get(kind, (0, 0)), (len(engine.legal_moves(state, asked)), place), key=lambda one: one[0]
        )
        state = engine.apply(state, asked, choose(state, asked)).state


def test_every_question_opens_its_panel_with_all_buttons_in_the_window(site: Site, visit: Visitor, anna, boris, clara):
    """Five players and every set; what is too much for a window scrolls inside the panel, and what sends it does not."""
    people = (anna, boris, clara, person("Dora"), person("Emil"))
    game = begun(*people, sets=list(SETS), now=now())
    stops = largest_of_each_kind(load(game.pk).state, wander(COURSE))
    assert set(stops) >= KINDS, KINDS - set(stops)
    assert stops["parasite"][0] > 20
    assert stops["hurdle"][0] > 10, "the cards of a display"
    site.web()
    choose, passed = wander(COURSE), 0
    for kind, (_answers, place) in sorted(stops.items(), key=lambda one: one[1][1]):
        if kind not in KINDS:
            continue
        moves, passed = range(place - passed), place
        left = iter(moves)
        play = as_bots_would(game, until=lambda state, left=left: next(left, None) is None, choose=choose, now=now())
        asked = play.holder(engine.waiting_for(play.state)[0]).user
        sits_down(visit, site, asked, f"/games/{game.pk}/")
        for width, height in LOWEST:

            def look(page, width=width, height=height):
                page.set_viewport_size({"width": width, "height": height})
                page.wait_for_timeout(60)  # the script measures the room when a frame is drawn
                return page.evaluate(FITS)

            fits = visit(look)
            where = f"{kind}, {width} x {height}: {fits}"
            assert fits["buttons"] or kind == "search", where
            assert not fits["away"], where
            assert not fits["lost"], where
            assert fits["width"] <= width, where
