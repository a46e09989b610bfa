"""The tour: five tasks by clicks, weights, heights and pictures, of a demo site that runs.

python -m tools.tour http://127.0.0.1:8000 PASSWORD FOLDER [PATH ...]

PASSWORD is that of the demo accounts, PATH what is measured and pictured besides, such as `/games/12/` with every expansion.
It prints its tables and leaves the pictures in FOLDER. It plays and writes: a site that is kept is not the place for it.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, TimeoutError, sync_playwright

SIZES = {320: 640, 390: 844, 1366: 768, 1920: 1080, 2560: 1440}
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "forced": {"forced_colors": "active"},
}
PLACES = ("/", "/games/", "/play/", "/lobby/", "/puzzles/", "/ratings/", "/tournaments/", "/archive/")
MEASURE = """() => {
    const ends = [...document.querySelectorAll("#display .card, #hand .card")].map((one) => one.getBoundingClientRect().bottom);
    const { scrollHeight, scrollWidth } = document.documentElement;
    return [scrollHeight, scrollWidth - innerWidth, Math.round(Math.max(0, ...ends))];
}"""


@dataclass
class Hand:
    """What somebody does at one window, counted."""

    page: Page
    clicks: int = 0
    fields: int = 0
    asked: int = 0

    def click(self, what: Locator) -> None:
        what.click()
        self.clicks += 1

    def type(self, label: str | re.Pattern[str], text: str) -> None:
        self.page.get_by_label(label).first.fill(text)
        self.fields += 1

    def button(self, name: str) -> None:
        self.click(self.page.get_by_role("main").get_by_role("button", name=name).first)

    def link(self, name: str) -> None:
        self.click(self.page.get_by_role("main").get_by_role("link", name=name).first)

    def plays(self) -> None:
        """A card that can be paid, or Pass; and once more where the page asks for it."""
        page = self.page
        page.locator("#turn.you").wait_for(timeout=60_000)
        before = page.locator("#game").get_attribute("data-version")
        card = page.locator("#tableau .slot:has(.tag.can) button[name=card]")
        if page.locator("#move .btn.pri:visible").count():
            self.click(page.locator("#move .btn.pri:visible").first)
        elif card.count():
            self.click(card.first)
            self.click(page.locator("#move .btn.pri:visible").first)
        else:
            self.click(page.locator(".pass > button").first)
        changed = page.locator(f'#game:not([data-version="{before}"])')
        try:
            changed.wait_for(state="attached", timeout=20_000)
        except TimeoutError:
            self.asked += 1
            self.click(page.get_by_role("button", name="Send move"))
            changed.wait_for(state="attached")


class Site:
    def __init__(self, browser: Browser, url: str, password: str) -> None:
        self.browser, self.url, self.password = browser, url, password
        self.sessions: dict[str, Any] = {}

    def window(self, who: str = "", width: int = 1366, language: str = "en", **look: Any) -> Page:
        context = self.browser.new_context(viewport={"width": width, "height": SIZES[width]}, locale=language, **look)
        page = context.new_page()
        if who in self.sessions:
            context.add_cookies(self.sessions[who])
        elif who:
            page.goto(f"{self.url}/accounts/login/")
            page.fill("input[name=login]", f"{who}@example.com")
            page.fill("input[name=password]", self.password)
            page.keyboard.press("Enter")
            page.wait_for_url(f"{self.url}/games/")
            self.sessions[who] = context.cookies()
        return page

    def hand(self, who: str = "", path: str = "/", width: int = 1366) -> Hand:
        page = self.window(who, width)
        page.goto(self.url + path)
        return Hand(page)


def stranger(site: Site) -> list[Hand]:
    hand = site.hand()
    hand.button("Play now")
    hand.plays()
    return [hand]


def friend(site: Site) -> list[Hand]:
    host, other = site.hand(), site.hand(width=390)
    host.link("Play a friend")
    host.type("Your name", "Olga")
    host.button("Get a link")
    other.page.goto(host.page.locator("#link").input_value())
    other.type("Your name", "Pavel")
    other.button("Play without an account")
    other.page.locator("#game").wait_for()
    return [host, other]


def match(site: Site) -> list[Hand]:
    pair = [site.hand("anna"), site.hand("boris")]
    for hand in pair:
        hand.link("Play someone")
        hand.button("Find players")
    pair[0].page.reload()  # a page that loads opens what was contributed to the deal
    pair[1].page.wait_for_url(re.compile(r"/games/\d+/"))
    return pair


def challenge(site: Site) -> list[Hand]:
    hand = site.hand("anna")
    hand.link("My games")
    hand.click(hand.page.locator("main a[href*='/players/'], main a:has-text('Boris')").first)
    if not hand.page.get_by_role("button", name="Challenge").count():
        hand.click(
            hand.page.locator(
                ".seats a[href*='/players/']:has-text('Boris'), main a[href*='/players/']:has-text('Boris')"
            ).first
        )
    hand.button("Challenge")
    if not hand.page.locator("#talk[open]").count():
        hand.click(hand.page.locator("#talk > summary"))
    hand.type("Your message", "Another game?")
    hand.button("Send")
    hand.page.get_by_text("Another game?").first.wait_for()
    return [hand]


def happened(site: Site) -> list[Hand]:
    hand, seen = site.hand("anna"), 0
    hand.click(hand.page.locator("main a[href^='/games/'][href$='/']").filter(has=hand.page.locator("svg, b")).first)
    while seen < 3:
        hand.page.locator("#game").wait_for()
        seen += hand.page.locator("#news .strip li, #log li").count() > 0
        if seen < 3:
            hand.click(hand.page.locator("a.next:visible").first)
    return [hand]


TASKS: dict[str, Callable[[Site], list[Hand]]] = {
    "a stranger to the first move": stranger,
    "a friend by link, both without an account": friend,
    "a quick match": match,
    "a challenge with a word in the chat": challenge,
    "what happened in three games": happened,
}


def weights(site: Site) -> None:
    """What comes over the wire at a first visit of a game, and with a move."""
    page, came = site.window(width=390), 0

    def weigh(one: dict[str, Any]) -> None:
        nonlocal came
        came += int(one["encodedDataLength"])

    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", weigh)
    hand = Hand(page)
    for name, act in (("front page", lambda: page.goto(site.url)), ("a first game", lambda: hand.button("Play now"))):
        came = 0
        act()
        page.wait_for_load_state("networkidle")
        print(f"{name:<44}{came / 1000:8.1f} kB")
    hand.plays()
    moves, before = 12, hand.clicks
    came = 0
    for _ in range(moves):
        try:
            hand.plays()
        except TimeoutError:
            break
    print(f"{'a move, and the answer of the bot':<44}{came / 1000 / moves:8.1f} kB")
    print(f"{moves} moves: {hand.clicks - before} clicks, {hand.asked} confirmations")


def measures(site: Site, paths: list[str], who: str) -> None:
    print(f"\n{'page':<24}{'window':<22}{'high':>7}{'too wide':>10}{'own cards end':>15}")
    shapes = [(f"{width}x{height}", width, height, 16) for width, height in SIZES.items()]
    shapes += [
        ("1280x720 at 200 %", 640, 360, 16),
        ("1280x720 at 400 %", 320, 180, 16),
        ("1366x768, text 200 %", 1366, 768, 32),
    ]
    for path in paths:
        for name, width, height, text in shapes:
            page = site.window(who)
            if text != 16:
                wire = page.context.new_cdp_session(page)
                wire.send("Page.enable")
                wire.send("Page.setFontSizes", {"fontSizes": {"standard": text}})
            page.set_viewport_size({"width": width, "height": height})
            page.goto(site.url + path)
            page.wait_for_load_state("networkidle")
            high, wide, own = page.evaluate(MEASURE)
            print(f"{path:<24}{name:<22}{high:>7}{max(0, wide):>10}{own or '':>15}")
            page.context.close()


def pictures(site: Site, paths: list[str], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for look, asked in LOOKS.items():
        for who, language in (("anna", "en"), ("clara", "de")):
            for width in (390, 1366) if look != "light" else SIZES:
                page = site.window(who, width, language, **asked)
                for path in paths:
                    page.goto(site.url + path)
                    page.wait_for_load_state("networkidle")
                    name = path.strip("/").replace("/", "-").replace("?", "-") or "front"
                    page.screenshot(path=folder / f"{name}-{width}-{look}-{language}.png")
                page.context.close()


def main() -> int:
    url, password, folder, *paths = sys.argv[1:]
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        site = Site(browser, url, password)
        print(f"{'task':<44}{'clicks':>8}{'fields':>8}{'asked':>8}")
        for task, does in TASKS.items():
            for hand in does(site):
                print(f"{task:<44}{hand.clicks:>8}{hand.fields:>8}{hand.asked:>8}", flush=True)
        print()
        weights(site)
        measures(site, [*PLACES[:2], *paths], "anna")
        pictures(site, [*PLACES, *paths], Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
