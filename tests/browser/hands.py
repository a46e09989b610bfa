"""A person's hands at the game page: looks whether he is asked, buys what he can pay, passes else, and confirms.

Everything goes through what a person sees and presses. It works the same with and without JavaScript, at any width and in
any language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from playwright.sync_api import TimeoutError

from tests.people import PASSWORD

if TYPE_CHECKING:
    from playwright.sync_api import Page


def sign_in(page: Page, url: str, name: str) -> None:
    """Come in by address and password."""
    page.goto(f"{url}/accounts/login/")
    page.locator("input[name=login]").fill(f"{name.lower()}@example.org")
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("input[name=password]").press("Enter")
    page.wait_for_url(lambda address: "/accounts/login" not in address)


@dataclass
class Hands:
    """`appetite` is how many cards to buy in one action part before passing it."""

    page: Page
    appetite: int = 1
    bought: int = 0
    phase: str = ""
    answers: int = 0
    looked_again: int = 0

    def is_asked(self) -> bool:
        """The turn bar says that it is my turn."""
        return self.page.locator("#turn.you").count() > 0

    def is_over(self) -> bool:
        """The final scores are shown."""
        return self.page.locator("#final, .final").count() > 0

    def answer(self) -> None:
        """Answer the question that the page puts. When others change the page under the hand, look again, as people do;
        but not more than three times in a game."""
        try:
            self._answer()
        except TimeoutError:
            self.looked_again += 1
            if self.looked_again > 3:
                raise
            self.page.goto(self.page.url.partition("?")[0])  # what was chosen for the position before may be stale

    def _answer(self) -> None:
        self.page.locator("#game:not([aria-busy])").wait_for(state="attached")
        self.page.locator("#move button:disabled").first.wait_for(state="detached")  # what was sent before is answered
        if not self.is_asked():
            return
        before = self.version()
        if not self._answer_panel() and not self._buy():
            self._pass()
        confirm = self.page.locator("#move button[data-key=e]")
        confirm.or_(self._moved_on(before)).first.wait_for(state="attached")
        if confirm.count():
            confirm.click()
        self._moved_on(before).wait_for(state="attached")
        self.answers += 1

    def version(self) -> tuple[str | None, str | None]:
        """The last log number the page knows, and how many acts are drafted after it."""
        game = self.page.locator("#game")
        return game.get_attribute("data-version"), game.get_attribute("data-acts")

    def _moved_on(self, before: tuple[str | None, str | None]):  # type: ignore[no-untyped-def]
        version, acts = before
        return self.page.locator(f'#game:not([data-version="{version}"][data-acts="{acts}"])')

    def _answer_panel(self) -> bool:
        """A question with a panel of its own (Pub, a drawn card): what stands first."""
        panel = self.page.locator("#move")
        if not panel.count():
            return False
        main = panel.locator(".btn.pri:visible")
        (main if main.count() else panel.locator("button.btn:visible")).first.click()
        return True

    def _buy(self) -> bool:
        """Choose the dearest card within reach and buy it, unless enough was bought in this action part."""
        phase = self.page.locator(".phases .now").first.get_attribute("id") or ""
        if phase != self.phase:
            self.phase, self.bought = phase, 0
        within_reach = self.page.locator("#tableau .slot:has(.tag.can)")
        if not within_reach.count() or (self.bought >= self.appetite and self._can_pass()):
            return False
        prices = [int(re.findall(r"\d+", text)[-1]) for text in within_reach.locator(".tag.can").all_inner_texts()]
        within_reach.nth(prices.index(max(prices))).locator("button[name=card]").click()
        buy = self.page.locator("#move .btn.pri:visible")
        buy.first.wait_for()
        buy.first.click()
        self.bought += 1
        return True

    def _can_pass(self) -> bool:
        return self.page.locator("#pass > button").count() > 0

    def _pass(self) -> None:
        menu = self.page.locator("#pass-menu > summary")
        if menu.count():
            menu.click()
            self.page.locator('#pass-menu button[value="phase"]').click()
        else:
            self.page.locator("#pass > button").click()
