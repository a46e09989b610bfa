"""Mails by a mail service: handed over by Anymail to a service on this machine, and what its answers mean."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.utils.timezone import now

from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.models import Attempt, Delivery
from tests.games.mail_builders import asked, quiet_start
from tests.games.play_builders import DAY

pytestmark = pytest.mark.django_db

TAKEN = (
    200,
    {
        "ErrorCode": 0,
        "Message": "OK",
        "MessageID": "1",
        "To": "anna@example.org",
        "SubmittedAt": "2026-11-23T00:00:00Z",
    },
)

INACTIVE = (
    "You tried to send to recipient(s) that have been marked as inactive.\n"
    "Found inactive addresses: anna@example.org, boris@example.org.\n"
    "Inactive recipients are ones that have generated a hard bounce, a spam complaint, or a manual suppression."
)


@contextmanager
def service(status: int, said: object) -> Iterator[tuple[str, list[dict[str, object]]]]:
    """Postmark, as far as a mail needs it: gives its address, and what was sent to it."""
    got: list[dict[str, object]] = []

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            body = json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", got
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def player(anna, boris, settings):
    """Who is asked; his mail is due."""
    game = quiet_start(anna, boris, now=now() - DAY / 24)
    bundle_due(now())
    settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
    return asked(game)[1]


def send(settings, address):
    settings.ANYMAIL = {
        "POSTMARK_SERVER_TOKEN": "key",
        "POSTMARK_API_URL": address,
        "REQUESTS_TIMEOUT": 5,
        "IGNORE_UNSUPPORTED_FEATURES": True,
    }
    return deliver_due(now())


def test_a_mail_goes_out_with_its_headers_and_where_it_is_answered(settings, player):
    settings.BOUNCE_ADDRESS = "bounces@pete.example.org"
    with service(*TAKEN) as (address, got):
        assert send(settings, address) == 1
    (mail,) = got
    assert player.email in mail["To"]
    assert mail["From"] == settings.DEFAULT_FROM_EMAIL
    assert mail["ReplyTo"].startswith("reply+")
    headers = {one["Name"]: one["Value"] for one in mail["Headers"]}
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert headers["Auto-Submitted"] == "auto-generated"
    assert "your turn" in mail["TextBody"].lower()
    assert "<html" in mail["HtmlBody"]
    assert Delivery.objects.get().state == "sent"


@pytest.mark.parametrize(
    ("status", "said", "state"),
    [
        (500, {}, "pending"),
        (429, {}, "pending"),
        (401, {"ErrorCode": 10, "Message": "No such key"}, "pending"),
        (413, {"ErrorCode": 300, "Message": "Too large"}, "failed"),
        (
            422,
            {"ErrorCode": 406, "Message": INACTIVE},
            "failed",
        ),
    ],
)
def test_what_the_service_answers_means_later_or_never(settings, player, status, said, state):
    with service(status, said) as (address, _got):
        assert send(settings, address) == 0
    delivery = Delivery.objects.get()
    assert delivery.state == state
    assert Attempt.objects.get(delivery=delivery).answer != ""


def test_a_service_that_is_not_there_is_a_server_that_is_away(settings, player):
    assert send(settings, "http://127.0.0.1:9/") == 0
    delivery = Delivery.objects.get()
    assert delivery.state == "pending"
    assert delivery.due_at > now()
