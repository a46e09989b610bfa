"""What the mail service that sends for the site tells of its mails counts as reports of servers do, with the same proof."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.mail import EmailMultiAlternatives
from django.http import HttpResponse
from django.test import Client
from django.utils.module_loading import import_string
from django.utils.timezone import now

from api.problems import MOST_BYTES
from incoming_mail.senders import SERVICES
from notifications.mail.compose import compose
from notifications.models import Delivery, DeliveryState, Preference, Report
from tests.games.mail_builders import quiet_start
from tests.notifications.test_bounces import LATER, bundle_due, deliver_due

pytestmark = pytest.mark.django_db
KEY = "signing-key"
SECRET = "stpete:a-long-password-of-a-service"
GONE = {"event": "failed", "severity": "permanent", "reason": "bounce"}
NO_SUCH = {"code": 550, "description": "5.1.1 The email account does not exist", "message": "No such user"}
FULL = {"code": 552, "description": "5.2.2 Mailbox full", "message": "full"}


@pytest.fixture
def sent(anna, boris, mailbox, settings) -> Delivery:
    """A mail that has gone out, and a service that is heard."""
    quiet_start(anna, boris)
    bundle_due(LATER)
    deliver_due(LATER)
    settings.MAIL_SERVICE = "mailgun"
    settings.ANYMAIL = {"MAILGUN_WEBHOOK_SIGNING_KEY": KEY}
    return Delivery.objects.get()


def by_mailgun(told: dict[str, Any], token: str, *, id: str = "one", key: str = KEY, **by_headers: str) -> HttpResponse:
    at, nonce = str(int(time.time())), "t" * 50
    signature = hmac.new(key.encode(), f"{at}{nonce}".encode(), hashlib.sha256).hexdigest()
    headers = {"message-id": by_headers.get("message_id", "x@y.z")}
    data = {"id": id, "timestamp": time.time(), "user-variables": {"delivery": token}, "message": {"headers": headers}}
    body = {"signature": {"token": nonce, "timestamp": at, "signature": signature}, "event-data": data | told}
    return Client().post("/mail/by/mailgun/tracking/", json.dumps(body), content_type="application/json")


def state(sent: Delivery) -> tuple[str, bool]:
    sent.refresh_from_db()
    assert sent.user is not None
    return sent.state, sent.user.mail_stopped_at is not None


def test_a_mail_that_came_back_for_good_stops_mails_and_the_same_event_counts_once(sent):
    for _ in range(2):
        assert by_mailgun({**GONE, "delivery-status": NO_SUCH}, sent.token).status_code == 200
    assert state(sent) == (DeliveryState.RETURNED, True)
    report = Report.objects.get()
    assert (report.trouble, report.status) == ("hard", "5.1.1")


def test_a_full_mailbox_is_tried_again_and_a_delay_changes_nothing(sent):
    by_mailgun({"event": "failed", "severity": "temporary", "delivery-status": FULL}, sent.token)
    assert state(sent) == (DeliveryState.SENT, False)
    by_mailgun({**GONE, "delivery-status": FULL}, sent.token, id="two")
    assert state(sent) == (DeliveryState.PENDING, False)


def test_who_calls_a_mail_spam_gets_no_more_of_its_kind(sent):
    by_mailgun({"event": "complained"}, "nothing", message_id=f"{sent.token}@127.0.0.1")
    assert Report.objects.get().trouble == "complaint"
    assert Preference.objects.filter(user=sent.user).exists()


def test_without_a_proof_or_a_key_nobody_is_heard_and_what_names_no_mail_of_ours_does_nothing(sent, settings):
    told = {**GONE, "delivery-status": NO_SUCH}
    assert by_mailgun(told, sent.token, key="another").status_code == 400
    for event in ("opened", "clicked", "delivered", "unsubscribed"):
        assert by_mailgun({"event": event}, sent.token).status_code == 200
    assert by_mailgun(told, "A" * 22).status_code == 200
    settings.ANYMAIL = {}
    assert by_mailgun(told, sent.token).status_code == 404
    settings.ANYMAIL, settings.MAIL_SERVICE = {"MAILGUN_WEBHOOK_SIGNING_KEY": KEY}, "postmark"
    assert by_mailgun(told, sent.token).status_code == 404
    assert (state(sent), Report.objects.count()) == ((DeliveryState.SENT, False), 0)


def test_a_service_that_signs_nothing_proves_itself_by_the_password(sent, settings):
    settings.MAIL_SERVICE, settings.ANYMAIL = "postmark", {"WEBHOOK_SECRET": SECRET}
    told = {
        "RecordType": "Bounce",
        "Type": "HardBounce",
        "ID": 7,
        "Email": "a@b.c",
        "Metadata": {"delivery": sent.token},
    }
    for secret, code in (("stpete:wrong", 400), (SECRET, 200)):
        headers = {"Authorization": "Basic " + base64.b64encode(secret.encode()).decode()}
        answer = Client().post("/mail/by/postmark/tracking/", told, content_type="application/json", headers=headers)
        assert answer.status_code == code
    assert state(sent) == (DeliveryState.RETURNED, True)


@pytest.mark.parametrize("name", SERVICES)
def test_each_service_has_its_view_and_gives_back_what_names_the_mail(name, sent, settings):
    service = SERVICES[name]
    keys = dict.fromkeys((*service.sends, service.proof_of_events), "s:x")
    settings.MAIL_SERVICE, settings.ANYMAIL = name, {**keys, "IGNORE_UNSUPPORTED_FEATURES": True}
    view = import_string(service.events)()
    assert not view.warn_if_no_basic_auth or service.proof_of_events == "WEBHOOK_SECRET"
    message = compose(sent, list(sent.notifications.all()), now())
    assert isinstance(message, EmailMultiAlternatives)
    assert (message.metadata, message.tags) == ({"delivery": sent.token}, [sent.token])  # type: ignore[attr-defined]
    assert message.message()["X-Metadata"] is None


def test_only_mail_services_may_send_much():
    much = "x" * (MOST_BYTES + 1)
    assert Client().post("/accounts/login/", {"login": much}).status_code == 413
    assert Client().post("/api/v1/games/", {"title": much}, content_type="application/json").status_code == 413
    assert Client().post("/mail/by/mailgun/tracking/", {"x": much}).status_code == 404
    photo = SimpleUploadedFile("photo.jpg", much.encode() * 2)
    assert Client().post("/mail/by/mailgun/tracking/", {"attachment": photo}).status_code == 404
