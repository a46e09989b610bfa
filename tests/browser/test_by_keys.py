"""The board without a mouse and without eyes: the end of a game by keys alone, and the order in which a reader hears the page."""

from __future__ import annotations

import time

import pytest
from django.utils.timezone import now

from games.play.positions import load
from tests.browser.boards import sits_down
from tests.browser.test_whole_games import is_late
from tests.browsing import Visitor
from tests.games.boards import as_bots_would, first_workers_bought, until_asked
from tests.games.play_builders import begun
from tests.processes_of_the_site import Site

pytestmark = pytest.mark.django_db(transaction=True)

WHOLE = pytest.param("first move", marks=pytest.mark.slow)
PATIENCE = 500  # seconds for one whole game

AT = "() => document.activeElement.closest('#tableau .slot')?.querySelector('.tag.can') ? 'card' : ''"
HEARD = (
    'region "Turn"',
    'heading "Your turn"',
    'group "Phases of round 1"',
    'region "Tableau"',
    'region "Your play area"',
    'region "Your move"',
    'region "Players"',
    'region "Log"',
    'heading "Boris"',
)
"""What is asked, where the round stands, what there is to choose from, what is one's own, the panel, the players and their
figures, what has happened, the others' displays."""


def by_keys(page) -> None:
    """Answer what is asked: buy the first card that can be paid, else what the panel has, else pass; then confirm."""
    page.locator("#game:not([aria-busy])").wait_for(state="attached")
    before = page.locator("#game").get_attribute("data-version")
    keys = page.keyboard
    if (
        page.locator("#move form.acts button, #move [data-answer], #move [id^=a-]").count()
        and not page.locator("#tableau .tag.can").count()
    ):
        if page.locator("#move [data-answer], #move [id^=a-]").count():
            keys.press("1")
        keys.press("b")
    elif page.locator("#tableau .slot .tag.can").count() and not page.locator("#move form.acts").count():
        page.evaluate("document.activeElement.blur()")
        keys.press("ArrowRight")
        for _ in range(20):
            if page.evaluate(AT):
                break
            keys.press("ArrowRight")
        keys.press("Enter")
        page.locator("#move form.acts").wait_for()
        keys.press("b")
    else:
        keys.press("p")
        keys.press("Enter")
    confirm = page.locator("#move button[data-key=e]")
    moved = page.locator(f'#game:not([data-version="{before}"])')
    confirm.or_(moved).first.wait_for(state="attached")
    if confirm.count():
        keys.press("e")
    moved.wait_for(state="attached")


@pytest.mark.parametrize("begin", ["last round", WHOLE])
def test_a_game_is_played_to_its_end_by_keys_alone(site: Site, visit: Visitor, anna, begin: str) -> None:
    game = begun(anna, "plain", now=now())
    if begin == "last round":
        as_bots_would(game, until=is_late, now=now())
    site.web()
    site.worker(concurrency=1)
    site.beat()
    sits_down(visit, site, anna, f"/games/{game.pk}/")
    deadline, answers = time.monotonic() + PATIENCE, 0
    while load(game.pk).game.is_running and time.monotonic() < deadline:
        if visit(lambda page: page.locator("#turn.you").count()):
            visit(by_keys)
            answers += 1
        else:
            visit(lambda page: page.wait_for_timeout(100))
    assert load(game.pk).game.result["ended"] == "played out"
    assert answers >= 2
    visit(lambda page: page.locator("#final, .final").first.wait_for())


def test_a_reader_hears_what_is_asked_then_the_cards_then_the_rest(site: Site, visit: Visitor, anna, boris) -> None:
    game = begun(anna, boris, "plain", now=now())
    until_asked(game, "Anna", also=first_workers_bought)
    site.web()
    sits_down(visit, site, anna, f"/games/{game.pk}/")

    def heard(page):
        page.locator("#tableau .slot:has(.tag.can) button[name=card]").first.click()
        page.locator("#move form.acts").wait_for()
        return page.locator("#game").aria_snapshot()

    told = visit(heard)
    places = [told.find(f"- {one}") for one in HEARD]
    assert -1 not in places, dict(zip(HEARD, places, strict=True))
    assert places == sorted(places), dict(zip(HEARD, places, strict=True))
    assert 'group "?"' not in told
