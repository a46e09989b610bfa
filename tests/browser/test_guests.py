"""A stranger plays: from the front page to the first move in two clicks, without an account, with and without script."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from accounts.models import User
from games.models import LogRow, Source
from tests.accounts.entering import code_to
from tests.browsing import NARROW, WIDE, Visitor
from tests.mails import Mailbox
from tests.processes_of_the_site import Site

WIDTH = "document.documentElement.scrollWidth"


def play_now(page, url: str) -> None:
    """The first click, and whatever the bot has to do before the stranger is asked."""
    page.goto(url)
    page.get_by_role("main").get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile(r"/games/\d+/\?card=first"))


def buy(page) -> None:
    """The second click: the panel stands open, and its button plays the card."""
    page.locator("#turn.you").wait_for(timeout=200_000)
    button = page.locator("#move .btn.pri:visible").first
    button.wait_for()
    before = page.locator("#game").get_attribute("data-version")
    button.click()
    page.locator(f'#game:not([data-version="{before}"])').wait_for(state="attached")


def test_the_first_move_is_the_second_click(site: Site, new_visitor: Callable[..., Visitor]):
    site.web()
    site.worker(concurrency=1)
    site.beat()
    for size in (NARROW, WIDE):
        visitor = new_visitor(size=size)
        visitor(lambda page: play_now(page, site.url))
        visitor(buy)
    for guest in User.objects.all():
        assert guest.is_guest
        assert LogRow.objects.filter(game__host=guest, source=Source.PAGE).count() == 1
    assert User.objects.count() == 2


def test_a_stranger_plays_and_keeps_the_game_without_script(
    site: Site, mailbox: Mailbox, new_visitor: Callable[..., Visitor]
):
    site.web()
    site.worker()
    site.beat()
    visitor = new_visitor(size=NARROW, javascript="off")

    def begin(page):
        page.goto(site.url)
        page.get_by_role("main").get_by_role("button", name="Play now").click()
        page.locator("#turn").wait_for()

    def keep(page):
        assert page.evaluate(WIDTH) <= NARROW[0]
        page.get_by_role("main").get_by_role("link", name="Create an account").click()
        page.get_by_label("Name").fill("Olga")
        page.get_by_label("Email address").fill("olga@example.org")
        page.get_by_role("button", name="Create account").click()
        page.get_by_role("heading", name="Confirm your email address").wait_for()

    def confirm(page):
        page.get_by_label("Code").fill(code)
        page.get_by_role("button", name="Continue").click()
        page.wait_for_url(re.compile(r"/games/\d+/$"))
        return page.content()

    visitor(begin)
    visitor(keep)
    code = code_to(mailbox, "olga@example.org")
    page = visitor(confirm)
    assert "Playing as a guest" not in page
    assert not User.objects.get().is_guest


@pytest.mark.parametrize(("width", "language"), [(360, "de"), (1024, "en"), (1280, "de")])
def test_what_a_guest_sees_fits_the_window(site: Site, new_visitor: Callable[..., Visitor], width: int, language: str):
    site.web()
    visitor = new_visitor(size=(width, 720), language=language)
    visitor(lambda page: page.goto(site.url))
    visitor(lambda page: page.locator("form[action='/play-now/'] button").first.click())
    visitor(lambda page: page.wait_for_url(re.compile(r"/games/\d+/")))
    for path in ("/", "/games/", "/guest/forget/", visitor(lambda page: page.url).removeprefix(site.url), "/lobby/"):
        visitor(lambda page, path=path: page.goto(site.url + path))
        visitor(lambda page: [one.click() for one in page.locator(".guest > details > summary").all()])
        assert visitor(lambda page: page.evaluate(WIDTH)) <= width, path
    assert all("403" in error for error in visitor.errors), "the last page alone is refused"
    visitor.errors.clear()
