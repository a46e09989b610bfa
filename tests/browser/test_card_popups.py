"""Looking cards up at the board, and every gesture: by mouse, by key, by finger; what a browser alone can show."""

from __future__ import annotations

import re
from collections.abc import Callable

import engine
from games.play.positions import load
from tests.browser.boards import is_kept, marked, sits_down, title, wants_to_be_asked
from tests.browsing import NARROW, Visitor
from tests.games.boards import first_way, first_workers_bought, seat_named, until_asked
from tests.games.play_builders import begun
from tests.processes_of_the_site import Site

FOCUS = "document.activeElement.value ?? document.activeElement.getAttribute('href')"
PRESS = """card => {
    const at = card.getBoundingClientRect();
    const how = {bubbles: true, pointerType: "touch", clientX: at.x + 20, clientY: at.y + 20};
    card.dispatchEvent(new PointerEvent("pointerdown", how));
    return new Promise(done => setTimeout(() => {
        card.dispatchEvent(new PointerEvent("pointerup", how));
        card.click();
        done();
    }, 600));
}"""


def test_cards_are_looked_up_by_click_key_and_finger_without_choosing_them(
    site: Site, new_visitor: Callable[..., Visitor], anna, boris
):
    """The sheet opens over the board, says what is known, closes with Escape, and the focus is where it was."""
    boris.language = "de"
    boris.save()
    game = begun(anna, boris, sets=["market"])
    until_asked(game, "Anna", also=lambda state: state.phase == "building" and state.round == 2)
    site.web()
    wide, phone = new_visitor(), new_visitor(size=NARROW, language="de")
    sits_down(wide, site, anna, f"/games/{game.pk}/")
    sits_down(phone, site, boris, f"/games/{game.pk}/")

    def look(page):
        sheet = page.locator("#sheet")
        marked(page)
        card = page.locator("#tableau button.card").first
        card.focus()
        value = page.evaluate(FOCUS)
        page.keyboard.press("i")
        sheet.locator("h2").wait_for()
        assert "Still to come" in sheet.inner_text()
        assert sheet.locator(".card.large").bounding_box()["width"] == 300
        assert page.evaluate("document.activeElement.id") == "sheet-h"
        page.keyboard.press("Escape")
        sheet.wait_for(state="hidden")
        assert page.evaluate(FOCUS) == value
        assert page.locator("#move").count() == 0, "looked up and not chosen"
        page.locator("#tableau .slot").first.hover()
        page.locator("#tableau .slot .look").first.click()
        sheet.locator("summary", has_text="Exact wording").click()
        assert sheet.locator(".exact .rid").first.is_visible()
        sheet.get_by_role("button", name="Close").click()
        sheet.wait_for(state="hidden")
        chip = page.locator(".opps a.whole").first
        chip.focus()
        href = page.evaluate(FOCUS)
        assert page.locator(".opps .disp").first.locator("a[tabindex='0']").count() == 1, "a display is one stop"
        page.keyboard.press("Enter")
        sheet.locator("h2").wait_for()
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.keyboard.press("Escape")
        sheet.wait_for(state="hidden")
        assert page.evaluate(FOCUS) == href
        page.keyboard.press("ArrowRight")
        assert page.evaluate(FOCUS) != href or page.locator(".opps .disp").first.locator("a.whole").count() == 1
        with page.context.expect_page() as beside:
            card.click(button="middle")
        assert re.fullmatch(rf"{site.url}/cards/[\w-]+/[\w-]+/", beside.value.url)
        beside.value.close()
        card.click()
        page.locator("#move").wait_for()
        page.locator("#move a", has_text="About this card").click()
        sheet.locator("h2").wait_for()
        page.keyboard.press("Escape")
        sheet.wait_for(state="hidden")
        assert page.locator("#move").count() == 1, "Escape closed the sheet and nothing else"
        assert is_kept(page)

    def press(page):
        sheet = page.locator("#sheet")
        page.locator("#tableau button.card").first.evaluate(PRESS)
        sheet.locator("h2").wait_for()
        assert "Kommt noch" in sheet.inner_text()
        assert page.locator("#move").count() == 0, "the end of a long press is no tap"
        page.keyboard.press("Escape")
        sheet.wait_for(state="hidden")
        assert page.evaluate("document.documentElement.scrollWidth") == NARROW[0]
        page.locator("#tableau button.card").first.click()
        page.locator("#move").wait_for()

    wide(look)
    phone(press)


def test_every_gesture_is_there_as_click_and_key(site: Site, new_visitor: Callable[..., Visitor], anna, boris):
    """UI-19: card from the hand to the display, pass at the symbol of the phase, draw at the pile; busy from the click on."""
    wants_to_be_asked(anna)
    game = begun(anna, boris)
    mine = seat_named(game, "Anna")

    def has_all(state: engine.State) -> bool:
        if engine.waiting_for(state) != (mine,) or not first_workers_bought(state):
            return False
        kinds = {move.kind for move in engine.legal_moves(state, mine)}
        return {"play", "draw", "pass"} <= kinds

    first_way(game, has_all)
    site.web()
    window = new_visitor(size=(1280, 1600))
    sits_down(window, site, anna, f"/games/{game.pk}/")

    def gestures(page):
        card = page.locator("#hand .slot:not(.not):has(button)").first
        card.drag_to(page.locator("#display .who"))
        page.locator("#move h2").wait_for()
        while page.locator("#move").count():  # the question whether to send it, then the panel
            page.keyboard.press("Escape")
            page.locator("#game:not([aria-busy])").wait_for(state="attached")
        card.locator("button").focus()
        page.keyboard.press("Enter")
        page.locator("#move [data-key=b]").first.wait_for()
        page.keyboard.press("Escape")
        page.locator("#move").wait_for(state="detached")

        page.locator(".ph.now + .bow:visible, .ph.now ~ .bow:visible").click()
        page.get_by_role("heading", level=1, name="Confirm: pass").wait_for()
        page.keyboard.press("Escape")
        page.locator("#move").wait_for(state="detached")
        page.keyboard.press("p")
        assert page.evaluate("document.activeElement.value") == "pass"

        pile = page.locator(".ph:has([value^='draw '])").first
        pile.locator(".pile").click()
        pile.locator("[value^='draw ']").click()
        page.get_by_role("heading", level=1, name="Confirm: ").wait_for()
        draw = page.locator("#move [data-key=e]")
        busy = draw.evaluate("b => { b.click(); return document.getElementById('game').classList.contains('busy') }")
        assert busy, "from the click on"
        page.get_by_role("heading", level=1, name="Use the drawn card").wait_for()
        return title(page)

    assert window(gestures) == "Use the drawn card"
    assert load(game.pk).rows[-1].text.startswith("draw ")
