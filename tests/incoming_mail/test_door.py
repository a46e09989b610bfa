"""The door: SMTP and LMTP, what is refused there, and what becomes a row before the sender hears 250."""

import smtplib
from email.message import EmailMessage

import pytest
from django.utils.timezone import now

from incoming_mail.handling import LEASE, MOST_ATTEMPTS, handle, handle_due
from incoming_mail.models import ArrivalWay, IncomingMail
from incoming_mail.services import Full, take
from tests.incoming_mail.writing import letter, listening, post

pytestmark = pytest.mark.django_db(transaction=True)
PLAY = "play@stpete.localhost"
TOKEN = "reply+" + "a" * 26 + "@stpete.localhost"


def arrive(mail: EmailMessage, envelope_from: str | None = None) -> IncomingMail:
    sender = str(mail["From"]) if envelope_from is None else envelope_from
    row = take(mail.as_bytes(), envelope_from=sender, envelope_to=[str(mail["To"])], way=ArrivalWay.SMTP, now=now())
    handle_due(now())
    row.refresh_from_db()
    return row


@pytest.mark.parametrize("way", ["smtp", "lmtp"])
def test_a_mail_is_a_row_before_the_sender_hears_250(way):
    with listening(way) as port:
        mail = letter("anna@example.org", PLAY, "games")
        post(mail, port, lmtp=way == "lmtp")
        row = IncomingMail.objects.get()
        assert (row.way, row.state, row.envelope_to) == (way, "waiting", [PLAY])
        assert b"games" in bytes(row.raw)
        post(mail, port, lmtp=way == "lmtp")
        assert IncomingMail.objects.count() == 1, "the same bytes are the same row"
        for address in ("anna@example.org", "reply+short@stpete.localhost", "play@elsewhere.example"):
            with pytest.raises(smtplib.SMTPRecipientsRefused):
                post(letter("anna@example.org", address, "x"), port, lmtp=way == "lmtp")


def test_fifty_megabytes_are_refused_at_the_door():
    with listening(most_bytes=100_000) as port:
        big = letter("anna@example.org", PLAY, "x\r\n" * 100_000)
        with pytest.raises(smtplib.SMTPException):
            post(big, port)
        with smtplib.SMTP("127.0.0.1", port) as server:  # one that does not say beforehand how large it is
            server.helo("x")
            server.mail("anna@example.org")
            server.rcpt(PLAY)
            code, _said = server.data(b"Subject: x\r\n\r\n" + b"x\r\n" * 100_000)
        assert code == 552
    assert not IncomingMail.objects.exists()


def test_one_that_came_by_another_way_is_a_row_without_bytes(settings):
    settings.INBOUND_MOST_BYTES = 20_000
    row = arrive(letter("anna@example.org", PLAY, "x\n" * 20_000))
    assert (row.state, row.reason, bytes(row.raw)) == ("dropped", "oversized", b"")


def test_while_too_many_wait_the_sender_is_told_to_come_again(settings):
    settings.INBOUND_MOST_WAITING = 1
    take(b"1", envelope_from="a@b.c", envelope_to=[PLAY], way=ArrivalWay.SMTP, now=now())
    with pytest.raises(Full):
        take(b"2", envelope_from="a@b.c", envelope_to=[PLAY], way=ArrivalWay.SMTP, now=now())
    with listening() as port, pytest.raises(smtplib.SMTPResponseException) as refused:
        post(letter("a@b.c", PLAY, "x"), port)
    assert refused.value.smtp_code == 452


@pytest.mark.parametrize(
    ("mail", "reason"),
    [
        (letter("mallory@example.net", PLAY, "games"), "unknown_sender"),
        (letter("anna@example.org", TOKEN, "2"), "no_token"),
        (letter("anna@example.org", PLAY, "2", Auto_Submitted="auto-replied"), "automatic"),
        (letter("anna@example.org", PLAY, "2", X_StPete_Event="your_turn"), "loop"),
        (letter("anna@example.org", "other@stpete.localhost", "2"), "unknown_address"),
        (letter("anna@example.org, boris@example.org", PLAY, "2"), "no_sender"),
    ],
)
def test_what_is_dropped_is_counted_with_its_reason_and_answered_by_nobody(anna, mailbox, mail, reason):
    row = arrive(mail)
    assert (row.state, row.reason, bytes(row.raw)) == ("dropped", reason, b"")
    from notifications.models import Notification

    assert not Notification.objects.exists()


def test_a_bounce_is_dropped(anna):
    assert arrive(letter(anna.email, PLAY, "2"), envelope_from="").reason == "bounce"


def test_what_our_own_server_calls_forged_is_dropped(anna, settings):
    settings.INBOUND_AUTHSERV = "mx.example.org"
    told = {"Authentication_Results": "mx.example.org; dmarc=fail header.from=example.org"}
    assert arrive(letter(anna.email, PLAY, "games", **told)).reason == "forged"


def test_who_has_not_proved_the_address_is_nobody(anna):
    anna.emailaddress_set.update(verified=False)
    assert arrive(letter(anna.email, PLAY, "games")).reason == "no_account"


def test_a_claimed_mail_is_nobody_elses_until_the_lease_is_over(anna):
    row = take(
        letter(anna.email, PLAY, "games").as_bytes(), envelope_from="x@y.z", envelope_to=[PLAY], way="smtp", now=now()
    )
    at = now()
    IncomingMail.objects.filter(pk=row.pk).update(due_at=at + LEASE, attempts=1)  # as a process that died left it
    assert not handle(row.pk, at)
    assert handle(row.pk, at + LEASE)
    row.refresh_from_db()
    assert (row.state, row.attempts) == ("handled", 2)


def test_one_of_which_every_process_dies_is_given_up(anna):
    row = take(b"From: x\r\n\r\n", envelope_from="x@y.z", envelope_to=[PLAY], way="smtp", now=now())
    IncomingMail.objects.filter(pk=row.pk).update(attempts=MOST_ATTEMPTS)
    handle(row.pk, now())
    row.refresh_from_db()
    assert (row.state, row.reason) == ("failed", "died")
