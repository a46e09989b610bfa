"""What mail services bring: proved by a signature or a password, one row each, and nothing without a proof."""

import base64
import hashlib
import hmac
import json
import time
from email.message import EmailMessage

import pytest
from django.test import Client
from django.utils.module_loading import import_string
from django.utils.timezone import now

from games.models import LogRow
from incoming_mail.handling import handle_due
from incoming_mail.models import IncomingMail
from incoming_mail.senders import SERVICES
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.models import Notification, Tally
from tests.games.mail_builders import asked, quiet_start
from tests.games.play_builders import DAY
from tests.incoming_mail.writing import letter, reply_to

pytestmark = pytest.mark.django_db

PLAY = "play@stpete.localhost"
KEY = "signing-key"
SECRET = "stpete:a-long-password-of-a-service"


@pytest.fixture
def mailgun(settings):
    settings.INBOUND_SERVICE = "mailgun"
    settings.ANYMAIL = {"MAILGUN_WEBHOOK_SIGNING_KEY": KEY}


@pytest.fixture(params=["postmark", "sparkpost"])
def by_password(request, settings):
    settings.INBOUND_SERVICE = request.param
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}
    return request.param


def by_mailgun(mail: EmailMessage, *, key: str = KEY, to: str = "", **more):
    """As its route `forward` posts the mail as it was sent."""
    at, token = str(int(time.time())), "t" * 50
    said = {
        "sender": str(mail["From"]),
        "recipient": to or str(mail["To"]),
        "body-mime": mail.as_string(),
        "timestamp": at,
        "token": token,
        "signature": hmac.new(key.encode(), f"{at}{token}".encode(), hashlib.sha256).hexdigest(),
    }
    return Client().post("/mail/by/mailgun/inbound_mime/", said | more)


def by(service: str, mail: EmailMessage, *, secret: str = SECRET):
    headers = {"Authorization": "Basic " + base64.b64encode(secret.encode()).decode()} if secret else {}
    path = f"/mail/by/{service}/inbound_mime/"
    said: object = {
        "OriginalRecipient": str(mail["To"]),
        "Headers": [{"Name": "Return-Path", "Value": f"<{mail['From']}>"}],
        "RawEmail": mail.as_string(),
        "FromFull": {"Email": str(mail["From"])},
    }
    if service == "sparkpost":
        content = {"email_rfc822": mail.as_string(), "email_rfc822_is_base64": False}
        relayed = {"protocol": "smtp", "msg_from": str(mail["From"]), "rcpt_to": str(mail["To"]), "content": content}
        said = [{"msys": {"relay_message": relayed}}]
    return Client().post(path, json.dumps(said), content_type="application/json", headers=headers)


def test_a_signed_mail_is_a_row_and_the_same_one_again_is_the_same_row(mailgun, anna):
    mail = letter(anna.email, PLAY, "games")
    assert by_mailgun(mail).status_code == 200
    assert by_mailgun(mail).status_code == 200
    row = IncomingMail.objects.get()
    assert (row.way, row.state, row.envelope_from, row.envelope_to) == ("webhook", "waiting", anna.email, [PLAY])
    assert handle_due(now()) == 1
    row.refresh_from_db()
    assert (row.state, row.reason) == ("handled", "games")
    assert by_mailgun(mail).status_code == 200
    assert IncomingMail.objects.count() == 1


def test_a_wrong_signature_or_none_is_refused_and_nothing_is_read(mailgun, anna):
    mail = letter(anna.email, PLAY, "games")
    for more in ({"key": "another"}, {"signature": ""}, {"token": "another"}, {"timestamp": "1"}):
        assert by_mailgun(mail, **more).status_code == 400, more
    assert Client().post("/mail/by/mailgun/inbound_mime/", {"body-mime": mail.as_string()}).status_code == 400
    assert not IncomingMail.objects.exists()


def test_a_password_in_the_address_proves_those_that_sign_nothing(by_password, anna):
    mail = letter(anna.email, PLAY, "games")
    for wrong in ("", "stpete:wrong", "other:" + SECRET.partition(":")[2]):
        assert by(by_password, mail, secret=wrong).status_code == 400, wrong
    assert not IncomingMail.objects.exists()
    assert [by(by_password, mail).status_code for _ in range(2)] == [200, 200]
    row = IncomingMail.objects.get()
    assert (row.way, row.envelope_from, row.envelope_to) == ("webhook", anna.email, [PLAY])
    assert handle_due(now()) == 1


def test_a_mail_that_a_service_has_taken_apart_is_one_row_too(mailgun, anna):
    said = {
        "message-headers": json.dumps([["From", anna.email], ["To", PLAY], ["Message-Id", "<1@x.example>"]]),
        "body-plain": "games",
        "body-html": "<p>games</p>",
        "attachment-count": "0",
    }
    empty = letter(anna.email, PLAY, "")
    for _ in range(2):
        at, token = str(int(time.time())), "t" * 50
        signature = hmac.new(KEY.encode(), f"{at}{token}".encode(), hashlib.sha256).hexdigest()
        signed = {"sender": str(empty["From"]), "recipient": PLAY, "timestamp": at, "token": token}
        answer = Client().post("/mail/by/mailgun/inbound_mime/", said | signed | {"signature": signature})
        assert answer.status_code == 200
    row = IncomingMail.objects.get()
    assert handle_due(now()) == 1
    row.refresh_from_db()
    assert (row.state, row.reason) == ("handled", "games")


@pytest.mark.parametrize("text", ["1", "1\n\nJürgen – größte Grüße"])
def test_an_answer_that_a_service_brings_twice_plays_once(mailgun, anna, boris, mailbox, text):
    game = quiet_start(anna, boris, now=now() - DAY / 24)
    player = asked(game)[1]
    bundle_due(now())
    deliver_due(now())
    (mail,) = mailbox.to(player.email)
    answer = reply_to(mail, text)
    assert by_mailgun(answer).status_code == 200
    assert handle_due(now()) == 1
    assert IncomingMail.objects.get().reason in ("played", "previewed")
    rows = LogRow.objects.filter(game=game).count()
    assert by_mailgun(answer).status_code == 200
    answer["X-Way"] = "another"  # in other bytes
    assert by_mailgun(answer).status_code == 200
    handle_due(now())
    assert LogRow.objects.filter(game=game).count() == rows
    assert list(IncomingMail.objects.order_by("pk").values_list("reason", flat=True))[1:] == ["duplicate"]


def test_what_is_for_nobody_here_is_counted_and_not_asked_for_again(mailgun, anna):
    assert by_mailgun(letter(anna.email, "somebody@stpete.localhost", "x")).status_code == 200
    assert not IncomingMail.objects.exists()
    assert Tally.objects.get(name="inbound", label="unknown_address").count == 1


def test_a_services_headers_prove_nothing_for_us(mailgun, anna, settings):
    settings.INBOUND_AUTHSERV = "mx.example.org"
    told = {"Authentication_Results": f"mx.example.org; dmarc=pass header.from={anna.email.partition('@')[2]}"}
    assert by_mailgun(letter(anna.email, PLAY, "new edition 2 players 2", **told)).status_code == 200
    handle_due(now())
    assert IncomingMail.objects.get().reason == "asked", "it is asked back, as without such a header"


@pytest.mark.parametrize("service", ["mailgun", "postmark"])
def test_a_mail_may_be_as_large_as_at_the_door_for_mail_servers(service, settings, anna):
    assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE >= 2 * settings.INBOUND_MOST_BYTES
    settings.INBOUND_SERVICE, settings.INBOUND_MOST_BYTES = service, 3_000_000
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 6_000_000
    settings.ANYMAIL = {"MAILGUN_WEBHOOK_SIGNING_KEY": KEY, "WEBHOOK_SECRET": SECRET if service != "mailgun" else ""}
    for size, state in ((2_900_000, "waiting"), (3_100_000, "dropped")):
        mail = letter(anna.email, PLAY, "games\n" + ("x" * 69 + "\n") * (size // 71))
        answer = by_mailgun(mail) if service == "mailgun" else by(service, mail)
        assert answer.status_code == 200
        assert IncomingMail.objects.latest("pk").state == state


def test_while_too_many_wait_the_service_is_told_to_come_again(mailgun, anna, settings):
    settings.INBOUND_MOST_WAITING = 0
    answer = by_mailgun(letter(anna.email, PLAY, "games"))
    assert (answer.status_code, answer["Retry-After"]) == (503, "60")


def test_only_the_named_service_has_a_door(mailgun, anna, settings):
    assert Client().head("/mail/by/mailgun/inbound_mime/").status_code == 200
    assert Client().get("/mail/by/mailgun/inbound_mime/").status_code == 405
    assert by("postmark", letter(anna.email, PLAY, "games")).status_code == 404
    settings.INBOUND_DOMAIN = ""
    assert by_mailgun(letter(anna.email, PLAY, "games")).status_code == 404
    assert not Notification.objects.exists()


@pytest.mark.parametrize("name", SERVICES)
def test_each_service_that_is_named_has_its_view_and_asks_for_its_proof(name, settings):
    service = SERVICES[name]
    settings.ANYMAIL = {service.proof: SECRET}
    view = import_string(service.view)()
    assert not view.warn_if_no_basic_auth or service.proof == "WEBHOOK_SECRET"
    import_string(f"anymail.backends.{name}.EmailBackend")
