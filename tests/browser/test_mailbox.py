"""A person reads caught mails and follows their links."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest
from aiosmtpd.smtp import Envelope

from stpete_site.mail_catcher import Keeper
from tests.browsing import NARROW, WIDE, Visitor
from tests.processes_of_the_site import Site
from tests.web_server import WebServer


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, web_server: WebServer) -> Path:
    """A home with one mail caught that links to the sign-in page."""
    home = tmp_path_factory.mktemp("home")
    link = f"{web_server.url}/accounts/login/"
    message = EmailMessage()
    message["Subject"], message["To"] = "Your turn in “White nights”", "anna@example.org"
    message.set_content(f"Play here: {link}")
    message.add_alternative(
        f'<html><head><style>p {{ color: #123456 }}</style></head><body><p id="hello">Hello Anna</p>'
        f'<a href="{link}">Play here</a></body></html>',
        subtype="html",
    )
    envelope = Envelope()
    envelope.original_content, envelope.rcpt_tos = message.as_bytes(), ["anna@example.org"]
    asyncio.run(Keeper(home / "mail").handle_DATA(None, None, envelope))  # type: ignore[arg-type]
    return home


@pytest.fixture
def laptop(site: Site, home: Path) -> Site:
    """The web process of the embedded default."""
    site.environment.pop("EMAIL_URL")
    site.environment["STPETE_HOME"] = str(home)
    site.web()
    return site


@pytest.mark.parametrize(("size", "javascript"), [(WIDE, "on"), (NARROW, "off")])
def test_a_link_in_either_form_of_a_mail_leads_to_the_site(
    laptop: Site, new_visitor: Callable[..., Visitor], size: tuple[int, int], javascript: str
) -> None:
    visit = new_visitor(size=size, javascript=javascript)
    visit(lambda page: page.goto(laptop.url + "/mailbox/"))
    visit(lambda page: page.get_by_role("link", name="Your turn in “White nights”").click())
    mail = visit(lambda page: page.url)
    frame = visit(lambda page: page.frame_locator("iframe").locator("#hello").inner_text())
    assert frame == "Hello Anna"
    assert visit(lambda page: page.evaluate("document.body.scrollWidth <= innerWidth")) is True
    visit.screenshot(f"mailbox-mail-{size[0]}")
    visit(lambda page: page.frame_locator("iframe").get_by_role("link", name="Play here").click())
    visit(lambda page: page.wait_for_url(laptop.url + "/accounts/login/"))
    visit(lambda page: page.goto(mail))
    visit(lambda page: page.locator("pre a").click())
    visit(lambda page: page.wait_for_url(laptop.url + "/accounts/login/"))


def test_the_list_of_mails_is_german_for_a_german(laptop: Site, new_visitor: Callable[..., Visitor]) -> None:
    visit = new_visitor(language="de", size=NARROW)
    visit(lambda page: page.goto(laptop.url + "/mailbox/"))
    assert visit(lambda page: page.get_by_role("heading", level=1).inner_text()) == "Abgefangene Mails"
    visit.screenshot("mailbox-list-390-de")
