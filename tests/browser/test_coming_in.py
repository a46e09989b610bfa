"""People come in through the pages: with and without script, on a phone, with a keyboard, in both languages."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from tests.accounts.entering import code_to
from tests.browsing import NARROW, Visitor
from tests.mails import Mailbox
from tests.people import person
from tests.processes_of_the_site import Site

PAGES = ["/", "/rules/", "/about/", "/privacy/", "/lobby/", "/archive/", "/accounts/signup/", "/accounts/login/"]
WIDTH = "document.documentElement.scrollWidth"


def sign_up(visitor: Visitor, site: Site, mailbox: Mailbox, name: str, path: str) -> str:
    """Go to `path`, be asked to sign in, create an account, type the code. Returns where one is in the end."""

    def ask(page):
        page.goto(site.url + path)
        page.get_by_role("main").get_by_role("link", name="Create an account").click()
        page.get_by_label("Name").fill(name)
        page.get_by_label("Email address").fill(f"{name}@example.org")
        page.get_by_role("button", name="Create account").click()
        page.get_by_role("heading", name="Confirm your email address").wait_for()

    def answer(page):
        page.get_by_label("Code").fill(code)
        page.get_by_role("button", name="Continue").click()
        page.wait_for_url(f"**{path}")
        return page.url

    visitor(ask)
    code = code_to(mailbox, f"{name.lower()}@example.org")
    return visitor(answer)


@pytest.mark.parametrize("javascript", ["on", "off"])
def test_who_was_sent_to_a_page_lands_there_after_signing_up_on_a_phone(
    site: Site, mailbox: Mailbox, new_visitor: Callable[..., Visitor], javascript: str
):
    site.web()
    visitor = new_visitor(size=NARROW, javascript=javascript)
    assert sign_up(visitor, site, mailbox, "Anna", "/tables/new/") == f"{site.url}/tables/new/"
    zone = User.objects.get(display_name="Anna").time_zone
    browser_zone = visitor(lambda page: page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone"))
    assert zone == (browser_zone if javascript == "on" else "UTC")


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_page_has_to_be_pushed_sideways_on_the_smallest_phone(
    site: Site, new_visitor: Callable[..., Visitor], language: str
):
    site.web()
    visitor = new_visitor(size=(320, 700), language=language)
    for path in PAGES:
        visitor(lambda page, path=path: page.goto(site.url + path))
        assert visitor(lambda page: page.evaluate(WIDTH)) <= 320, path


def test_the_own_pages_fit_the_smallest_phone_with_the_longest_name(site: Site, new_visitor: Callable[..., Visitor]):
    site.web()
    person("Wilhelmine", language="de")
    User.objects.update(display_name="Wilhelmine Augustine", name_key="wilhelmine augustine")
    visitor = new_visitor(size=(320, 700), language="de")

    def enter(page):
        page.goto(site.url + "/accounts/login/?next=/profile/")
        page.get_by_label("Mailadresse").fill("wilhelmine@example.org")
        page.get_by_label("Passwort").fill("long enough to sign in")
        page.get_by_role("main").get_by_role("button", name="Anmelden", exact=True).click()
        page.get_by_role("heading", name="Profil und Mails").wait_for()

    visitor(enter)
    for path in ["/profile/", "/profile/delete/", "/accounts/email/", "/games/", "/"]:
        visitor(lambda page, path=path: page.goto(site.url + path))
        assert visitor(lambda page: page.evaluate(WIDTH)) <= 320, path


def test_the_keyboard_reaches_the_content_and_the_menu(site: Site, visit: Visitor):
    site.web()

    def walk(page):
        page.goto(site.url + "/rules/")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Skip to content"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"
        summary = page.locator("details.menu > summary")
        summary.focus()
        page.keyboard.press("Enter")
        assert page.get_by_role("link", name="Create an account").is_visible()
        page.keyboard.press("Escape")
        assert not page.get_by_role("link", name="Create an account").is_visible()
        assert page.evaluate("document.activeElement.tagName") == "SUMMARY"

    visit(walk)


def test_the_language_switch_works_without_script_and_stays(site: Site, new_visitor: Callable[..., Visitor]):
    site.web()
    visitor = new_visitor(javascript="off")

    def switch(page):
        page.goto(site.url + "/rules/")
        page.get_by_role("button", name="Deutsch").click()
        page.get_by_role("heading", name="Das Grundspiel").wait_for()
        assert page.url == site.url + "/rules/"
        page.goto(site.url + "/")
        return page.get_by_role("heading", level=1).inner_text()

    assert "Sankt Petersburg" in visitor(switch)
