"""What every address of the API has in common: keys against doing twice, marks, scopes, rates, pages of lists, problems."""

import json
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone
from django.utils.timezone import now

from accounts.models import ApiToken, Scope
from api import idempotency
from api.endpoint import Endpoint
from api.models import KeptAnswer
from api.rates import Rate
from games.models import Game
from games.play.positions import load
from stpete_site.tasks import tidy
from tests.games.play_builders import asked_user, begun
from tests.infrastructure.test_guests import patterns
from tests.people import signed_in, token_of

pytestmark = pytest.mark.django_db

TABLE = {"players": 3, "title": "White nights"}


@pytest.fixture(autouse=True)
def _nothing_counted():
    cache.clear()


def program(user, scopes=tuple(Scope)):
    key = ApiToken.objects.issue(user=user, name="x", scopes=scopes, now=now(), expires_at=None)[1]
    return Client(headers={"authorization": f"Bearer {key}"})


def post(client, path, body, key=None):
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(f"/api/v1/{path}", json.dumps(body), content_type="application/json", headers=headers)


def test_a_post_with_a_key_is_done_once_and_answers_the_same(anna):
    client = program(anna)
    first, again = post(client, "tables/", TABLE, "k-1"), post(client, "tables/", TABLE, "k-1")
    assert (first.status_code, again.status_code) == (201, 201), first.content
    assert first.json() == again.json()
    assert "Idempotency-Replayed" not in first.headers
    assert again["Idempotency-Replayed"] == "true"
    assert Game.objects.count() == 1
    post(client, "tables/", TABLE)
    post(client, "tables/", TABLE, "k-2")
    assert Game.objects.count() == 3


def test_a_key_is_for_one_request_of_one_person(anna, boris):
    client = program(anna)
    post(client, "tables/", TABLE, "k-1")
    other = post(client, "tables/", TABLE | {"players": 4}, "k-1")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert post(program(boris), "tables/", TABLE | {"players": 4}, "k-1").status_code == 201
    for wrong in ("", "x" * 101, "ä"):
        headers = {"Idempotency-Key": wrong}
        answer = client.post("/api/v1/tables/", json.dumps(TABLE), content_type="application/json", headers=headers)
        assert answer.status_code == 400, wrong


def test_what_was_refused_is_refused_again_in_the_same_words(anna, boris):
    game = begun(anna, boris)
    client, body = program(asked_user(load(game.pk))), {"text": "pass", "version": 0}
    first, again = (post(client, f"games/{game.pk}/moves/", body, "k") for _ in range(2))
    assert (first.status_code, first.json()["code"]) == (422, "illegal_move")
    assert (again.status_code, again.json(), again["Content-Type"]) == (422, first.json(), "application/problem+json")
    assert load(game.pk).game.version == 0


def test_a_move_with_a_key_is_in_the_log_once(anna, boris):
    game = begun(anna, boris)
    user = asked_user(load(game.pk))
    client = program(user)
    state = client.get(f"/api/v1/games/{game.pk}/").json()
    body = {"text": state["view"]["moves"][0], "version": state["version"]}
    first, again = (post(client, f"games/{game.pk}/moves/", body, "move") for _ in range(2))
    assert first.json() == again.json()
    assert load(game.pk).game.version == 1


def test_an_answer_is_kept_for_a_day(anna):
    client = program(anna)
    post(client, "tables/", TABLE, "k")
    KeptAnswer.objects.update(created_at=now() - timedelta(hours=25))
    assert post(client, "tables/", TABLE, "k").status_code == 201
    assert Game.objects.count() == 2, "the key is free again"
    KeptAnswer.objects.update(created_at=now() - timedelta(hours=23))
    tidy()
    assert KeptAnswer.objects.count() == 1
    KeptAnswer.objects.update(created_at=now() - timedelta(hours=25))
    tidy()
    assert not KeptAnswer.objects.exists()


def test_so_many_answers_are_kept_for_one_person(anna, boris, monkeypatch):
    monkeypatch.setattr(idempotency, "MOST", 2)
    client = program(anna)
    answers = [post(client, "tables/", TABLE, f"k-{number}") for number in range(3)]
    assert [one.status_code for one in answers] == [201, 201, 429]
    assert answers[2].json()["code"] == "too_many_idempotency_keys"
    assert 86_000 < int(answers[2]["Retry-After"]) <= 86_400, "when the oldest of them is forgotten"
    assert (Game.objects.count(), KeptAnswer.objects.count()) == (2, 2)
    assert post(client, "tables/", TABLE, "k-1")["Idempotency-Replayed"] == "true", "what is kept is answered"
    assert post(client, "tables/", TABLE).status_code == 201, "without a key nothing is kept"
    assert post(program(boris), "tables/", TABLE, "k-1").status_code == 201
    KeptAnswer.objects.filter(user=anna).update(created_at=now() - timedelta(hours=25))
    assert post(client, "tables/", TABLE, "k-4").status_code == 201


def test_the_first_address_says_what_there_is(anna, client):
    told = client.get("/api/v1/").json()
    assert told == program(anna).get("/api/v1/").json()
    here = "http://testserver/api/v1/"
    assert (told["docs"], told["schema"]) == (f"{here}docs/", f"{here}schema/")
    assert told["addresses"]["games"] == f"{here}games/"
    assert told["addresses"]["chat-line"] == f"{here}games/{{game_id}}/chat/{{line_id}}/"
    described = {path.removeprefix("/api/v1/") for path in client.get("/api/v1/schema/").json()["paths"]} - {""}
    assert {one.removeprefix(here) for one in told["addresses"].values()} == described


def test_what_is_still_right_is_not_sent_again(anna, boris):
    game = begun(anna, boris)
    client = program(asked_user(load(game.pk)))
    first = client.get(f"/api/v1/games/{game.pk}/")
    assert first["Cache-Control"] == "private, no-cache"
    headers = {"If-None-Match": first["ETag"]}
    same = client.get(f"/api/v1/games/{game.pk}/", headers=headers)
    assert (same.status_code, same.content) == (304, b"")
    assert "RateLimit" in same.headers
    body = {"text": first.json()["view"]["moves"][0], "version": 0}
    post(client, f"games/{game.pk}/moves/", body)
    after = client.get(f"/api/v1/games/{game.pk}/", headers=headers)
    assert after.status_code == 200
    assert after["ETag"] != first["ETag"]
    assert signed_in(anna).get(f"/api/v1/games/{game.pk}/")["Cache-Control"] == "private, no-store"


def test_how_much_is_left_stands_in_every_answer(anna, monkeypatch):
    monkeypatch.setitem(Rate.THROTTLE_RATES, "read", "3/min")
    client = program(anna)
    answers = [client.get("/api/v1/games/") for _ in range(4)]
    assert [one.status_code for one in answers] == [200, 200, 200, 429]
    assert answers[0]["RateLimit-Policy"] == '"read";q=3;w=60'
    assert [one["RateLimit"].partition(";t")[0] for one in answers] == [f'"read";r={left}' for left in (2, 1, 0, 0)]
    assert answers[3].json()["code"] == "throttled"
    assert 1 <= int(answers[3]["Retry-After"]) <= 60
    assert post(client, "tables/", TABLE).status_code == 201, "writes have a rate of their own"
    assert Client().get("/api/v1/tables/")["RateLimit-Policy"].startswith('"anonymous"')


@pytest.mark.parametrize("scope", [Scope.READ, Scope.PLAY, Scope.TABLES])
def test_a_token_opens_what_its_scopes_say(anna, scope):
    client = program(anna, [scope])
    got = {
        Scope.READ: client.get("/api/v1/games/").status_code,
        Scope.PLAY: post(client, "games/999999/moves/", {"text": "pass", "version": 0}).status_code,
        Scope.TABLES: post(client, "tables/", TABLE).status_code,
    }
    fits = {Scope.READ: 200, Scope.PLAY: 404, Scope.TABLES: 201}
    assert got == {one: fits[one] if one == scope else 403 for one in got}


def test_every_address_that_changes_something_names_its_scope():
    found = 0
    for name, one, _converters in patterns(get_resolver().url_patterns):
        view = getattr(one.callback, "cls", None)
        if name.startswith("api:") and view is not None and issubclass(view, Endpoint):
            assert view.tag, name
            assert view.scope or not {"post", "put", "patch", "delete"} & set(vars(view)), name
            found += 1
    assert found > 25


def test_a_list_has_pages_that_begin_after_a_row(anna, boris):
    games = [begun(anna, boris).pk for _ in range(5)]
    client, address, seen = program(anna), "/api/v1/games/?limit=2", []
    while address:
        page = client.get(address).json()
        seen.append([one["id"] for one in page["results"]])
        address = page["next"]
    assert seen == [games[:2:-1], games[2:0:-1], games[:1]]


def test_wrong_fields_are_named_with_codes_in_the_language_of_the_request(anna):
    answer = program(anna).post(
        "/api/v1/tables/",
        json.dumps({"players": 9, "pace": "soon", "bots": ["rung-1", "nobody"]}),
        content_type="application/json",
        headers={"accept-language": "de"},
    )
    assert answer.status_code == 400
    assert answer["Content-Language"] == "de"
    told = answer.json()
    assert {(one["field"], one["code"]) for one in told["errors"]} == {
        ("players", "invalid_choice"),
        ("pace", "invalid_choice"),
        ("bots.1", "invalid_choice"),
    }
    assert told["title"] == "Ungültige Anfrage"


def test_what_the_form_of_a_table_refuses_is_told_by_field(anna):
    answer = post(program(anna), "tables/", {"players": 2, "edition": 1, "sets": ["banquet", "helpers"], "title": " "})
    assert answer.status_code == 400
    assert {one["field"] for one in answer.json()["errors"]} <= {"title", "sets"}


def test_the_page_of_the_api_names_every_operation_and_code_without_a_script_of_its_own(anna, client):
    page = client.get("/api/v1/docs/")
    text = page.content.decode()
    assert page.status_code == 200
    for word in (
        "/api/v1/games/{game_id}/moves/",
        "idempotency_key_reused",
        "illegal_move",
        "Scope: <code>play</code>",
    ):
        assert word in text, word
    assert 'id="stale_position"' in text
    assert "<script>" not in text
    assert "http://" not in text.replace("http://127.0.0.1:8000", "").replace("http://www.w3.org", "")
    assert token_of(anna) not in text


def test_halves_of_signs_are_refused_wherever_they_stand(anna):
    client = program(anna)
    half = "\ud800"
    for body in (
        half,
        {"players": half},
        {half: 1},
        {"players": 2, "guests": [half]},
        TABLE | {"visibility": f"x{half}"},
    ):
        for method, path in (("POST", "tables/"), ("PATCH", "notifications/preferences/")):
            answer = client.generic(method, f"/api/v1/{path}", json.dumps(body), content_type="application/json")
            assert (answer.status_code, answer.json()["code"]) == (400, "not_text"), (path, body)
    whole = TABLE | {"title": "\U0001f3ad"}
    assert "\\ud83c" in json.dumps(whole), "two halves that follow each other are a sign"
    assert post(client, "tables/", whole).status_code == 201


def test_a_program_is_told_in_the_zone_and_the_language_of_its_person(anna):
    anna.time_zone, anna.language = "Asia/Tokyo", "de"
    anna.save()
    client = program(anna)
    post(client, "webhooks/", {"url": "https://example.org/"})
    (line,) = client.get("/api/v1/webhooks/").json()["results"]
    assert line["created_at"].endswith("+09:00")
    unknown = client.get("/api/v1/games/999999/")
    assert (unknown.json()["title"], unknown["Content-Language"]) == ("Nicht gefunden", "de")
    english = client.get("/api/v1/games/999999/", headers={"Accept-Language": "en"})
    assert (english.json()["title"], english["Content-Language"]) == ("Not found", "en")
    stranger = Client().get("/api/v1/games/999999/")
    assert (stranger.json()["title"], timezone.get_current_timezone_name()) == ("Not found", "UTC"), (
        "it ends with the answer"
    )
