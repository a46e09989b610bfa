"""What comes to `postmaster@` and `abuse@` reaches the operator, who answers its sender."""

import smtplib

import pytest
from django.utils.timezone import now

from accounts.models import User
from incoming_mail.handling import handle_due
from incoming_mail.models import ArrivalWay, IncomingMail
from incoming_mail.services import take
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.models import Notification
from tests.incoming_mail.writing import letter, listening
from tests.mails import text_of

pytestmark = pytest.mark.django_db(transaction=True)
ABUSE = "abuse@stpete.localhost"
OPERATOR = "ada@example.org"


def arrive(mail, envelope_from="mallory@example.net", to=ABUSE):
    row = take(mail.as_bytes(), envelope_from=envelope_from, envelope_to=[to], way=ArrivalWay.SMTP, now=now())
    handle_due(now())
    row.refresh_from_db()
    bundle_due(now())
    deliver_due(now())
    return row


@pytest.mark.parametrize("address", [ABUSE, "Postmaster@StPete.localhost", "<postmaster>"])
def test_the_door_takes_it(address):
    with listening() as port, smtplib.SMTP("127.0.0.1", port) as server:
        server.helo("x")
        server.mail("mallory@example.net")
        assert server.rcpt(address)[0] == 250
        assert server.rcpt("webmaster@stpete.localhost")[0] == 550
        assert server.data(b"Subject: x\r\n\r\nx\r\n")[0] == 250
    assert IncomingMail.objects.count() == 1


@pytest.mark.parametrize("to", [ABUSE, "postmaster@stpete.localhost", "postmaster"])
def test_it_goes_to_the_operator_who_answers_the_sender(to, settings, mailbox):
    settings.OPERATOR_MAIL = OPERATOR
    row = arrive(letter("mallory@example.net", to, "Somebody spams me.\n\nStop it!", "Spam of yours"), to=to)
    assert (row.state, row.reason, row.handler, bytes(row.raw)) == ("handled", "forwarded", "operator", b"")
    (mail,) = mailbox.to(OPERATOR)
    assert mail["Reply-To"] == "mallory@example.net"
    said = text_of(mail)
    assert to in mail["Subject"]
    assert all(part in said for part in ("Spam of yours", "Somebody spams me.", "Stop it!", "mallory@example.net"))
    assert "gave us your address" not in said


def test_without_an_address_of_the_operator_all_superusers_get_it(anna, boris, settings, mailbox):
    settings.OPERATOR_MAIL = ""
    User.objects.filter(pk=boris.pk).update(is_superuser=True)
    arrive(letter("mallory@example.net", ABUSE, "Somebody spams me.", "Spam"))
    assert "Somebody spams me." in text_of(*mailbox.to(boris.email))
    assert mailbox.to(anna.email) == []


def test_several_at_once_are_several_emails(settings, mailbox):
    settings.OPERATOR_MAIL = OPERATOR
    for number in range(3):
        mail = letter("mallory@example.net", ABUSE, f"Number {number}")
        take(mail.as_bytes(), envelope_from="x@example.net", envelope_to=[ABUSE], way=ArrivalWay.SMTP, now=now())
    handle_due(now())
    bundle_due(now())
    deliver_due(now())
    said = [text_of(mail) for mail in mailbox.to(OPERATOR)]
    assert [f"Number {number}" in one for number, one in enumerate(said)] == [True] * 3


def test_a_report_of_another_server_is_forwarded_too(settings, mailbox):
    settings.OPERATOR_MAIL = OPERATOR
    report = letter("postmaster@example.net", ABUSE, "A report.", "Report", Auto_Submitted="auto-generated")
    assert arrive(report, envelope_from="").reason == "forwarded"
    assert len(mailbox.to(OPERATOR)) == 1


def test_what_we_wrote_goes_not_round_and_an_hour_brings_only_so_many(settings, mailbox):
    settings.OPERATOR_MAIL = "abuse@stpete.localhost"
    settings.INBOUND_PER_HOUR = 2
    ours = letter("games@stpete.localhost", ABUSE, "x", "x", X_StPete_Event="operator")
    assert arrive(ours).reason == "loop"
    reasons = [arrive(letter("mallory@example.net", ABUSE, str(number))).reason for number in range(3)]
    assert reasons == ["forwarded", "forwarded", "too_many"]


def test_without_anybody_to_forward_it_to_it_is_dropped(settings):
    settings.OPERATOR_MAIL = ""
    assert arrive(letter("mallory@example.net", ABUSE, "x")).reason == "no_operator"
    assert not Notification.objects.exists()


def test_who_writes_to_play_as_well_plays(anna, settings):
    settings.OPERATOR_MAIL = OPERATOR
    mail = letter(anna.email, "play@stpete.localhost", "games")
    row = take(
        mail.as_bytes(),
        envelope_from=anna.email,
        envelope_to=["play@stpete.localhost", ABUSE],
        way=ArrivalWay.SMTP,
        now=now(),
    )
    handle_due(now())
    row.refresh_from_db()
    assert row.reason == "games"
