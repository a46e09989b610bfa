"""The page of what one was told, where there are several ways: each with its own end; and all of them once more."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now

from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due, post_due
from notifications.models import Channel, Delivery, DeliveryState, Endpoint, Notification
from tests.club.evenings import NOON, evening
from tests.people import signed_in

pytestmark = pytest.mark.django_db
HOOKS, TOLD = "/profile/notifications/hooks/", "/profile/notifications/history/"


@pytest.fixture
def told(anna, theirs, mailbox):
    """By mail, which was taken, by a webhook, which was refused, and in a browser that nobody has asked yet."""
    signed_in(anna).post(HOOKS, {"form": "json", "url": f"{theirs.url}/in?key=1"})
    Endpoint.objects.create(user=anna, channel=Channel.PUSH, url="https://push.example.net/secret", label="Firefox")
    evening(anna, 7, due=now() - NOON)
    notification = Notification.objects.get()
    theirs.status = 404
    bundle_due(now())
    Delivery.objects.filter(channel=Channel.PUSH).update(due_at=None)
    deliver_due(now())
    post_due(now())
    return notification


def ways_on(page):
    ways = re.search(r'<div class="told-ways">(.*?)</div>', page, re.DOTALL)[1]
    return [
        " ".join(unescape(re.sub(r"<[^>]+>", " ", way)).split()) for way in re.findall(r"<p>(.*?)</p>", ways, re.DOTALL)
    ]


def test_each_way_stands_there_with_what_its_own_server_answered(anna, told):
    page = signed_in(anna).get(TOLD).content.decode()
    by_way = {way.split()[0]: way for way in ways_on(page)}
    assert sorted(by_way) == ["Email", "Push", "Webhook"]
    assert re.fullmatch(r"Email Sent on \S.*\. Server response: accepted.*", by_way["Email"])
    assert by_way["Webhook"] == "Webhook 127.0.0.1 Failed. Server response: HTTP 404"
    assert by_way["Push"] == "Push Firefox On its way."
    assert 'class="panel bad"' in page
    for secret in ("key=1", "push.example.net", "/secret"):
        assert secret not in page


def test_sending_again_goes_by_every_way_and_the_page_shows_the_latest_of_each(anna, boris, told, theirs, mailbox):
    Delivery.objects.filter(channel=Channel.PUSH).delete()
    Endpoint.objects.filter(channel=Channel.PUSH).delete()
    theirs.status = 204
    again = f"{TOLD}{told.pk}/again/"
    assert signed_in(boris).post(again).status_code == 404
    assert signed_in(anna).post(again).status_code == 302
    pending = Delivery.objects.filter(state=DeliveryState.PENDING)
    assert sorted(pending.values_list("channel", flat=True)) == ["hook", "mail"]
    assert signed_in(anna).post(again).status_code == 409, "on its way"
    deliver_due(now())
    assert signed_in(anna).post(again).status_code == 409, "by the webhook still"
    post_due(now())
    assert len(mailbox.to(anna.email)) == 2
    assert len(theirs.came) == 2
    page = signed_in(anna).get(TOLD).content.decode()
    assert sorted(way.partition(" on ")[0] for way in ways_on(page)) == ["Email Sent", "Webhook 127.0.0.1 Sent"]
    assert "bad" not in re.search(r'<li class="([^"]*)"', page)[1]


def test_ways_cost_no_statements(anna, told):
    client = signed_in(anna)

    def statements():
        with CaptureQueriesContext(connection) as captured:
            client.get(TOLD)
        return len(captured)

    statements()
    one = statements()
    for number in range(5):
        endpoint = Endpoint.objects.create(user=anna, channel=Channel.HOOK, url=f"https://a{number}.example/")
        made = Delivery.objects.create(app="club", kind="evening", user=anna, channel="hook", endpoint=str(endpoint.pk))
        made.notifications.add(told)
    assert statements() == one
