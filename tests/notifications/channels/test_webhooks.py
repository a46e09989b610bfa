"""Webhooks of a player: set on the page, signed, tried again, switched off when they keep failing."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from datetime import timedelta
from math import ceil

import pytest
from django.core.cache import cache
from django.test import RequestFactory
from django.utils.timezone import now

from notifications.bundling import bundle_due
from notifications.channels.http import WHOLE
from notifications.channels.send import ShortMessage, body
from notifications.deliveries import deliver_due, post_due
from notifications.endpoints import BETWEEN_TESTS, MOST_FAILURES, wait_to_try
from notifications.models import Channel, Delivery, DeliveryState, Endpoint, Notification
from tests.club.evenings import DAY, HOUR, NOON, evening
from tests.mails import text_of
from tests.people import signed_in
from tests.programs import Program

pytestmark = pytest.mark.django_db

HOOKS, ACT = "/profile/notifications/hooks/", "/profile/notifications/hooks/act/"


def test_a_program_is_told_and_can_check_who_tells_it(anna, theirs, mailbox):
    client = signed_in(anna)
    made = client.post(HOOKS, {"form": "json", "url": f"{theirs.url}/in?key=1"})
    endpoint = Endpoint.objects.get()
    assert endpoint.secret in made.content.decode()
    later = client.get("/profile/notifications/").content.decode()
    assert endpoint.secret not in later
    assert "key=1" not in later
    evening(anna, 7)
    bundle_due(NOON)
    assert (post_due(NOON), deliver_due(NOON)) == (1, 1), "by mail as well"
    ((path, headers, sent),) = theirs.came
    assert path == "/in?key=1"
    told = json.loads(sent)
    assert told | {"id": "", "at": ""} == {
        "id": "",
        "at": "",
        "kind": "evening",
        "subject": "",
        "title": "St Pete Club",
        "text": "1 evening",
        "lines": [],
        "url": "https://club.example/",
    }
    assert b"library" not in sent, "no more than the subject of the mail says"
    time, told_v1 = re.fullmatch(r"t=(\d+),v1=([0-9a-f]{64})", headers["X-StPete-Signature"]).groups()
    right = hmac.new(endpoint.secret.encode(), f"{time}.".encode() + sent, hashlib.sha256).hexdigest()
    assert hmac.compare_digest(told_v1, right)
    assert abs(int(time) - NOON.timestamp()) < 60
    delivery = Delivery.objects.get(channel=Channel.HOOK)
    assert (delivery.state, delivery.last_answer, told["id"]) == (DeliveryState.SENT, "HTTP 204", delivery.token)


@pytest.mark.parametrize("form", ["discord", "slack"])
def test_a_title_mentions_nobody_and_formats_nothing(form):
    said = ShortMessage(
        "your_turn", "#1 <@everyone> **[x](http://evil)** <!channel>", "Your turn", "https://pete.example/games/1/"
    )
    told = json.loads(body(form, said, id="1", at=NOON))
    if form == "discord":
        assert told["allowed_mentions"] == {"parse": []}
        assert not re.search(r"(?<!\\)(\*\*\[|<@|@everyone|\]\()", told["content"])
    else:
        assert "<!channel>" not in told["text"]
        assert told["link_names"] is False
    assert "<https://pete.example/games/1/>" in str(told)


def test_the_test_says_what_went_wrong_and_the_page_keeps_it(anna, theirs):
    client = signed_in(anna)
    client.post(HOOKS, {"form": "slack", "url": theirs.url})
    number = Endpoint.objects.get().pk
    theirs.status = 404
    page = client.post(ACT, {"do": f"test-{number}"}, follow=True).content.decode()
    assert "The test failed: HTTP 404" in page
    assert "HTTP 404" in client.get("/profile/notifications/").content.decode()
    assert (
        "You just tried this. Wait a little" in client.post(ACT, {"do": f"test-{number}"}, follow=True).content.decode()
    )
    assert len(theirs.came) == 1
    Endpoint.objects.update(tried_at=NOON)
    theirs.status = 200
    assert "The test arrived." in client.post(ACT, {"do": f"test-{number}"}, follow=True).content.decode()
    assert Endpoint.objects.get().last_error == ""


def test_while_a_test_runs_nobody_begins_another(anna, theirs):
    """Neither on the page nor by a program."""
    client, program = signed_in(anna), Program(anna)
    endpoint = Endpoint.objects.create(user=anna, channel=Channel.HOOK, url=theirs.url)
    begun = now()
    request = RequestFactory().post("/")
    request.user = anna
    assert not wait_to_try(endpoint, request, begun)
    assert wait_to_try(endpoint, request, begun + timedelta(seconds=WHOLE)), "it may run still"
    assert (
        "You just tried this. Wait a little"
        in client.post(ACT, {"do": f"test-{endpoint.pk}"}, follow=True).content.decode()
    )
    assert program("POST", f"webhooks/{endpoint.pk}/test/", status=429)["code"] == "tried_just_now"
    assert theirs.came == []
    Endpoint.objects.update(tried_at=begun - BETWEEN_TESTS)
    assert program("POST", f"webhooks/{endpoint.pk}/test/")["is_good"]
    again = program.client.post(f"/api/v1/webhooks/{endpoint.pk}/test/")
    assert (again.status_code, again["Retry-After"]) == (429, str(ceil(BETWEEN_TESTS.total_seconds())))
    assert len(theirs.came) == 1


def test_a_webhook_that_is_made_anew_is_not_tried_more_often(anna, boris, theirs):
    cache.clear()
    program, sent = Program(anna), 0
    for number in range(11):
        made = program("POST", "webhooks/", {"url": f"{theirs.url}/{number}"}, 201)
        answer = program.client.post(f"/api/v1/webhooks/{made['id']}/test/")
        sent += answer.status_code == 200
        program("DELETE", f"webhooks/{made['id']}/", status=204)
    assert (sent, answer.status_code, answer.json()["code"]) == (10, 429, "tried_just_now")
    assert answer["Retry-After"] == "600"
    assert len(theirs.came) == 10
    made = Program(boris)("POST", "webhooks/", {"url": theirs.url}, 201)
    assert Program(boris)("POST", f"webhooks/{made['id']}/test/")["is_good"]


@pytest.mark.parametrize(
    ("url", "code"), [("http://10.0.0.1/", "not_https"), ("https://x.example:22/", "port"), ("hello", "not_an_address")]
)
def test_an_address_to_which_nothing_is_sent_is_refused_at_once(anna, url, code):
    answer = signed_in(anna).post(HOOKS, {"form": "json", "url": url})
    assert answer.status_code == 422
    assert answer.context["hook_form"].errors.as_data()["url"][0].code == code
    assert not Endpoint.objects.exists()


def test_a_private_address_is_refused_when_it_is_connected_to(anna, theirs, settings):
    client = signed_in(anna)
    settings.WEBHOOK_NETWORKS = []
    client.post(HOOKS, {"form": "json", "url": theirs.url.replace("http:", "https:")})
    page = client.post(ACT, {"do": f"test-{Endpoint.objects.get().pk}"}, follow=True).content.decode()
    assert "private network" in page
    assert theirs.came == []


def test_what_keeps_failing_is_switched_off_and_its_owner_told_by_mail_and_can_switch_it_on(anna, theirs, mailbox):
    client = signed_in(anna)
    client.post(HOOKS, {"form": "json", "url": theirs.url})
    theirs.status = 500
    evening(anna, 7, at=(NOON + 9 * DAY).isoformat())
    evening(anna, 8, due=DAY + HOUR, at=(NOON + 9 * DAY).isoformat())
    evening(anna, 9, due=3 * DAY, at=(NOON + 9 * DAY).isoformat())
    at = NOON
    for _ in range(MOST_FAILURES + 4):
        bundle_due(at)
        deliver_due(at)
        post_due(at)
        at += 9 * HOUR
    assert len(theirs.came) == MOST_FAILURES
    assert Endpoint.objects.get().off_at is not None
    (mail,) = [one for one in mailbox.messages if "switched off" in one["Subject"]]
    assert "HTTP 500" in text_of(mail)
    theirs.status = 200
    evening(anna, 11, due=20 * DAY)
    bundle_due(NOON + 20 * DAY)
    assert post_due(NOON + 20 * DAY) == 0
    client.post(ACT, {"do": f"on-{Endpoint.objects.get().pk}"})
    evening(anna, 10, due=21 * DAY)
    bundle_due(NOON + 21 * DAY)
    assert post_due(NOON + 21 * DAY) == 1


def test_one_that_works_again_is_counted_anew_and_a_redirect_is_a_no(anna, theirs):
    signed_in(anna).post(HOOKS, {"form": "json", "url": theirs.url})
    theirs.status, theirs.headers = 301, {"Location": "https://elsewhere.example/"}
    evening(anna, 7)
    bundle_due(NOON)
    post_due(NOON)
    assert Endpoint.objects.get().failures == 1
    assert "redirect" in Delivery.objects.get(channel=Channel.HOOK).last_answer
    theirs.status, theirs.headers = 200, {}
    evening(anna, 8, due=DAY)
    bundle_due(NOON + DAY)
    post_due(NOON + DAY)
    assert (Endpoint.objects.get().failures, Endpoint.objects.get().last_error) == (0, "")


def test_only_its_owner_changes_it_and_five_are_enough(anna, boris, theirs):
    mine, other = signed_in(anna), signed_in(boris)
    for _ in range(6):
        mine.post(HOOKS, {"form": "json", "url": theirs.url})
    assert Endpoint.objects.count() == 5
    number = Endpoint.objects.latest("pk").pk
    for act in ("test", "off", "delete"):
        other.post(ACT, {"do": f"{act}-{number}"})
    assert theirs.came == []
    assert Endpoint.objects.filter(pk=number, off_at=None).exists()
    mine.post(ACT, {"do": f"delete-{number}"})
    assert not Endpoint.objects.filter(pk=number).exists()


def test_a_notification_that_one_way_has_told_is_not_called_dropped(anna, theirs, mailbox):
    """The hook is told at once; the mail finds it untrue later."""
    signed_in(anna).post(HOOKS, {"form": "json", "url": theirs.url})
    evening(anna, 7)
    bundle_due(NOON)
    post_due(NOON)
    assert deliver_due(NOON + timedelta(days=3)) == 0
    assert Notification.objects.get().dropped == ""
    assert Delivery.objects.get(channel=Channel.MAIL).state == DeliveryState.DROPPED


def test_one_that_cannot_be_sent_for_a_reason_nobody_foresaw_leaves_the_rest_of_the_batch(anna, boris, theirs, caplog):
    """The keys of a browser that are none, and a host that no look-up takes, kept before such were refused."""
    Endpoint.objects.create(user=anna, channel=Channel.PUSH, url="https://push.example.net/x", label="old")
    Endpoint.objects.create(user=anna, channel=Channel.HOOK, url="https://a..b/")
    Endpoint.objects.create(user=boris, channel=Channel.HOOK, url=theirs.url)
    evening(anna, 7)
    evening(boris, 7)
    bundle_due(NOON)
    of_anna = Delivery.objects.filter(user=anna, channel__in=(Channel.HOOK, Channel.PUSH))
    of_anna.update(due_at=NOON - HOUR)  # before the one of Boris
    assert post_due(NOON) == 1
    assert len(theirs.came) == 1
    assert {one.channel: one.state for one in of_anna} == {
        Channel.PUSH: DeliveryState.PENDING,
        Channel.HOOK: DeliveryState.FAILED,
    }
    assert of_anna.get(channel=Channel.PUSH).last_answer.startswith("ValueError")
    assert Endpoint.objects.get(label="old").failures == 1
    assert [one.exc_info[0] for one in caplog.records if one.exc_info] == [ValueError]
