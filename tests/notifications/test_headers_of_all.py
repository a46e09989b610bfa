"""Every mail of the site, as receivers demand today, over the wire."""

import re
from contextlib import closing
from email import message_from_bytes, policy

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.utils import timezone, translation

from notifications.mail import compose
from notifications.mail import links as unsubscribe
from notifications.mail.render import reader_and_way, render
from notifications.mail.transport import Transport
from notifications.models import new_token
from notifications.registry import kinds, samples
from tests.mails import Mailbox

ONCE = (
    *("From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "MIME-Version"),
    *("List-Id", "List-Archive", "List-Unsubscribe", "List-Unsubscribe-Post"),
    *("Auto-Submitted", "Precedence", "X-Auto-Response-Suppress", "Feedback-ID", "Content-Language"),
)
NEVER = ("Sender", "Bcc", "Cc", "X-Mailer", "Disposition-Notification-To", "Return-Receipt-To", "X-Confirm-Reading-To")


@pytest.fixture
def raw(mailbox, monkeypatch):
    wire = []
    take = Mailbox.handle_DATA

    async def keep(self: Mailbox, server: SMTP, session: Session, envelope: Envelope) -> str:
        wire.append(envelope.original_content)
        return await take(self, server, session, envelope)

    monkeypatch.setattr(Mailbox, "handle_DATA", keep)
    return wire


def test_every_kind_has_a_sample():
    assert {sample.kind.name for sample in samples().values()} == {name for _app, name in kinds()}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", sorted(samples()))
def test_a_mail_has_every_header_once_and_no_tracking(raw, name, language):
    sample = samples()[name]
    reader, way = reader_and_way(sample, language)
    with translation.override(language), timezone.override(reader.zone):
        letter = sample.write()
        rendered = render(letter, reader, way)
    token = new_token()
    mail = compose.build(kind=sample.kind, token=token, reader=reader, about=letter.about, way=way, rendered=rendered)
    with closing(Transport()) as transport:
        transport.send(mail)
    (octets,) = raw
    head = octets.split(b"\r\n\r\n", 1)[0]
    assert all(len(line) <= 998 for line in head.split(b"\r\n"))
    assert head.isascii(), "encoded (RFC 2047), so that any relay carries it"
    got = message_from_bytes(octets, policy=policy.default)
    is_asked_for = sample.kind.category.is_asked_for
    once = [header for header in ONCE if not (is_asked_for and header.startswith("List-Unsub"))]
    assert {header: len(got.get_all(header, [])) for header in once} == dict.fromkeys(once, 1)
    assert [header for header in NEVER if got[header]] == []
    assert got["From"] == settings.DEFAULT_FROM_EMAIL
    assert got["Auto-Submitted"] == "auto-generated"
    host = compose.host()
    assert got["Message-ID"] == f"<{token}@{host}>"
    assert got["References"] == got["In-Reply-To"] != got["Message-ID"]
    assert re.fullmatch(rf"<[\w.-]+@{host}>", got["References"])
    assert re.fullmatch(rf"<[a-z0-9-]+\.{host}>", got["List-Id"])
    if not is_asked_for:
        assert got["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        url = re.fullmatch(rf"<{re.escape(settings.SITE_URL)}/mail/unsubscribe/([^/\s]+)/>", got["List-Unsubscribe"])
        assert unsubscribe.read_way_out(url[1]) == way
    fields = got["Feedback-ID"].split(":")
    assert len(fields) == 4
    assert all(re.fullmatch(r"[\w.-]+", field) for field in fields)
    assert "user" not in got["Feedback-ID"], "it counts by kind, never by person"
    assert not [key for key in got if key.lower().startswith("x-") and "track" in key.lower()]
    links = re.findall(r"https?://[^\s\"'<>)]+", octets.decode("ascii", "replace").replace("=\r\n", ""))
    hosts = {re.match(r"https?://([^/:]+)", link)[1] for link in links}
    assert hosts <= {host, "www.w3.org", "club.example"}, "no link leads through a counter of somebody else"
    html = got.get_body(("html",)).get_content()
    assert not re.search(r"<img|<script|<link|@import|url\(", html)
