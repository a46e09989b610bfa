"""How high the page of a game with every set and five players is, for who plays, who watches, and when all is over."""

from __future__ import annotations

from itertools import count

from django.utils.timezone import now

import engine
from games.play.positions import load
from tests.browser.boards import sits_down
from tests.browser.test_everything import EVERYTHING, decide
from tests.browsing import Visitor
from tests.games.boards import as_bots_would, plain_bot, seat_named
from tests.games.play_builders import begun
from tests.processes_of_the_site import Site

LAPTOP, HIGH, DESK, PHONE = (1280, 720), (1280, 1080), (1920, 1080), (390, 844)
WIDE = {LAPTOP: 2000, HIGH: 2000}
EVERYWHERE = WIDE | {PHONE: 3400}
AT_ONCE = {LAPTOP: 2000, PHONE: 3400}
"""Pixels, by window."""

SECRET = bytes([10]) + bytes(31)
"""A deal of seven rounds in which Anna, curious, owns much in the end and is asked all that makes a page high."""

BLANK = """() => {
    const box = (one) => one.getBoundingClientRect();
    const lowest = (column) => Math.max(...[...document.querySelectorAll(column)].map((panel) => box(panel).bottom));
    return Math.abs(lowest("#main .grid > .col:not(.side) > *") - lowest("#main .grid > .side > *, #main .side > .tracks > *"));
}"""
"""By how much one of the two columns at the board is lower than the other."""

ALL_TAKEN = """() => {
    const row = document.querySelector("#tableau .lab");
    row.innerHTML = `<ul class="sold">${"<li>Maximiliane bought Author twice</li>".repeat(10)}</ul>`;
    return [document.documentElement.scrollWidth, row.scrollWidth - row.clientWidth];
}"""
"""Ten cards that were sold are told in as many lines as they need; how wide the page and by how much too wide the line is."""

LAID_AGAIN = "document.dispatchEvent(new CustomEvent('swapped'))"
"""As when a position comes."""

MUCH_HAPPENED = """() => {
    const strip = document.querySelector("#news .strip");
    if (strip) for (let n = strip.children.length; n < 10; n++) strip.append(strip.firstElementChild.cloneNode(true));
}"""
"""As many moves since the own one as the strip ever shows: it scrolls and pushes nothing aside."""


LOOKS = """() => {
    const drawn = "svg, .card, .seat, .rub, .vp, .flag, .ic, .tok, .end-says";
    const isHeard = (one) => one && (getComputedStyle(one).clipPath !== "none" || isHeard(one.parentElement));
    const isSeen = (one) => one.checkVisibility() && !isHeard(one);
    const sizes = new Set(), texts = document.createTreeWalker(document.getElementById("game"), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { data, parentElement: home } = texts.currentNode, size = parseFloat(getComputedStyle(home).fontSize);
        if (data.trim() && size && isSeen(home) && !home.closest(drawn)) sizes.add(size);
    }
    const buttons = [...document.querySelectorAll("#game .btn")].filter(isSeen);
    return [[...sizes].sort((one, other) => one - other), [...new Set(buttons.map((one) => one.offsetHeight))]];
}"""
"""The sizes of text on the board, and the heights of its buttons. What is drawn has its own."""

OWN = """() => {
    const cards = [...document.querySelectorAll("#display .card, #hand .card")];
    return Math.max(...cards.map((one) => one.getBoundingClientRect().bottom));
}"""
"""Where the lowest own card ends."""


BROKEN = """() => [...document.querySelectorAll("#overview td.sp .hide-s")].filter((one) => {
    const words = one.textContent.split(/[ \\u00ad-]/), style = getComputedStyle(one);
    const text = document.createElement("canvas").getContext("2d");
    text.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const needs = Math.max(...words.map((word) => text.measureText(word).width));
    return one.closest("td").clientWidth < Math.floor(needs) || style.hyphens === "auto" || style.overflowWrap === "anywhere";
}).map((one) => one.textContent)"""
"""Names in the overview of which a word is broken where it may not be."""

HAND_BELOW = """() => {
    const box = (one) => document.querySelector(one).getBoundingClientRect();
    return box("#hand").top >= box("#display .stack").bottom;
}"""


def assert_fits(
    visit: Visitor, site: Site, user: object, path: str, most: dict[tuple[int, int], int], blank: int
) -> None:
    for nth, ((width, height), limit) in enumerate(most.items()):
        visit(lambda page, width=width, height=height: page.set_viewport_size({"width": width, "height": height}))
        if not nth:
            sits_down(visit, site, user, path)
        elif width < 1000:
            visit(lambda page: page.reload())  # what is folded on phones is folded when the page comes
        else:
            visit(lambda page: page.evaluate(LAID_AGAIN))
        visit(lambda page: page.evaluate(MUCH_HAPPENED))
        root = "document.documentElement"
        high, wide = visit(lambda page: page.evaluate(f"[{root}.scrollHeight, {root}.scrollWidth]"))  # noqa: B023
        assert high <= limit, (user, width, height, high)
        assert wide <= width, (user, width, wide)
        sizes, heights = visit(lambda page: page.evaluate(LOOKS))
        assert set(sizes) <= {13, 15, 22}, (user, width, sizes)
        assert heights in ([], [44]), (user, width, heights)
        if width >= 1000:
            assert visit(lambda page: page.evaluate(BLANK)) <= blank, (user, width)


def test_a_game_with_everything_is_no_higher_than_it_must_be(site: Site, visit: Visitor, anna, boris, dmitri):
    game = begun(anna, boris, "plain", "plain", "plain", edition=2, sets=list(EVERYTHING), secret=SECRET, now=now())
    seat, path, plies = seat_named(game, "Anna"), f"/games/{game.pk}/", count()

    def choose(state: engine.State, who: int) -> engine.Move:
        """Anna is curious, and comes to own and to be asked more than a bot would."""
        return engine.parse_move(decide(state, next(plies), who), state) if who == seat else plain_bot(state, who)

    def until(kind: str, first: int) -> None:
        """Play on until Anna is asked this in round `first` or later."""

        def asked(state: engine.State) -> bool:
            question = engine.question_for(state, seat) if seat in engine.waiting_for(state) else None
            return state.round >= first and question is not None and question.kind == kind

        as_bots_would(game, until=asked, now=now(), choose=choose)
        assert load(game.pk).game.is_running, kind

    until("turn", 5)
    site.web()
    visit(lambda page: page.set_viewport_size({"width": 1366, "height": 768}))
    sits_down(visit, site, anna, path)
    assert visit(lambda page: page.evaluate(OWN)) <= 768, "own cards and the hand are in view"
    assert_fits(visit, site, anna, path, EVERYWHERE, blank=130)
    visit(lambda page: page.set_viewport_size({"width": 2560, "height": 1440}))
    sits_down(visit, site, anna, path)
    assert visit(lambda page: page.locator("#overview td.sp .hide-s").count()) > 0
    assert visit(lambda page: page.evaluate(BROKEN)) == []
    assert_fits(visit, site, anna, path + "?card=first", {LAPTOP: 2000}, blank=130)
    assert_fits(visit, site, anna, path + "?card=first", {DESK: 2000}, blank=320)
    assert visit(lambda page: page.locator("#overview[open]").is_visible()), (
        "it fills what lies empty beside the others"
    )
    assert_fits(visit, site, dmitri, path, WIDE, blank=140)
    assert visit(lambda page: page.evaluate(ALL_TAKEN)) == [LAPTOP[0], 0]
    visit(lambda page: page.set_viewport_size({"width": 800, "height": 1100}))
    assert visit(lambda page: page.locator("#tableau").bounding_box()["width"]) > 700, (
        "one column on a tablet held upright"
    )
    assert visit(lambda page: page.locator("#events-gone").is_hidden()), "used events lie at their owners"
    assert visit(lambda page: page.locator(".sr-row .own a").count()) > 5, "helpers and events at their owners"
    for kind in ("thief", "search", "order"):
        until(kind, 7)
        assert_fits(visit, site, anna, path, EVERYWHERE if kind == "search" else AT_ONCE, blank=130)
    as_bots_would(game, until=lambda state: state.is_over, now=now(), choose=choose)
    assert_fits(visit, site, anna, path, EVERYWHERE, blank=130)
    assert_fits(visit, site, dmitri, path, EVERYWHERE, blank=140)


def test_a_game_of_two_fills_the_widest_window_and_the_hand_of_one_who_waits_lies_beside_the_own_cards(
    site: Site, visit: Visitor, anna, boris
):
    game = begun(anna, boris, edition=2, secret=bytes([3]) + bytes(31), now=now())
    seat = seat_named(game, "Boris")
    as_bots_would(game, until=lambda state: state.round >= 6 and seat in engine.waiting_for(state), now=now())
    site.web()
    visit(lambda page: page.set_viewport_size({"width": 1280, "height": 800}))
    sits_down(visit, site, anna, f"/games/{game.pk}/")
    assert visit(lambda page: page.locator("#hand .slot").count()) > 0
    assert not visit(lambda page: page.evaluate(HAND_BELOW))
    visit(lambda page: page.set_viewport_size({"width": 2560, "height": 1440}))
    ends = "[...document.querySelectorAll('.col:not(.side) > .panel, .opps > *')].map((one) => one.getBoundingClientRect().bottom)"
    *own, others = visit(lambda page: page.evaluate(ends))
    assert others > 0.75 * max(own), (own, others)
    assert visit(lambda page: page.evaluate("document.documentElement.scrollHeight")) == 1440
