"""Reports of other servers come in by the same door: taken before anything else, and counted with all that comes in."""

import smtplib
import time

import pytest
from django.db import connection
from django.test import Client
from django.utils.timezone import now

from incoming_mail import handling
from incoming_mail.handling import handle_due
from incoming_mail.models import ArrivalWay, IncomingMail
from incoming_mail.services import take
from notifications import monitoring
from notifications.models import Delivery, DeliveryState
from tests.games.mail_builders import quiet_start
from tests.incoming_mail.writing import letter, listening, odd, post
from tests.notifications.test_bounces import LATER, bundle_due, deliver_due, report

pytestmark = pytest.mark.django_db
PLAY = "play@stpete.localhost"
BACK = "bounces@back.example.org"
TOKEN = "a" * 26


def arrive(raw, to, sender=""):
    row = take(raw, envelope_from=sender, envelope_to=[to], way=ArrivalWay.LMTP, now=now())
    handle_due(now())
    row.refresh_from_db()
    return row.state, row.handler, row.reason, bytes(row.raw)


@pytest.fixture
def sent(anna, boris, mailbox, settings):
    """A mail that has gone out."""
    settings.BOUNCE_ADDRESS = BACK
    quiet_start(anna, boris)
    bundle_due(LATER)
    deliver_due(LATER)
    return Delivery.objects.get()


@pytest.mark.parametrize("to", [BACK, PLAY])
def test_a_mail_that_comes_back_stops_mails_and_is_counted(sent, to):
    raw = report("postfix", sent.token)
    assert arrive(raw, to) == ("handled", "report", "hard", b"")
    sent.refresh_from_db()
    assert sent.state == DeliveryState.RETURNED
    assert sent.user.mail_stopped_at is not None
    assert arrive(raw.replace(b"Date: Sun", b"Date:  Sun"), to)[2] == "hard", "other bytes: another report about it"
    assert monitoring.tally_of("inbound") == {"report": 2}


def test_a_null_sender_is_word_enough_that_a_server_wrote_it(sent):
    raw = report("qmail", sent.token).replace(b"Return-Path: <>\r\n", b"").replace(b"MAILER-DAEMON@", b"other@")
    assert arrive(raw, PLAY, sender="other@example.net")[1] != "report"
    assert arrive(raw + b"\r\n", PLAY)[1:3] == ("report", "hard")


def test_a_report_about_no_mail_of_ours_is_dropped(sent):
    assert arrive(report("postfix", "A" * 22), PLAY)[:3] == ("dropped", "", "unknown_report")
    assert monitoring.tally_of("inbound") == {"unknown_report": 1}


def test_each_end_of_a_mail_is_in_the_figures_by_its_reason(anna, settings):
    settings.METRICS_FROM, settings.INBOUND_MOST_BYTES = ["127.0.0.1/32"], 20_000
    ours = anna.email
    assert arrive(letter(ours, PLAY, "games").as_bytes(), PLAY, ours)[0] == "handled"
    assert arrive(letter(ours, PLAY, "x\n" * 20_000).as_bytes(), PLAY, ours)[2] == "oversized"
    for _ in range(2):
        assert arrive(letter("mallory@example.net", PLAY, "1").as_bytes(), PLAY, "x@y.z")[2] == "unknown_sender"
    assert arrive(letter(ours, PLAY, "2").as_bytes(), PLAY)[2] == "bounce"
    row = take(
        letter(ours, PLAY, "log").as_bytes(), envelope_from=ours, envelope_to=[PLAY], way=ArrivalWay.SMTP, now=now()
    )
    IncomingMail.objects.filter(pk=row.pk).update(attempts=handling.MOST_ATTEMPTS)
    handle_due(now())
    page = Client().get("/metrics").content.decode()
    told = dict(
        line.split('outcome="')[1].split('"} ') for line in page.splitlines() if "stpete_inbound_total{" in line
    )
    assert told == {"handled": "1.0", "oversized": "1.0", "unknown_sender": "2.0", "bounce": "1.0", "failed": "1.0"}


def test_a_mail_is_read_before_its_transaction_begins():
    """While one is open nobody else writes on SQLite. Seconds are those of this process, whatever else the machine does."""
    row = take(odd(), envelope_from="", envelope_to=[PLAY], way=ArrivalWay.SMTP, now=now())
    marks: list[float] = []

    def note(execute, sql, params, many, context):
        if sql.startswith("SAVEPOINT") or marks:
            marks.append(time.process_time())
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        handle_due(now())
    row.refresh_from_db()
    assert (row.state, row.reason) == ("dropped", "bounce")
    assert marks[-1] - marks[0] < 0.3


@pytest.mark.django_db(transaction=True)
def test_the_door_lets_reports_in_where_they_are_asked_for(settings):
    token = BACK.replace("@", f"+{TOKEN}@")
    strangers = [BACK.replace("@", "+short@"), f"bounces+{TOKEN}@stpete.localhost", f"x{token}", f"{token}.example"]
    with listening("lmtp") as port:
        for address in (BACK, token):
            with pytest.raises(smtplib.SMTPRecipientsRefused):
                post(letter("x@y.z", address, "x"), port, envelope_from="", lmtp=True)
        settings.BOUNCE_ADDRESS = BACK
        for address in strangers:
            with pytest.raises(smtplib.SMTPRecipientsRefused):
                post(letter("x@y.z", address, "x"), port, envelope_from="", lmtp=True)
        for address in (BACK, token.upper()):
            post(letter("x@y.z", address, "x"), port, envelope_from="", lmtp=True)
    assert sorted(row.envelope_to[0].lower() for row in IncomingMail.objects.all()) == sorted([BACK, token])
