"""`manage.py doctor`: against a real name server in this process, a real SMTP server and the real parts of the site."""

import io
import socket
import socketserver
import threading
from contextlib import contextmanager
from datetime import timedelta

import dns.flags
import dns.message
import dns.rrset
import pytest
from aiosmtpd.controller import Controller
from django.core.management import CommandError, call_command
from django.utils.timezone import now

from games import due
from stpete_site.doctor import NoAnswer, resolver
from tests.games.mail_builders import quiet_start
from tests.incoming_mail.writing import listening

pytestmark = pytest.mark.django_db
MX_IN = "MX of play.pete.example.org (incoming email)"
KEY = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA" + "A" * 348
GOOD = {
    ("pete.example.org.", "TXT"): ['"some=other"', '"v=spf1 ip4:192.0.2.1 -all"'],
    ("mail._domainkey.pete.example.org.", "TXT"): [f'"v=DKIM1; k=rsa; p={KEY[:200]}" "{KEY[200:]}"'],
    ("_dmarc.example.org.", "TXT"): ['"v=DMARC1; p=quarantine"'],
    ("back.pete.example.org.", "TXT"): ['"v=spf1 redirect=pete.example.org"'],
    ("back.pete.example.org.", "MX"): ["10 mx.pete.example.org."],
    ("play.pete.example.org.", "MX"): ["10 mx.example.net."],
    ("mx.example.net.", "A"): ["192.0.2.1"],
    ("site.example.org.", "A"): ["192.0.2.1"],
}


@pytest.fixture
def zone():
    return dict(GOOD)


@pytest.fixture
def server(zone):
    """A name server of the zone, on a port of this machine."""

    class Answer(socketserver.BaseRequestHandler):
        def handle(self):
            data, sock = self.request
            asked = dns.message.from_wire(data)
            question = asked.question[0]
            answer = dns.message.make_response(asked)
            answer.flags |= dns.flags.AA | dns.flags.RA
            kind = dns.rdatatype.to_text(question.rdtype)
            if texts := zone.get((str(question.name), kind)):
                answer.answer.append(dns.rrset.from_text(question.name, 60, "IN", kind, *texts))
            elif not any(name == str(question.name) for name, _kind in zone):
                answer.set_rcode(dns.rcode.NXDOMAIN)
            sock.sendto(answer.to_wire(), self.client_address)

    with socketserver.ThreadingUDPServer(("127.0.0.1", 0), Answer) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{running.server_address[1]}"
        running.shutdown()


@pytest.fixture
def site(settings, mailbox):
    settings.DEFAULT_FROM_EMAIL = "St Pete <games@pete.example.org>"
    settings.BOUNCE_ADDRESS, settings.DKIM_SELECTOR = "bounces@back.pete.example.org", "mail"
    settings.INBOUND_DOMAIN, settings.SITE_URL = "play.pete.example.org", "https://site.example.org"
    due.note_sweep(now())
    with listening("lmtp") as port:
        settings.INBOUND_LISTEN = f"lmtp://127.0.0.1:{port}"
        yield settings


@contextmanager
def mail_server_of_others():
    """A mail server on this machine that takes mails for nobody; gives its port."""

    class Refusing:
        async def handle_RCPT(self, server, session, envelope, address, options):
            return "550 5.7.1 Relaying denied"

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    running = Controller(Refusing(), hostname="127.0.0.1", port=port)
    running.start()
    yield port
    running.stop()


def doctor(*arguments):
    """What it says, by subject, and its exit status."""
    said, status = io.StringIO(), 0
    try:
        call_command("doctor", *arguments, stdout=said)
    except SystemExit as end:
        status = end.code
    lines = [line for line in said.getvalue().splitlines() if line[:1].strip()][:-1]
    found = {}
    for line in lines:
        what, _colon, seen = line[8:].partition(": ")
        found.setdefault(what, (line[:8].strip(), seen))
    return found, status


def test_a_site_that_is_well(site, server):
    found, status = doctor("--resolver", server)
    assert {what: level for what, (level, _seen) in found.items() if level != "ok"} == {}
    assert status == 0
    for what in ("SPF of pete.example.org", "SPF of back.pete.example.org", "DKIM of pete.example.org"):
        assert what in found
    assert found["DMARC of pete.example.org"] == ("ok", "_dmarc.example.org: p=quarantine")
    assert found["MX of back.pete.example.org"][1] == "10 mx.pete.example.org."
    assert found[MX_IN] == ("ok", "10 mx.example.net.")
    assert "0 wait" in found["incoming email"][1]
    for what in ("settings", "database", "clock", "due rows", "queue", "sweep", "outgoing email", "disk"):
        assert found[what][0] == "ok", what


@pytest.mark.parametrize(
    ("name", "texts", "what", "level", "seen"),
    [
        ("pete.example.org.", ['"nothing"'], "SPF of pete.example.org", "fault", "missing"),
        ("pete.example.org.", ['"v=spf1 +all"'], "SPF of pete.example.org", "fault", "allows every server"),
        (
            "pete.example.org.",
            ['"v=spf1 -all"', '"v=spf1 a"'],
            "SPF of pete.example.org",
            "fault",
            "only one is allowed",
        ),
        ("pete.example.org.", ['"v=spf1 a"'], "SPF of pete.example.org", "warning", "not cover other servers"),
        (
            "pete.example.org.",
            ['"v=spf1 ' + "include:a.example " * 11 + '-all"'],
            "SPF of pete.example.org",
            "fault",
            "11 look-ups",
        ),
        ("mail._domainkey.pete.example.org.", ['"v=DKIM1; p="'], "DKIM of pete.example.org", "fault", "revoked"),
        ("mail._domainkey.pete.example.org.", ['"v=DKIM1; p=QUJD"'], "DKIM of pete.example.org", "fault", "too short"),
        ("mail._domainkey.pete.example.org.", ['"v=DKIM1; p=?"'], "DKIM of pete.example.org", "fault", "broken"),
        (
            "mail._domainkey.pete.example.org.",
            [f'"t=y; p={KEY[:200]}" "{KEY[200:]}"'],
            "DKIM of pete.example.org",
            "warning",
            "test mode",
        ),
        ("_dmarc.example.org.", ['"v=DMARC1; p=none"'], "DMARC of pete.example.org", "warning", "p=none"),
        ("_dmarc.example.org.", ['"v=DMARC1"'], "DMARC of pete.example.org", "fault", "no policy"),
        ("_dmarc.example.org.", ['"x"'], "DMARC of pete.example.org", "fault", "missing"),
    ],
)
def test_what_is_wrong_with_a_domain(site, server, zone, name, texts, what, level, seen):
    zone[name, "TXT"] = texts
    found, status = doctor("--resolver", server)
    assert found[what][0] == level
    assert seen in found[what][1]
    assert status == (level == "fault")


def test_records_come_from_a_file_too(site, tmp_path):
    path = tmp_path / "zone"
    lines = ["; what the zone has"]
    lines += [f"{name} 3600 IN {kind} {text}" for (name, kind), texts in GOOD.items() for text in texts]
    path.write_text("\n".join(lines))
    found, status = doctor("--records", str(path))
    assert status == 0
    assert found["DKIM of pete.example.org"][0] == "ok"
    path.write_text("pete.example.org. TXT")
    with pytest.raises(CommandError, match="line 1: expected a name, a type and a text"):
        doctor("--records", str(path))


def test_a_name_server_that_is_away_is_a_warning_and_no_verdict(site):
    with pytest.raises(NoAnswer):
        resolver("127.0.0.1", 1)("pete.example.org", "TXT")


def test_a_mail_server_that_is_away_or_does_not_like_us_is_a_fault(site):
    site.EMAIL_PORT = 1
    found, status = doctor("--no-dns")
    assert found["outgoing email"][0] == "fault"
    assert status == 1


def test_rows_that_stand_overdue_and_a_sweep_that_is_old_are_faults(site, anna, boris):
    quiet_start(anna, boris, now=now() - timedelta(hours=1))
    due.note_sweep(now() - timedelta(minutes=5))
    found, status = doctor("--no-dns")
    assert found["due rows"][0] == found["sweep"][0] == "fault"
    assert "notifications" in found["due rows"][1]
    assert status == 1


def test_where_no_mail_comes_in_it_says_so(site, server, zone):
    site.INBOUND_LISTEN = "lmtp://127.0.0.1:1"
    found, status = doctor("--no-dns")
    assert (found["incoming email"][0], status) == ("fault", 1)
    site.INBOUND_DOMAIN = ""
    found, status = doctor("--resolver", server)
    assert (found["incoming email"], status) == (("warning", "replies by email are off"), 0)
    assert MX_IN not in found


def test_a_door_that_refuses_the_play_address_is_a_fault(site):
    with mail_server_of_others() as port:
        site.INBOUND_LISTEN = f"smtp://127.0.0.1:{port}"
        assert "refuses play@play.pete.example.org: 550" in doctor("--no-dns")[0]["incoming email"][1]


@pytest.mark.parametrize(
    ("records", "level", "seen"),
    [
        ([], "fault", "missing"),
        (["0 ."], "fault", "accepts no email"),
        (["10 mx.elsewhere.example."], "warning", "neither this site nor"),
        (["10 site.example.org."], "ok", "10 site.example.org."),
        (["10 MX.example.org."], "ok", "10 MX.example.org."),
    ],
)
def test_the_dns_sends_answers_to_this_site_or_to_its_mail_server(site, server, zone, records, level, seen):
    site.INBOUND_AUTHSERV = "mx.example.org"
    zone["play.pete.example.org.", "MX"] = records
    found, _status = doctor("--resolver", server)
    assert found[MX_IN][0] == level
    assert seen in found[MX_IN][1]
