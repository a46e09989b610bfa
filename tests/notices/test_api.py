"""Notices and webhooks for programs."""

import json

import pytest
from django.core.cache import cache
from django.utils.timezone import now

from api.models import KeptAnswer
from notices.models import Attempt, Channel, Delivery, DeliveryState, Endpoint, Preference
from tests.programs import Program

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_counted(settings):
    cache.clear()


def test_wishes_are_those_of_the_page(anna):
    ask = Program(anna)
    told = ask("GET", "notices/wishes/")
    names = {one["name"] for one in told["categories"]}
    assert set(told["when"]["mail"]) == {"everything", *names}
    changed = ask("PATCH", "notices/wishes/", {"when": {"mail": {"turns": "digest"}}, "digest": [7, 19]})
    assert changed["when"]["mail"]["turns"] == "digest"
    assert changed["digest"] == [7, 19]
    assert Preference.objects.get(user=anna, category="turns").when == "digest"
    again = ask("PATCH", "notices/wishes/", {"gather_minutes": 60})
    assert (again["when"], again["digest"], again["gather_minutes"]) == (changed["when"], [7, 19], 60)
    refused = ask("PATCH", "notices/wishes/", {"when": {"mail": {"nothing": "never"}, "fax": {"turns": "never"}}}, 400)
    assert {one["field"] for one in refused["errors"]} == {"when.mail.nothing", "when.fax.turns"}
    ask("PATCH", "notices/wishes/", {"digest": []}, 400)


def test_a_webhook_is_made_switched_and_deleted_and_its_secret_said_once(anna, boris):
    ask = Program(anna)
    body = {"url": "https://example.org/hook"}
    made = ask("POST", "webhooks/", body, 201, **{"Idempotency-Key": "k"})
    assert made["secret"] == Endpoint.objects.get().secret
    assert ask("POST", "webhooks/", body, 201, **{"Idempotency-Key": "k"}) == made | {"secret": None}
    assert made["secret"] not in KeptAnswer.objects.get().body
    (line,) = ask("GET", "webhooks/")["results"]
    assert (line["host"], line["is_on"], "secret" in line, "url" in line) == ("example.org", True, False, False)
    address = f"webhooks/{made['id']}/"
    assert ask("PATCH", address, {"is_on": False})["is_on"] is False
    assert ask("PATCH", address, {"is_on": True})["is_on"] is True
    for method in ("GET", "DELETE"):
        Program(boris)(method, address, status=404)
    schema = json.loads(ask.client.get("/api/v1/schema/").content)["paths"]
    taken = {
        name: {one["name"] for one in schema[name]["post"]["parameters"]}
        for name in schema
        if "webhooks/" in name and "post" in schema[name]
    }
    assert {name: "Idempotency-Key" in named for name, named in taken.items()} == {
        "/api/v1/webhooks/": True,
        "/api/v1/webhooks/{hook_id}/test/": False,
    }
    ask("DELETE", address, status=204)
    ask("POST", "webhooks/", {"url": "http://127.0.0.1/x"}, 400)


def test_what_was_sent_to_a_webhook(anna, boris):
    hook = Endpoint.objects.create(user=anna, channel=Channel.HOOK, url="https://example.org/hook")
    sent = Delivery.objects.create(
        app="games", kind="your_turn", user=anna, channel=Channel.HOOK, endpoint=str(hook.pk), state=DeliveryState.SENT
    )
    Attempt.objects.create(delivery=sent, at=now(), answer="500 Broken")
    Delivery.objects.create(app="games", kind="your_turn", user=anna, channel=Channel.MAIL)
    Delivery.objects.create(app="games", kind="your_turn", user=boris, channel=Channel.HOOK, endpoint=str(hook.pk))
    (line,) = Program(anna)("GET", f"webhooks/{hook.pk}/deliveries/")["results"]
    assert (line["state"], line["attempts"][0]["answer"]) == ("sent", "500 Broken")
    Program(boris)("GET", f"webhooks/{hook.pk}/deliveries/", status=404)


def test_nobody_is_told_what_others_are_told(anna):
    assert Program(anna)("GET", "notices/")["results"] == []
    Program(anna)("POST", "notices/999999/again/", status=404)
    Program()("GET", "notices/", status=401)
