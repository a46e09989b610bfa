"""The Market in a real browser: the form of a table, the two questions by keys and without script, and a game to its end."""

from __future__ import annotations

import time

import pytest
from django.utils.timezone import now

import engine
from games.names import words
from games.play.positions import load
from tests.browser.boards import sits_down, title, wants_to_be_asked
from tests.browser.hands import Hands
from tests.browsing import NARROW, Visitor
from tests.games.boards import as_bots_would, seat_named, until_question
from tests.games.play_builders import begun
from tests.processes_of_the_site import Site

pytestmark = pytest.mark.django_db(transaction=True)

WIDTH = "document.documentElement.scrollWidth"
PATIENCE = 200  # seconds for the end of a game


def test_sets_that_do_not_go_together_are_greyed_out_while_one_chooses(site: Site, visit: Visitor, anna):
    """DEC-1, COMBO: reason and rule appear without a reload; what one has chosen oneself is never barred."""
    site.web()
    sits_down(visit, site, anna, "/tables/new/")

    def choose(page):
        def of(name):
            return page.locator(f"label:has(input[value='{name}'])").first

        def five():
            return page.locator("label:has(input[name=players][value='5'])")

        page.locator("details.fold > summary", has_text="Expansions").click()
        assert five().locator("input").is_disabled()
        assert "exact wording" in five().inner_text()
        numbers = page.locator("input[name=players]").all()
        assert len({number.bounding_box()["y"] for number in numbers}) == 1, "a reason moves no number out of line"
        assert of("helpers").locator("input").is_disabled()
        assert "Helpers need the Market. (exact wording)" in of("helpers").inner_text()
        of("market").locator("input").check()
        assert not five().locator("input").is_disabled()
        assert "exact wording" not in five().inner_text() + of("helpers").inner_text()
        five().locator("input").check()
        of("helpers").locator("input").check()
        page.locator("input[name=players][value='1']").wait_for()
        assert page.locator("input[name=players][value='1']").is_disabled()
        of("market").locator("input").uncheck()
        refused = page.locator("[data-refused]")
        assert refused.is_visible()
        assert "exact wording" in refused.inner_text()
        of("market").locator("input").check()
        assert not refused.is_visible()
        page.locator("[name=edition][value='1']").check()
        assert not of("market").locator("input").is_checked()
        assert "The Market needs the 2nd edition. (exact wording)" in of("market").inner_text()
        page.locator("[name=edition][value='2']").check()
        of("market").locator("input").check()
        assert not refused.is_visible()
        return page.locator("[name=players]:checked").get_attribute("value")

    assert visit(choose) == "5"
    visit.screenshot("new-table-sets-1280")
    visit(lambda page: page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]}))
    assert visit(lambda page: page.evaluate(WIDTH)) == NARROW[0]
    visit.screenshot("new-table-sets-390")


def test_a_kind_is_chosen_by_keys(site: Site, visit: Visitor, anna, boris):
    """DEC-5, MKT-15: a digit chooses the answer, b takes it, e sends it."""
    wants_to_be_asked(anna)
    game = begun(anna, boris, "plain", "plain", "plain", sets=["market"])
    until_question(game, "Anna", "kind", least_round=2)
    site.web()
    sits_down(visit, site, anna, f"/games/{game.pk}/")

    third = engine.legal_moves(load(game.pk).state, seat_named(game, "Anna"))[2]
    kind = words.GOODS[third.text.removeprefix("kind ")]

    def answer(page):
        assert title(page) == "Choose a kind"
        page.keyboard.press("3")
        page.keyboard.press("b")
        page.get_by_role("heading", level=1, name=f"Confirm: Choose {kind}").wait_for()
        page.keyboard.press("e")
        page.locator("#log").get_by_text(f"Anna chose {kind} for the ? symbol").wait_for()

    visit.screenshot("market-kind-1280")
    visit(answer)
    assert load(game.pk).rows[-1].text == str(third)


@pytest.mark.parametrize("javascript", ["on", "off"])
def test_upkeep_is_answered_on_a_phone(site: Site, new_visitor, anna, boris, javascript):
    """DEC-22: both answers are named with what they cost; it works without a script, too."""
    wants_to_be_asked(anna)
    game = begun(anna, boris, "plain", "plain", "plain", sets=["market"])
    until_question(game, "Anna", "upkeep", least_round=2)
    site.web()
    phone = new_visitor(size=NARROW, javascript=javascript)
    sits_down(phone, site, anna, f"/games/{game.pk}/")
    question = engine.question_for(load(game.pk).state, seat_named(game, "Anna"))

    def answer(page):
        assert title(page) == "Pay the upkeep?"
        page.locator(".opt").nth(1).click()
        page.get_by_role("button", name="Give it up").click()
        page.get_by_role("button", name="Send move").click()
        page.locator("#turn h1:not(.long)").wait_for()
        return page.evaluate(WIDTH)

    phone.screenshot(f"market-upkeep-390-{javascript}")
    assert phone(answer) == NARROW[0]
    assert load(game.pk).rows[-1].text == f"give-up {question.card}"


@pytest.mark.slow  # a game with every set and five seats is played to its end at the page in each run
def test_a_person_and_four_bots_play_the_market_to_its_end(site: Site, visit: Visitor, anna):
    """Five seats (COMBO-13); the last round is played at the page and by the worker, what comes before by the services."""
    game = begun(anna, "plain", "plain", "plain", "plain", sets=["market"], now=now())
    since = as_bots_would(game, until=lambda state: state.ending, now=now()).game.version
    site.web()
    site.worker(concurrency=1)
    site.beat()
    sits_down(visit, site, anna, f"/games/{game.pk}/")
    hands = visit(Hands)
    deadline = time.monotonic() + PATIENCE
    while load(game.pk).game.is_running and time.monotonic() < deadline:
        visit(lambda page: hands.answer() if hands.is_asked() else page.wait_for_timeout(200))
    play = load(game.pk)
    assert play.game.is_finished
    assert play.game.result["ended"] == "played out"
    assert {row.source for row in play.rows if row.number > since} >= {"page", "bot"}
    visit(lambda page: (page.reload(), page.locator(".final").wait_for()))
    visit.screenshot("market-five-over-1280")
    visit(lambda page: page.goto(f"{site.url}/games/{game.pk}/replay/?at=120&seat=2"))
    visit(lambda page: page.get_by_role("heading", name="Market square").wait_for())
    visit.screenshot("market-five-replay-1280")
