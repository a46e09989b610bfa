"""What players decide beforehand, in a real browser: set on the page, it answers by itself when the question comes."""

from __future__ import annotations

import pytest

import engine
from games.models import Preset, Source
from games.play.positions import load
from tests.browser.boards import is_kept, marked, own_clock, sits_down
from tests.browsing import NARROW, Visitor
from tests.games.boards import next_phase, seat_named, until_offered
from tests.games.play_builders import begun
from tests.processes_of_the_site import Site

pytestmark = pytest.mark.django_db(transaction=True)

WIDTH = "document.documentElement.scrollWidth"
POLL = 15_000  # milliseconds: what others did comes by polling


def by_presets(game) -> list[str]:
    """The moves of Anna that were ordered before."""
    own = seat_named(game, "Anna")
    return [row.text for row in load(game.pk).rows if row.seat == own and row.source == Source.STANDING]


def can_trade(own: engine.SeatView) -> bool:
    """The Trading House can be paid, and there is no Pub to be asked about (M2-TRADE-3)."""
    return own.rubles >= 3 and "pub" not in [shown.card for shown in own.display]


def test_a_split_is_decided_without_a_reload_and_answers_in_the_scoring(site: Site, new_visitor, anna, boris):
    """GUILD-2, UI-5: the choice is pressed, lies on the card and keeps the focus; nobody else sees it; the scoring pays it."""
    game = begun(anna, boris, sets=["module-2"])
    until_offered(game, "Anna", "trading-guild")
    site.web()
    window: Visitor = new_visitor()
    other: Visitor = new_visitor()
    window(own_clock)
    sits_down(window, site, anna, f"/games/{game.pk}/")
    sits_down(other, site, boris, f"/games/{game.pk}/")

    def decide(page):
        marked(page)
        group = page.get_by_role("group", name="Answers in advance")
        assert group.locator("[aria-pressed=true]").inner_text().split() == ["✓", "4", "VP"]
        group.get_by_role("button", name="3\u202f₽, 1\u202fVP").press("Enter")
        group.locator("[aria-pressed=true]", has_text="1\u202fVP").wait_for()
        assert page.locator(".decided").inner_text() == "3\u202f₽, 1\u202fVP"
        assert page.evaluate("document.activeElement.value") == "3/1"
        return is_kept(page)

    assert window(decide)
    window.screenshot("presets-guild-1280")
    other(lambda page: page.reload())
    assert other(lambda page: page.locator("#presets, .decided").count()) == 0
    assert Preset.objects.get().value == "3/1"
    next_phase(game)
    assert by_presets(game) == ["guild 3 1"]

    def told(page):
        page.clock.fast_forward(POLL)
        page.locator("#log").get_by_text("Anna's Trading Guild pays 3\u202f₽, 1\u202fVP").first.wait_for()
        return is_kept(page)

    assert window(told)
    other(lambda page: page.goto(f"{site.url}/games/{game.pk}/log/"))
    assert other(lambda page: page.get_by_text("Anna's Trading Guild pays 3\u202f₽, 1\u202fVP").count()) == 1


@pytest.mark.parametrize("javascript", ["on", "off"])
@pytest.mark.parametrize(
    ("preset", "choice", "move"),
    [
        ("trading-guild", "4\u202f₽", "guild 4 0"),
        ("trading-house", "ja", "pub 0 trade"),
        ("impostor", "Ablegen", "dismiss impostor"),
    ],
)
def test_each_preset_is_set_on_a_german_phone(site: Site, new_visitor, anna, boris, javascript, preset, choice, move):
    """GUILD-2, M2-TRADE-3, IMPO-3: with script and without; the page stays as wide as the phone, and the log tells the
    answer as ordered before."""
    anna.language = "de"
    anna.save()
    game = begun(anna, boris, sets=["module-2"])
    until_offered(game, "Anna", preset, also=can_trade)
    site.web()
    phone: Visitor = new_visitor(size=NARROW, language="de", javascript=javascript)
    sits_down(phone, site, anna, f"/games/{game.pk}/")

    def decide(page):
        form = page.locator(f"form.preset[aria-labelledby^='pre-{preset}']").first
        form.get_by_role("button", name=choice, exact=True).click()
        form.locator("[aria-pressed=true]", has_text=choice).wait_for()
        return page.evaluate(WIDTH)

    assert phone(decide) == NARROW[0]
    phone.screenshot(f"presets-{preset}-390-{javascript}")
    next_phase(game)
    assert move in by_presets(game)
    phone(lambda page: page.goto(f"{site.url}/games/{game.pk}/log/"))
    assert phone(lambda page: page.get_by_text("(im Voraus festgelegt)").count()) >= 1
