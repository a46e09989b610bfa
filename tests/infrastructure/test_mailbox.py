"""The page of caught mails: both forms, links to follow, and nobody else's eyes."""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from aiosmtpd.smtp import Envelope
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils.timezone import now
from pytest_django.fixtures import Settings

from accounts.models import User
from stpete_site import tasks
from stpete_site.mail_catcher import Keeper
from stpete_site.mailbox import CaughtMails
from tests.people import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def box(tmp_path: Path, settings: Settings) -> Path:
    """An empty mailbox that the page shows."""
    settings.MAILBOX_DIR, settings.SHOWS_MAILBOX = tmp_path / "mail", True
    return tmp_path / "mail"


def catch(box: Path, subject: str, to: str = "anna@example.org", html: str | None = None) -> None:
    """A mail as the catcher keeps it after its SMTP dialogue."""
    message = EmailMessage()
    message["Subject"], message["To"], message["From"] = subject, to, "games@example.org"
    message.set_content("Play here: http://127.0.0.1:8000/games/1/?v=17\nGrüße")
    if html:
        message.add_alternative(html, subtype="html")
    envelope = Envelope()
    envelope.original_content, envelope.rcpt_tos = message.as_bytes(), [to]
    answer = asyncio.run(Keeper(box).handle_DATA(None, None, envelope))  # type: ignore[arg-type]
    assert answer.startswith("250")


def first_link(client: Client) -> str:
    (link, *_) = re.findall(r'href="(/mailbox/[^"/?]+/)"', client.get("/mailbox/").content.decode())
    return str(link)


def test_an_empty_mailbox_says_so(box: Path, client: Client) -> None:
    assert "No emails yet" in client.get("/mailbox/").content.decode()


def test_every_page_leads_to_it_where_mails_are_caught(box: Path, client: Client, settings: Settings) -> None:
    assert 'href="/mailbox/"' in client.get("/accounts/login/").content.decode()
    settings.SHOWS_MAILBOX = False
    assert "/mailbox/" not in client.get("/accounts/login/").content.decode()


def test_the_newest_mail_stands_first(box: Path, client: Client) -> None:
    for number in range(12):
        catch(box, f"Mail number {number}.")
    page = client.get("/mailbox/").content.decode()
    places = [page.index(f"Mail number {number}.") for number in range(12)]
    assert places == sorted(places, reverse=True)


def test_mails_of_one_address_can_be_picked(box: Path, client: Client) -> None:
    catch(box, "For Anna")
    catch(box, "For Boris", to="boris@example.org")
    page = client.get("/mailbox/?to=Boris").content.decode()
    assert "For Boris" in page
    assert "For Anna" not in page
    assert "No emails to an address containing “" in client.get("/mailbox/?to=nobody").content.decode()


def test_many_mails_come_in_pages(box: Path, client: Client) -> None:
    for number in range(31):
        catch(box, f"Mail number {number}.")
    first, second = (client.get(f"/mailbox/?page={page}").content.decode() for page in (1, 2))
    assert "Mail number 0." not in first
    assert "page=2" in first
    assert "Mail number 0." in second


def test_links_of_the_text_can_be_followed(box: Path, client: Client) -> None:
    catch(box, "Your turn")
    page = client.get(first_link(client)).content.decode()
    assert '<a href="http://127.0.0.1:8000/games/1/?v=17"' in page
    assert "Grüße" in page
    assert "iframe" not in page


def test_the_html_form_keeps_its_styles_and_runs_no_scripts(box: Path, client: Client) -> None:
    catch(box, "Your turn", html='<html><head></head><body><p style="color:red">Hi</p><script>1</script></body></html>')
    link = first_link(client)
    assert f'src="{link}html/"' in client.get(link).content.decode()
    answer = client.get(f"{link}html/")
    assert '<p style="color:red">Hi</p>' in answer.content.decode()
    assert '<base target="_top">' in answer.content.decode()
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert answer["X-Frame-Options"] == "SAMEORIGIN"


def test_text_of_a_mail_is_never_markup(box: Path, client: Client) -> None:
    catch(box, "<script>alert(1)</script>")
    for page in ("/mailbox/", first_link(client)):
        assert "<script>alert" not in client.get(page).content.decode()


@pytest.mark.parametrize("key", ["nothing", "..", "1.2.3", "%2e%2e%2fsecret-key"])
def test_a_mail_that_is_not_there_is_not_found(box: Path, client: Client, key: str) -> None:
    catch(box, "There")
    assert client.get(f"/mailbox/{key}/").status_code == 404
    assert client.get(f"/mailbox/{key}/html/").status_code == 404


def test_nobody_reads_it_from_another_machine(box: Path, client: Client) -> None:
    assert client.get("/mailbox/", REMOTE_ADDR="192.0.2.7").status_code == 404


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "via"])
def test_nobody_reads_it_through_a_tunnel_to_this_machine(box: Path, client: Client, header: str) -> None:
    """The tunnel's own end is on this machine; whoever is at the other end is not."""
    assert client.get("/mailbox/").status_code == 200
    assert client.get("/mailbox/", headers={header: "203.0.113.9"}).status_code == 404


def test_it_is_not_there_where_mails_are_really_sent(box: Path, client: Client, settings: Settings) -> None:
    settings.SHOWS_MAILBOX = False
    catch(box, "There")
    assert client.get("/mailbox/").status_code == 404


def test_a_mail_is_kept_for_the_address_it_went_to(box: Path) -> None:
    """Not for the one its header names: a copy for somebody else must be found under his."""
    catch(box, "Secret", to="hidden@example.org")
    mails = CaughtMails(box)
    (mail,) = [mails.get(key) for key in mails.newest_first()]
    assert mail.to == "hidden@example.org"
    assert "X-Envelope-To" not in dict(mail.headers)


def test_old_mails_and_ended_sessions_are_thrown_away_at_night(
    box: Path, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        catch(box, f"Mail number {number}.")
    signed_in(anna)
    ended = Session.objects.get()
    Session.objects.create(session_key="ended", session_data=ended.session_data, expire_date=now() - timedelta(days=1))
    monkeypatch.setattr(tasks, "MOST_CAUGHT_MAILS", 2)
    tasks.tidy()
    mails = CaughtMails(box)
    assert [mails.get(key).subject for key in mails.newest_first()] == ["Mail number 4.", "Mail number 3."]
    assert Session.objects.get().session_key == ended.session_key
