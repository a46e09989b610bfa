"""How high the page of a game with every set and five players is, for who plays, who watches, and when all is over."""

from __future__ import annotations

from django.utils.timezone import now

import engine
from tests.browser.boards import sits_down
from tests.browser.test_everything import EVERYTHING
from tests.browsing import Visitor
from tests.games.boards import as_bots_would, seat_named
from tests.games.play_builders import begun
from tests.processes_of_the_site import Site

LAPTOP, HIGH, PHONE = (1280, 720), (1280, 1080), (390, 844)
WIDE = {LAPTOP: 2000, HIGH: 2000}
EVERYWHERE = WIDE | {PHONE: 3400}
"""Pixels, by window."""

BLANK = """() => {
    const box = (one) => one.getBoundingClientRect();
    const lowest = (column) => Math.max(...[...document.querySelectorAll(column)].map((panel) => box(panel).bottom));
    return Math.abs(lowest("#main .grid > .col:not(.side) > *") - lowest("#main .grid > .side > *"));
}"""
"""By how much one of the two columns at the board is lower than the other."""

MUCH_HAPPENED = """() => {
    const strip = document.querySelector("#news .strip");
    if (strip) for (let n = strip.children.length; n < 10; n++) strip.append(strip.firstElementChild.cloneNode(true));
}"""
"""As many moves since the own one as the strip ever shows: it scrolls and pushes nothing aside."""


def assert_fits(
    visit: Visitor, site: Site, user: object, path: str, most: dict[tuple[int, int], int], blank: int
) -> None:
    sits_down(visit, site, user, path)
    for (width, height), limit in most.items():
        visit(lambda page, width=width, height=height: page.set_viewport_size({"width": width, "height": height}))
        visit(lambda page: page.reload())  # what is folded on phones is folded when the page comes
        visit(lambda page: page.evaluate(MUCH_HAPPENED))
        root = "document.documentElement"
        high, wide = visit(lambda page: page.evaluate(f"[{root}.scrollHeight, {root}.scrollWidth]"))  # noqa: B023
        assert high <= limit, (user, width, height, high)
        assert wide <= width, (user, width, wide)
        if width >= 1000:
            assert visit(lambda page: page.evaluate(BLANK)) <= blank, (user, width)


def test_a_game_with_everything_is_no_higher_than_it_must_be(site: Site, visit: Visitor, anna, boris, dmitri):
    game = begun(anna, boris, "plain", "plain", "plain", edition=2, sets=list(EVERYTHING), secret=bytes(32), now=now())
    seat, path = seat_named(game, "Anna"), f"/games/{game.pk}/"
    turns = 0

    def asked(state: engine.State) -> bool:
        question = engine.question_for(state, seat)
        return seat in engine.waiting_for(state) and question is not None and question.kind == "turn"

    def late(state: engine.State) -> bool:
        nonlocal turns
        turns += state.round >= 6 and asked(state)
        return turns == 6

    as_bots_would(game, until=lambda state: state.round >= 5 and asked(state), now=now())
    site.web()
    assert_fits(visit, site, anna, path, EVERYWHERE, blank=230)
    assert_fits(visit, site, dmitri, path, WIDE, blank=230)
    assert visit(lambda page: page.locator("#events-gone").is_hidden()), "used events lie at their owners"
    assert visit(lambda page: page.locator(".sr-row .own a").count()) > 5, "helpers and events at their owners"
    as_bots_would(game, until=late, now=now())
    assert_fits(visit, site, anna, path, EVERYWHERE, blank=230)
    as_bots_would(game, until=lambda state: state.is_over, now=now())
    assert_fits(visit, site, anna, path, EVERYWHERE, blank=230)
    assert_fits(visit, site, dmitri, path, EVERYWHERE, blank=230)
