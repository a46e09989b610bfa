"""The net is away: what spectators last saw of a game is shown, and who signs out leaves nothing behind."""

from __future__ import annotations

import pytest
from django.utils.timezone import now

from tests.browser.boards import sits_down
from tests.games.play_builders import begun
from tests.people import person

pytestmark = pytest.mark.django_db(transaction=True)


def until(page, expression: str, looks: int = 100) -> None:
    """Wait for a promise that says yes; Playwright's own waiting takes the promise itself for a yes."""
    assert any(page.evaluate(expression) or page.wait_for_timeout(100) for _ in range(looks)), expression


KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys()) {
        if (name.startsWith("positions-")) found.push(...(await (await caches.open(name)).keys()).map((one) => one.url));
    }
    return found;
}"""
READY = "async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'"


def test_a_position_is_kept_for_when_the_net_is_away_and_wiped_with_the_sign_out(site, new_visitor):
    anna, boris = person("Anna"), person("Boris")
    game = begun(anna, boris, now=now(), open_hands=False)
    site.web()
    visitor = new_visitor(offline="allow")
    sits_down(visitor, site, anna, f"/games/{game.pk}/")

    def play(page):
        until(page, READY)
        until(page, f"async () => (await ({KEPT})()).length === 1")

    def without_net(page):
        page.context.set_offline(True)
        page.goto(f"{site.url}/games/{game.pk}/?card=anything")
        page.get_by_text("You are offline. This is what spectators saw on").wait_for()
        assert page.get_by_role("heading", name=game.title).is_visible()
        assert page.locator("form, nav").count() == 0
        page.goto(f"{site.url}/lobby/")
        page.get_by_role("heading", name="You are offline").wait_for()
        page.get_by_role("link", name=game.title).click()
        page.get_by_text("You are offline. This is what spectators saw on").wait_for()
        page.context.set_offline(False)
        page.get_by_role("link", name="Try again").click()
        page.locator("#turn").wait_for()

    def sign_out(page):
        page.goto(f"{site.url}/accounts/logout/")
        page.get_by_role("main").get_by_role("button", name="Sign out").click()
        page.wait_for_url(f"{site.url}/")
        until(page, f"async () => (await ({KEPT})()).length === 0")
        until(page, "async () => !(await navigator.serviceWorker.getRegistration())")

    visitor(play)
    visitor(without_net)
    visitor(sign_out)
    visitor.errors[:] = [error for error in visitor.errors if "ERR_INTERNET_DISCONNECTED" not in error]
