"""Fingers that carry out a chosen move at the game page: open what leads to its button, press that, confirm.

The thinking is done elsewhere. Here is only what a person sees and presses: a card of a row or of the hand, a tool beside the
hand, an answer of the panel, a pass. What a page shows by its fallbacks (named buttons for a question that nobody has a panel
for, "Other moves") counts as a fault.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import engine
from games.board.expansions.events import tile_of

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

FALLBACKS = '#move .named, button[name="card"][value="further"]'
"""What the page shows where nobody has made a control."""


def opener_of(view: engine.View, text: str) -> str:
    """What has to be chosen first, as the value of its button: a card in its place, an event, a tool; empty where a panel
    stands there unasked."""
    verb, _space, what = text.partition(" ")
    if verb == "event":
        return tile_of(what.partition(" ")[0])
    if verb == "draw":
        return "observatory"
    assert view.viewer is not None
    hand = view.seats[view.viewer].hand or ()
    for slot in (*view.upper, *view.lower, *hand, *view.spread):
        if slot is not None and text in (slot.take, f"put-back {slot.card}", *(offer.move for offer in slot.offers)):
            return f"{slot.row}.{slot.place}.{slot.card}"
    for slot in hand:  # purple cards have a panel instead of a price
        if verb == "play" and what.partition(" ")[0] == slot.card:
            return f"hand.{slot.place}.{slot.card}"
    return ""


@dataclass
class Fingers:
    """One person's at one page. `widths` are what the page measured whenever something was pressed."""

    page: Page
    widths: set[int] = field(default_factory=set)
    titles: set[str] = field(default_factory=set)

    def see(self, version: int) -> None:
        """Look at the game as it stands; whoever has it open would see it a moment later."""
        if int(self.page.locator("#game").get_attribute("data-version") or -1) < version:
            self.page.goto(self.page.url.partition("?")[0])

    def play(self, text: str, opener: str = "") -> None:
        """Carry out one move."""
        before = self.page.locator("#game").get_attribute("data-version") or ""
        self._look()
        if text == "pass":
            self._pass()
        else:
            self._choose(text, opener)
        sent = self.page.locator(f'#game:not([data-version="{before}"])')
        moved = self.page.locator(f'#game:not([data-version="{before}"][data-acts="0"])')
        confirm = self.page.locator("#move button[data-key=e]")
        confirm.or_(moved).first.wait_for(state="attached")
        if confirm.count():
            self._look()
            confirm.click()
        moved.wait_for(state="attached")
        draft = self.page.locator("#draft button[value=send]")
        if draft.count():  # so that others, and the next thought, find it in the log
            self._look()
            draft.press("Enter")
        sent.wait_for(state="attached")

    def _choose(self, text: str, opener: str) -> None:
        button = self.page.locator(f'#move button[value="{text}"]')
        many = self.page.locator(f'#move .pick input[value="{text}"]')
        if opener and not button.or_(many).count():
            self.page.locator(f'button[name="card"][value="{opener}"]:visible').first.click()
        button.or_(many).first.wait_for(state="attached")
        if many.count():  # one is marked, and one button for all sends it
            many.check()
            button = self.page.locator("#pick button")
        self._look()
        if not button.first.is_visible():  # one of several ways, of which another is marked
            self._mark(button.first)
        button.first.click()

    def _mark(self, button: Locator) -> None:
        number = button.evaluate(
            "b => { const way = b.closest('.each > div'); return [...way.parentNode.children].indexOf(way) }"
        )
        self.page.locator(f'#move label[for="a-{number}"]').click()

    def _pass(self) -> None:
        """For the whole phase where that is offered, else this once."""
        menu = self.page.locator("#pass-menu > summary")
        if menu.count():
            menu.click()
            self.page.locator('#pass-menu button[value="phase"]').click()
        else:
            self.page.locator("#pass > button").click()

    def _look(self) -> None:
        """What must hold of every state of the page."""
        self.page.locator("#game:not([aria-busy])").wait_for(state="attached")
        assert not self.page.locator(FALLBACKS).count(), self.page.locator(FALLBACKS).first.inner_text()
        self.widths.add(self.page.evaluate("document.documentElement.scrollWidth"))
        self.titles.add(self.page.locator("#turn h1").inner_text())
