"""What a person waits for, in a headless Chromium on this machine: `python -m benchmarks.site.feel [--games 100] [--times 40]`.

Milliseconds from a click to the frame in which its answer is drawn: a step of a replay, a move's button, and the button that
sends the move. The site runs as `benchmarks.site` runs it; the database is PostgreSQL (docs/performance.md).
"""

from __future__ import annotations

import argparse
import itertools
from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import median, quantiles
from typing import TYPE_CHECKING

from tests.browsing import WIDE, Browser

from .__main__ import filled, machine
from .asks import Ask
from .rounds import Objects
from .servers import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

CLICK = """selector => new Promise(done => {
    const drawn = () => requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
    document.addEventListener("swapped", drawn, { once: true });
    const began = performance.now();
    document.querySelector(selector).click();
})"""
"""Clicks and waits until the region of the page has been exchanged and drawn."""
LOADED = "performance.getEntriesByType('navigation')[0].loadEventEnd"

STEPS, PAUSE = 10, 50
"""Steps in one game, and the milliseconds between two clicks."""
NEXT = "a[rel=next]"
CARD = "#tableau button[name=card]"
PASS = "#ready form.seg button"
SEND = "button[name=text][data-key=e]"


def main() -> None:
    chosen = _arguments()
    with machine("postgres", None) as here:
        server = Server("site", here)
        asks = filled(server, chosen.games, 5 * chosen.games, 1)
        server.start()
        browser = Browser()
        try:
            found = browser.do(lambda: measured(browser, server, asks, chosen.times))
        finally:
            browser.close()
            server.stop()
    for name, waited in found.items():
        print(f"{name:34} {_told(waited)}")


def measured(browser: Browser, server: Server, asks: Mapping[str, Objects], times: int) -> dict[str, list[float]]:
    """Milliseconds of each wait, by what is clicked."""
    url, found = f"http://127.0.0.1:{server.port}", defaultdict(list)
    games = itertools.cycle(asks["replay"])
    for _ in range(-(-times // STEPS)):
        page = _window(browser, url, next(games)[0])
        for _ in range(STEPS):
            found["a step of a replay"].append(page.evaluate(CLICK, NEXT))
            page.wait_for_timeout(PAUSE)
            page.reload()
            found["the same as a page of its own"].append(page.evaluate(LOADED))
        page.context.close()
    games = itertools.cycle(asks["base"])
    for _ in range(times):
        page = _window(browser, url, next(games)[0])
        for name, button in (("a card", CARD), ("a pass", PASS), ("the button that sends it", SEND)):
            if page.locator(button).count():
                found[name].append(page.evaluate(CLICK, button))
                page.wait_for_timeout(PAUSE)
        page.context.close()
    return found


def _window(browser: Browser, url: str, ask: Ask) -> Page:
    """The page of this request, in a window of its own."""
    context = browser.context(width=WIDE[0], height=WIDE[1], language="en", javascript="on")
    for cookie in ask.headers["Cookie"].split("; "):
        name, value = cookie.split("=", 1)
        context.add_cookies([{"name": name, "value": value, "url": url}])
    page = context.new_page()
    page.goto(url + ask.path)
    return page


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.site.feel", description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="running games")
    parser.add_argument("--times", type=int, default=40, help="clicks of each kind")
    return parser.parse_args()


def _told(found: Sequence[float]) -> str:
    return f"median {median(found):5.0f} ms, nine of ten within {quantiles(found, n=10)[-1]:5.0f} ms, of {len(found)}"


if __name__ == "__main__":
    main()
