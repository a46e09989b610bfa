"""A real browser: the machine's Chromium, headless, driven from a thread of its own.

Playwright's synchronous interface leaves a running event loop in its thread, and Django refuses the database there. So
the browser lives in another thread, and a test says what to do there as a function of the page:

    def test_a_visitor_sees_the_lobby(visit, site):
        site.web()
        visit(lambda page: page.goto(site.url + "/lobby/"))
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser as PlaywrightBrowser
    from playwright.sync_api import BrowserContext, ConsoleMessage, Page

from tests.stages import CHROMIUMS, WITHOUT_WINDOWS

Result = TypeVar("Result")
Motion = Literal["reduce", "no-preference"]
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",  # without windows text is wider otherwise
)
WIDE, NARROW = (1280, 900), (390, 844)
PATIENCE, PATIENCE_FOR_PAGES = 40_000, 200_000  # milliseconds, for a machine that five times its work keeps busy
SCREENSHOTS = Path(__file__).resolve().parent.parent / "var" / "screenshots"


class Browser:
    """The first of these programs that there is, in its own thread; `do` runs a function there and returns what it returns."""

    def __init__(self, programs: Sequence[str] = (WITHOUT_WINDOWS, *CHROMIUMS)) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="chromium")
        self._playwright, self._browser = self._thread.submit(self._launch, programs).result()

    def _launch(self, programs):  # type: ignore[no-untyped-def]
        from playwright.sync_api import sync_playwright

        path = next(filter(None, map(shutil.which, programs)), None)
        if path is None:
            pytest.exit("Chromium is missing: apt-get install -y --no-install-recommends chromium", returncode=2)
        playwright = sync_playwright().start()
        return playwright, playwright.chromium.launch(executable_path=path, args=FLAGS)

    def do(self, act: Callable[[], Result]) -> Result:
        """Run `act` in the browser's thread."""
        if threading.current_thread().name.startswith("chromium"):
            return act()
        return self._thread.submit(act).result()

    def context(
        self,
        *,
        width: int,
        height: int,
        language: str,
        javascript: str,
        offline: Literal["allow", "block"],
        motion: Motion,
    ) -> BrowserContext:
        """A fresh visitor: no cookies, a window of this size, Accept-Language `language`; javascript "on" or "off". What is kept
        for when the net is away is only where a test is about it, or each would load it; so is what moves, a seventh of the
        work of a game."""
        browser: PlaywrightBrowser = self._browser
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=language,
            java_script_enabled=javascript == "on",
            service_workers=offline,
            reduced_motion=motion,
        )
        context.set_default_timeout(PATIENCE)
        context.set_default_navigation_timeout(PATIENCE_FOR_PAGES)
        return context

    def close(self) -> None:
        """End Chromium and its thread."""
        self.do(self._browser.close)
        self.do(self._playwright.stop)
        self._thread.shutdown()


@dataclass
class Visitor:
    """One person at one window. Everything a page logs as an error, or fails to load, fails the test."""

    browser: Browser
    page: Page
    errors: list[str] = field(default_factory=list)

    def __call__(self, act: Callable[[Page], Result]) -> Result:
        """Do something with the page; returns what `act` returns."""
        return self.browser.do(lambda: act(self.page))

    def screenshot(self, name: str) -> None:
        """Keep a picture of the whole page in var/screenshots, where somebody wants to look at them: STPETE_SCREENSHOTS=yes."""
        if os.environ.get("STPETE_SCREENSHOTS") == "yes":
            SCREENSHOTS.mkdir(parents=True, exist_ok=True)
            self(lambda page: page.screenshot(path=str(SCREENSHOTS / f"{name}.png"), full_page=True))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, once for all tests."""
    browser = Browser()
    yield browser
    browser.close()


def _is_fault(line: ConsoleMessage) -> bool:
    """Chromium writes down every 409 too, with which the server says that the game has moved on; the page tells of it."""
    return line.type == "error" and "409 (Conflict)" not in line.text


@pytest.fixture
def new_visitor(browser: Browser) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors: `new_visitor(size=NARROW, language="de", javascript="off")`. Each has cookies of his own."""
    visitors: list[Visitor] = []

    def make(
        *,
        size: tuple[int, int] = WIDE,
        language: str = "en",
        javascript: str = "on",
        offline: Literal["allow", "block"] = "block",
        motion: Motion = "reduce",
    ) -> Visitor:
        def open_window() -> Visitor:
            context = browser.context(
                width=size[0], height=size[1], language=language, javascript=javascript, offline=offline, motion=motion
            )
            visitor = Visitor(browser, context.new_page())
            visitor.page.on("pageerror", lambda error: visitor.errors.append(f"script: {error}"))
            visitor.page.on(
                "console",
                lambda line: visitor.errors.append(f"console: {line.text}") if _is_fault(line) else None,
            )
            return visitor

        visitors.append(browser.do(open_window))
        return visitors[-1]

    yield make
    errors = [error for visitor in visitors for error in visitor.errors]
    for visitor in visitors:
        browser.do(visitor.page.context.close)
    assert not errors, errors


@pytest.fixture
def visit(new_visitor: Callable[..., Visitor]) -> Visitor:
    """One visitor with a wide window, in English."""
    return new_visitor()
