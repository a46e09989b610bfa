"""Notifications and webhooks for programs."""

import json

import pytest
from django.core.cache import cache
from django.utils.timezone import now

from api.models import KeptAnswer
from notifications.models import Attempt, Channel, Delivery, DeliveryState, Endpoint, Preference
from tests.games.play_builders import begun
from tests.notifications.channels.test_push import Browser
from tests.programs import Program

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_counted(settings):
    cache.clear()


def test_wishes_are_those_of_the_page(anna):
    ask = Program(anna)
    told = ask("GET", "notifications/preferences/")
    names = {one["name"] for one in told["categories"]}
    assert set(told["when"]["mail"]) == {"everything", *names}
    changed = ask("PATCH", "notifications/preferences/", {"when": {"mail": {"turns": "digest"}}, "digest": [7, 19]})
    assert changed["when"]["mail"]["turns"] == "digest"
    assert changed["digest"] == [7, 19]
    assert Preference.objects.get(user=anna, category="turns").when == "digest"
    again = ask("PATCH", "notifications/preferences/", {"gather_minutes": 60})
    assert (again["when"], again["digest"], again["gather_minutes"]) == (changed["when"], [7, 19], 60)
    refused = ask(
        "PATCH", "notifications/preferences/", {"when": {"mail": {"nothing": "never"}, "fax": {"turns": "never"}}}, 400
    )
    assert {one["field"] for one in refused["errors"]} == {"when.mail.nothing", "when.fax.turns"}
    ask("PATCH", "notifications/preferences/", {"digest": []}, 400)


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
    assert Program(anna)("GET", "notifications/")["results"] == []
    Program(anna)("POST", "notifications/999999/again/", status=404)
    Program()("GET", "notifications/", status=401)


def test_wishes_about_one_game_are_those_of_its_page(anna, boris, clara):
    game = begun(anna, boris)
    ask, path = Program(anna), f"notifications/about/game:{game.pk}/"
    told = ask("GET", path)
    assert told["when"] == {"mail": "", "push": "", "hook": ""}
    assert told["about"] == f"“{game.title}”, game {game.pk}"
    assert told["url"].endswith(f"/games/{game.pk}/")
    assert ask("PATCH", path, {"mail": "never", "hook": "digest"})["when"] == {
        "mail": "never",
        "push": "",
        "hook": "digest",
    }
    assert ask("PATCH", path, {"mail": ""})["when"]["hook"] == "digest", "what is not named stays"
    (line,) = ask("GET", "notifications/about/")["results"]
    assert (line["subject"], line["when"]["mail"]) == (f"game:{game.pk}", "")
    assert Preference.objects.get(user=anna).channel == "hook"
    assert ask("PATCH", path, {"mail": "soon"}, 400)["errors"][0]["field"] == "mail"
    type(game).objects.filter(pk=game.pk).update(visibility="link")
    Program(clara)("GET", path, status=404)
    ask("GET", "notifications/about/nothing:1/", status=404)


def test_webhooks_of_a_game_are_for_its_host(anna, boris):
    game = begun(anna, boris)
    host, other = (anna, boris) if game.host_id == anna.pk else (boris, anna)
    body = {"url": "https://example.org/hook", "subject": f"game:{game.pk}"}
    Program(other)("POST", "webhooks/", body, 404)
    ask = Program(host)
    made = ask("POST", "webhooks/", body, 201)
    assert made["subject"] == f"game:{game.pk}"
    assert ask("GET", "webhooks/")["results"] == []
    assert [one["id"] for one in ask("GET", f"webhooks/?subject=game:{game.pk}")["results"]] == [made["id"]]
    Program(other)("GET", f"webhooks/?subject=game:{game.pk}", status=404)
    Program(other)("DELETE", f"webhooks/{made['id']}/", status=404)
    deliveries = f"webhooks/{made['id']}/deliveries/"
    told = {"app": "notifications", "kind": "news", "channel": Channel.HOOK, "endpoint": str(made["id"])}
    sent = Delivery.objects.create(**told, subject=f"game:{game.pk}")
    Attempt.objects.create(delivery=sent, at=now(), answer="502 Bad gateway")
    Delivery.objects.create(**told, user=host)
    Delivery.objects.create(**(told | {"endpoint": f"{made['id']}1"}))
    (line,) = ask("GET", deliveries)["results"]
    assert (line["kind"], line["subject"], line["attempts"][0]["answer"]) == (
        "news",
        f"game:{game.pk}",
        "502 Bad gateway",
    )
    Program(other)("GET", deliveries, status=404)
    ask("DELETE", f"webhooks/{made['id']}/", status=204)
    ask("GET", deliveries, status=404)
    for wrong in ("game:²", "game:-1", f"game:{2**70}", "game:"):
        ask("GET", f"notifications/about/{wrong}/", status=404)
        ask("GET", f"webhooks/?subject={wrong}", status=404)


def test_a_browser_subscribes_once_and_is_forgotten(anna, boris):
    ask = Program(anna)
    body = Browser().subscription("https://push.example.net/send/abc")
    first = ask("POST", "notifications/push/", body, 201)
    second = ask("POST", "notifications/push/", body, 201)
    (line,) = ask("GET", "notifications/push/")["results"]
    assert (line["id"], line["host"], line["label"]) == (second["id"], "push.example.net", "Firefox, Linux")
    assert "endpoint" not in line
    assert ask("POST", "notifications/push/", body | {"keys": {"p256dh": "x", "auth": "y"}}, 400)["errors"][0][
        "code"
    ] == ("no_subscription")
    wrong = ask("POST", "notifications/push/", body | {"endpoint": "ftp://example.net/"}, 400)["errors"][0]
    assert (wrong["field"], wrong["code"]) == ("endpoint", "not_an_address")
    assert "key" in ask("GET", "notifications/push/key/")
    Program(boris)("DELETE", f"notifications/push/{second['id']}/", status=404)
    ask("DELETE", f"notifications/push/{second['id']}/", status=204)
    assert ask("GET", "notifications/push/")["results"] == []
    assert first["id"] != second["id"]


def test_three_test_mails_in_an_hour(anna):
    ask = Program(anna)
    for _mail in range(3):
        ask("POST", "notifications/test/", status=204)
    assert ask("POST", "notifications/test/", status=429)["code"] == "too_many"
