"""The board in a real browser: without reloads, by keys, on a phone, without script."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import engine
from games.models import Game
from games.play.positions import load
from tests.browser.boards import is_kept, marked, own_clock, sits_down, title, wants_to_be_asked
from tests.browsing import NARROW, WIDE, Visitor
from tests.games.boards import first_workers_bought, seat_named, until_asked, wander_on
from tests.games.play_builders import begun
from tests.processes_of_the_site import Site

FETCHED = "part => performance.getEntriesByType('resource').some((one) => one.name.includes(part) && one.responseEnd)"
WIDTH = "document.documentElement.scrollWidth"


@pytest.fixture
def game(site: Site, anna, boris):
    """A game that waits for Anna after the first Workers; the web server runs."""
    game = begun(anna, boris)
    until_asked(game, "Anna", also=lambda state: first_workers_bought(state) and affordable(state, game))
    site.web()
    return game


def affordable(state, game) -> bool:
    """Anna can buy something now, and take something."""
    kinds = {move.kind for move in engine.legal_moves(state, seat_named(game, "Anna"))}
    return {"buy", "take"} <= kinds


def test_a_card_is_bought_with_two_clicks_without_a_reload(site: Site, visit: Visitor, game, anna):
    sits_down(visit, site, anna, f"/games/{game.pk}/")

    def buy(page):
        marked(page)
        assert title(page) == "Your turn"
        page.locator("#tableau .slot:not(.not) button.card").first.click()
        page.get_by_role("button", name="Buy for").click()
        page.locator("#turn:not(.you)").wait_for()
        assert is_kept(page)
        return title(page), page.url, page.locator("#said").inner_text()

    before = load(game.pk).game.version
    said = visit(buy)
    play = load(game.pk)
    assert play.game.version == before + 1
    assert play.rows[-1].text.startswith("buy")
    assert said[0] == "Waiting for Boris"
    assert said[1] == f"{site.url}/games/{game.pk}/"
    assert said[2].startswith("Anna bought"), "the live region tells new lines of the log"


def test_a_card_is_bought_with_the_keyboard_alone(site: Site, visit: Visitor, game, anna):
    """design.md, section 6: roving tabindex, Enter, b, e, Esc back to the card."""
    sits_down(visit, site, anna, f"/games/{game.pk}/")

    def walk(page):
        assert page.locator("#tableau .cards button.card[tabindex='0']").count() == 1
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.tabIndex") == 0, "an arrow leads into the tableau from nowhere"
        page.keyboard.press("ArrowRight")
        second = page.evaluate("document.activeElement.value")
        page.keyboard.press("Enter")
        page.locator("#move").wait_for()
        page.keyboard.press("Escape")
        page.locator("#move").wait_for(state="detached")
        page.wait_for_function("value => document.activeElement.value === value", arg=second)
        cards = page.locator("#tableau .slot:not(.not) button.card")
        cards.first.focus()
        page.keyboard.press("Enter")
        page.locator("#move").wait_for()
        page.keyboard.press("b")
        page.locator("#turn:not(.you)").wait_for()

    before = load(game.pk).game.version
    visit(walk)
    assert load(game.pk).game.version == before + 1


def test_a_card_is_dragged_to_the_own_display_and_to_the_hand(
    site: Site, new_visitor: Callable[..., Visitor], game, anna
):
    """UI-19: a drop asks for the same yes as the buttons do."""
    wants_to_be_asked(anna)
    window = new_visitor(size=(1280, 1600))  # the drag is lost when the page scrolls under the hand
    sits_down(window, site, anna, f"/games/{game.pk}/")

    def drag(page):
        page.locator("#tableau .slot:not(.not):has(button)").first.drag_to(page.locator("#display .who"))
        page.get_by_role("heading", level=1, name="Confirm:").wait_for()
        page.keyboard.press("Escape")
        page.get_by_role("heading", level=1, name="Your turn").wait_for()
        page.keyboard.press("Escape")
        page.locator("#move").wait_for(state="detached")
        page.locator("#tableau .slot:has(button)").first.drag_to(page.locator("#hand"))
        page.get_by_role("heading", level=1, name="Confirm: take").wait_for()
        page.get_by_role("button", name="Send move").click()
        page.locator("#turn:not(.you)").wait_for()

    before = load(game.pk).game.version
    window(drag)
    assert load(game.pk).rows[before].text.startswith("take ")


def test_two_clicks_on_a_card_buy_it(site: Site, visit: Visitor, game, anna):
    sits_down(visit, site, anna, f"/games/{game.pk}/")

    def buy(page):
        page.locator("#tableau .slot:not(.not) button.card").first.dblclick()
        page.locator("#turn:not(.you)").wait_for()

    before = load(game.pk).game.version
    visit(buy)
    assert load(game.pk).rows[before].text.startswith("buy ")


def test_single_keys_can_be_switched_off(site: Site, visit: Visitor, game, anna):
    anna.keyboard_shortcuts = False
    anna.save()
    sits_down(visit, site, anna, f"/games/{game.pk}/?do=pass")

    def press(page):
        page.get_by_role("button", name="Send move").wait_for()
        page.keyboard.press("e")
        page.keyboard.press("?")
        page.wait_for_timeout(500)
        return page.locator("dialog").count(), title(page)

    before = load(game.pk).game.version
    assert visit(press) == (0, "Confirm: pass this turn")
    assert load(game.pk).game.version == before


def test_the_move_of_another_appears_by_itself_within_fifteen_seconds(
    site: Site, visit: Visitor, new_visitor: Callable[..., Visitor], game, anna, boris
):
    wants_to_be_asked(anna)
    other = new_visitor()
    other(own_clock)
    sits_down(visit, site, anna, f"/games/{game.pk}/")
    sits_down(other, site, boris, f"/games/{game.pk}/")
    other(marked)

    def send(page):
        page.locator("#pass > button").click()
        page.get_by_role("button", name="Send move").click()
        page.locator("#turn:not(.you)").wait_for()

    visit(send)

    def see(page):
        page.clock.fast_forward(15_000)
        page.locator("#turn.you").wait_for()
        assert is_kept(page)
        return page.title(), page.locator("#said").inner_text()

    name, said = other(see)
    assert name.startswith("(1) Your turn: "), "and how many games wait"
    assert "Anna passed" in said


def test_a_hidden_page_does_not_poll_and_asks_at_once_when_it_is_shown(site: Site, visit: Visitor, game, anna):
    visit(own_clock)
    sits_down(visit, site, anna, f"/games/{game.pk}/")
    polls = []

    def hide_and_show(page):
        page.on("request", lambda request: polls.append(request.url) if request.url.endswith("/pulse/") else None)
        page.evaluate(
            """() => {
                Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
                document.dispatchEvent(new Event("visibilitychange"));
            }"""
        )
        page.clock.run_for(60_000)
        page.wait_for_timeout(500)
        while_hidden = len(polls)
        with page.expect_request("**/pulse/", timeout=8_000):
            page.evaluate(
                """() => {
                    delete document.hidden;
                    document.dispatchEvent(new Event("visibilitychange"));
                }"""
            )
        return while_hidden

    assert visit(hide_and_show) == 0


def test_a_second_tab_that_is_stale_gets_the_new_position_and_nothing_is_played_twice(
    site: Site, visit: Visitor, new_visitor: Callable[..., Visitor], game, anna
):
    second = new_visitor()
    for window in (visit, second):
        sits_down(window, site, anna, f"/games/{game.pk}/?do=pass")

    def send(page):
        page.get_by_role("button", name="Send move").click()
        page.locator("#turn:not(.you)").wait_for()
        return page.locator("#main > [role=alert]").all_inner_texts(), page.url

    before = load(game.pk).game.version
    assert visit(send)[0] == []
    alerts, url = second(send)
    second.errors.clear()  # the browser writes a refused request to its console
    assert "moved on" in alerts[0]
    assert url == f"{site.url}/games/{game.pk}/"
    assert load(game.pk).game.version == before + 1


@pytest.mark.parametrize("javascript", ["on", "off"])
def test_a_card_is_bought_on_a_phone_from_the_sheet(
    site: Site, new_visitor: Callable[..., Visitor], game, anna, javascript: str
):
    phone = new_visitor(size=NARROW, javascript=javascript)
    sits_down(phone, site, anna, f"/games/{game.pk}/")

    def buy(page):
        page.locator("#tableau .slot:not(.not) button.card").first.click()
        sheet = page.locator("#move")
        sheet.wait_for()
        box, card = sheet.bounding_box(), page.locator(".slot.sel .card").bounding_box()
        assert box["height"] <= 0.6 * NARROW[1] + 1
        assert card["y"] + card["height"] <= box["y"] + 1, "the chosen card stays in view above the sheet"
        page.get_by_role("button", name="Buy for").click()
        page.locator("#turn:not(.you)").wait_for()

    before = load(game.pk).game.version
    phone(buy)
    assert load(game.pk).game.version == before + 1


LOOKS = """() => ["tableau", "display", "move"].map((id) => {
    const part = document.getElementById(id).cloneNode(true);
    for (const one of part.querySelectorAll("*")) {
        for (const name of ["data-p", "tabindex", "draggable", "aria-keyshortcuts"]) one.removeAttribute(name);
        if (one.name === "csrfmiddlewaretoken") one.value = "";
        if (!one.className) one.removeAttribute("class");
    }
    return part.innerHTML.replace(/<!--.*?-->|value=""/g, "").replace(/\\s+/g, " ").replace(/ ?([<>]) ?/g, "$1");
}).join("")"""
"""What the parts of the page that a choice changes look like."""


def test_a_choice_asks_nobody_and_looks_like_the_page_of_its_address(site: Site, visit: Visitor, anna, boris):
    """With price, terms and consequences; then another card, none, and back."""
    game = begun(anna, boris)
    seat = seat_named(game, "Anna")

    def may_choose(state):
        offers = [slot.offers for slot in engine.view_for(state, seat).upper if slot]
        return any(len([one for one in some if one.legal]) > 1 for some in offers)

    until_asked(game, "Anna", also=may_choose)
    site.web()
    sits_down(visit, site, anna, f"/games/{game.pk}/")
    cards = "#tableau .slot:not(.not) button[name=card]"

    def look(page):
        marked(page)
        page.context.set_offline(True)
        several = page.locator(".slot:has(.tag.can small) button[name=card]").first
        for card in (page.locator(cards).last, several):
            card.click()
            page.locator(f'.slot.sel button[value="{card.get_attribute("value")}"]').wait_for()
        shown = page.evaluate(LOOKS)
        several.press("Enter")
        assert page.evaluate("document.activeElement.matches('#move .btn.pri')"), "once more leads to the button"
        page.keyboard.press("Escape")
        page.locator("#move").wait_for(state="detached")
        assert page.locator("#display .tgt").count() == 0
        several.press("Enter")
        page.locator("#move .opt").first.wait_for()
        address = page.url
        page.go_back()
        page.locator("#move").wait_for(state="detached")
        assert page.url == f"{site.url}/games/{game.pk}/"
        assert is_kept(page)
        page.context.set_offline(False)
        page.goto(address)
        return shown, page.evaluate(LOOKS)

    shown, sent = visit(look)
    visit.errors.clear()  # a page that listens says that it was cut off
    for says in ("data-target", "You pay", 'class="pv'):
        assert says in shown
    assert shown.split("<") == sent.split("<")


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_board_has_to_be_pushed_sideways_on_the_smallest_phone(
    site: Site, new_visitor: Callable[..., Visitor], anna, boris, clara, dmitri, language: str
):
    anna.language = language
    anna.display_name = "Anna-Katharina Winter"[:20]
    anna.save()
    game = begun(anna, boris, clara, dmitri)
    until_asked(game, anna.display_name, also=lambda state: state.round >= 3)
    over = wander_on(begun(anna, boris, clara, dmitri), seed=6)
    site.web()
    phone = new_visitor(size=(320, 700), language=language)
    for path in (
        f"/games/{game.pk}/",
        f"/games/{game.pk}/?do=pass",
        f"/games/{over.game.pk}/",
        f"/games/{over.game.pk}/replay/?at=99",
        f"/games/{over.game.pk}/log/",
    ):
        sits_down(phone, site, anna, path)
        assert phone(lambda page: page.evaluate(WIDTH)) <= 320, path


def test_a_replay_steps_without_reload_by_keys_and_slider(site: Site, visit: Visitor, anna, boris):
    """Who goes forward twice has the next steps there already, and what was seen is kept: both come without a network."""
    play = wander_on(begun(anna, boris), seed=2)
    site.web()
    sits_down(visit, site, anna, f"/games/{play.game.pk}/replay/?at=5")
    seen = []

    def step(page):
        marked(page)
        for key in ("]", "ArrowRight", "[", "}", "Shift+ArrowLeft"):
            before = page.locator("#game").get_attribute("data-at")
            page.keyboard.press(key)
            page.wait_for_function("at => document.getElementById('game').dataset.at !== at", arg=before)
            seen.append(int(page.locator("#game").get_attribute("data-at")))
        at = seen[-1]
        for further in (1, 2):
            page.keyboard.press("]")
            page.locator(f"#game[data-at='{at + further}']").wait_for()
        page.wait_for_function(FETCHED, arg=f"at={at + 3}")
        page.context.set_offline(True)
        for key, there in (("]", at + 3), ("[", at + 2), ("[", at + 1), ("[", at), ("]", at + 1)):
            page.keyboard.press(key)
            page.locator(f"#game[data-at='{there}']").wait_for()
        assert page.locator("#game i[data-p]").count() == 0, "nothing that another page had is missing"
        page.context.set_offline(False)
        page.keyboard.press("s")
        page.wait_for_function("at => document.getElementById('game').dataset.at > at", arg=at + 3)
        page.keyboard.press("?")
        page.get_by_role("dialog").get_by_text("next scoring").wait_for()
        page.keyboard.press("Escape")
        page.get_by_label("Seconds per move").select_option("0.5")
        page.keyboard.press("Home")
        page.locator("#game[data-at='0']").wait_for()
        page.keyboard.press("Space")
        page.locator("#game[data-at='3']").wait_for(timeout=15_000)
        pause = page.locator(".scrub [data-play]")
        pause.hover()
        page.mouse.down()
        held = page.locator("#game").get_attribute("data-at")
        page.wait_for_timeout(1000)
        assert page.locator("#game").get_attribute("data-at") == held, "a step would take the pressed button away"
        page.mouse.up()
        assert pause.get_attribute("aria-pressed") == "false"
        page.reload()
        assert page.get_by_label("Seconds per move").input_value() == "0.5"
        marked(page)
        page.locator("#tableau .slot:has(.look)").first.click()
        page.locator("dialog[open]").wait_for()
        page.keyboard.press("Escape")
        page.get_by_role("slider").fill("11")
        page.wait_for_function("() => document.getElementById('game').dataset.at === '11'")
        page.get_by_role("link", name="Boris").last.click()
        page.wait_for_function("() => document.getElementById('game').dataset.seat !== ''")
        assert is_kept(page)
        return page.url

    boris_seat = play.eyes_of(boris)
    assert visit(step) == f"{site.url}/games/{play.game.pk}/replay/?at=11&seat={boris_seat}"
    visit.errors[:] = [error for error in visit.errors if "INTERNET_DISCONNECTED" not in error]  # the step after it
    assert seen[:3] == [6, 7, 6]
    assert seen[3] > 6 > 0 <= seen[4] < seen[3]


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_without_a_script_the_slider_of_a_replay_has_a_button(site: Site, new_visitor, anna, boris, size):
    """The button lay under the slider, where no finger reached it."""
    play = wander_on(begun(anna, boris), seed=2)
    site.web()
    visitor = new_visitor(size=size, javascript="off")

    def slide(page):
        page.goto(f"{site.url}/games/{play.game.pk}/replay/?at=5")
        page.get_by_role("slider").press("End")
        page.get_by_role("button", name="Go").click()
        page.get_by_text(re.compile(rf"Move {len(play.steps) - 1}")).first.wait_for()
        return page.evaluate("document.documentElement.scrollWidth")

    assert visitor(slide) <= size[0]


def test_the_whole_hand_stands_in_one_line_beside_the_passes(site: Site, new_visitor, anna, boris):
    """HAND-1: long German words of the passes pushed free places of the hand into a second line."""
    type(anna).objects.filter(pk=anna.pk).update(language="de")
    game = begun(anna, boris)
    until_asked(game, "Anna", also=lambda state: first_workers_bought(state) and len(_hand(game, state)) == 2)
    site.web()
    wide = new_visitor(size=WIDE, language="de")
    sits_down(wide, site, anna, f"/games/{game.pk}/")
    tops = wide(lambda page: page.evaluate("[...document.querySelectorAll('#own-hand > *')].map(one => one.offsetTop)"))
    assert len(tops) == 3
    assert len(set(tops)) == 1, tops


def _hand(game: Game, state: engine.State) -> tuple[engine.Slot, ...]:
    return engine.view_for(state, seat_named(game, "Anna")).seats[seat_named(game, "Anna")].hand
