"""Whatever a program sends and wherever it sends it, it is answered in the API's own JSON."""

import json

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import clear_url_caches, path
from jsonschema import Draft202012Validator

from api.problems import MOST_BYTES
from games.api.games import GameState
from stpete_site import urls
from tests.games.play_builders import begun
from tests.people import signed_in, token_of

pytestmark = pytest.mark.django_db

HUGE = "x" * (MOST_BYTES + 1)
METHODS = ("get", "post", "put", "patch", "delete")


def program(user, **options):
    return Client(headers={"authorization": f"Token {token_of(user)}"}, **options)


def problem(response, status, code):
    """Problem details (RFC 9457), as every error of the API has them."""
    assert response.status_code == status, response.content[:300]
    assert response["Content-Type"] == "application/problem+json"
    told = response.json()
    assert (told["code"], told["status"]) == (code, status)
    assert told["type"].endswith(f"/api/v1/docs/#{code}")
    assert told["title"]
    assert told["detail"]
    assert told["instance"] == response.wsgi_request.path


@pytest.mark.parametrize("address", ["nothing/", "games/x/", "games/1/nothing/", "v2", f"games/{'9' * 40}/x/"])
@pytest.mark.parametrize("method", METHODS)
def test_an_address_that_the_api_has_not_is_not_found_in_json(anna, address, method):
    for client in (Client(), program(anna)):
        problem(getattr(client, method)(f"/api/v1/{address}"), 404, "not_found")
    problem(Client().get("/api/v2/games/"), 404, "not_found")


@pytest.mark.parametrize(
    ("body", "type_"),
    [
        (json.dumps({"text": HUGE, "version": 0}), "application/json"),
        (f"text={HUGE}", "application/x-www-form-urlencoded"),
    ],
)
@pytest.mark.parametrize("sign_in", [signed_in, program])
def test_a_body_that_is_too_large_is_refused_in_json(anna, boris, body, type_, sign_in):
    game = begun(anna, boris)
    for method, address in (("POST", "moves/"), ("PUT", "presets/trading-guild/")):
        answer = sign_in(anna).generic(method, f"/api/v1/games/{game.pk}/{address}", body, content_type=type_)
        problem(answer, 413, "too_large")


def test_a_body_of_more_fields_than_anybody_needs_is_refused_in_json(anna, boris):
    game = begun(anna, boris)
    body = "&".join(f"f{number}=1" for number in range(1_100))
    for sign_in in (signed_in, program):
        answer = sign_in(anna).post(
            f"/api/v1/games/{game.pk}/moves/", body, content_type="application/x-www-form-urlencoded"
        )
        problem(answer, 400, "bad_request")


class Broken(GameState):
    def get(self, request, game_id):
        raise RuntimeError("what broke is for the log, not for the program")


def test_an_error_of_the_server_is_said_in_json_and_tells_nothing_of_the_inside(anna, monkeypatch, caplog):
    """The address is made for this test: none of ours is known to break."""
    monkeypatch.setattr(
        urls, "urlpatterns", [path("api/v1/broken/<int:game_id>/", Broken.as_view()), *urls.urlpatterns]
    )
    clear_url_caches()
    try:
        answer = program(anna, raise_request_exception=False).get("/api/v1/broken/1/")
    finally:
        monkeypatch.undo()
        clear_url_caches()
    problem(answer, 500, "server_error")
    assert "log" not in answer.content.decode()
    assert "what broke" in caplog.text


def test_a_page_still_answers_with_a_page(anna):
    answer = Client().get("/nothing/")
    assert answer.status_code == 404
    assert "<html" in answer.content.decode()
    assert Client().get("/games/%00/").status_code == 400


@pytest.mark.parametrize("value", ["null", "", "yes", "True", "2", "none"])
def test_the_list_refuses_a_wish_that_it_does_not_understand(anna, value):
    problem(program(anna).get(f"/api/v1/games/?waiting={value}"), 400, "invalid")


@pytest.mark.parametrize(("value", "is_only"), [("true", True), ("1", True), ("false", False), ("0", False)])
def test_the_list_is_of_all_games_or_of_those_that_wait(anna, boris, value, is_only):
    for _ in range(3):
        begun(anna, boris)
    lines = program(anna).get(f"/api/v1/games/?waiting={value}").json()["results"]
    every = program(anna).get("/api/v1/games/").json()["results"]
    assert len(every) == 3
    assert lines == [line for line in every if line["waiting_for_you"] or not is_only]


@pytest.fixture(scope="module")
def schema(tmp_path_factory):
    file = tmp_path_factory.mktemp("schema") / "schema.json"
    call_command("spectacular", "--format", "openapi-json", "--file", str(file))
    return json.loads(file.read_text())


def operations(schema):
    for address, methods in schema["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict) and "responses" in operation:
                yield f"{method} {address}", operation


def test_the_schema_says_that_texts_are_not_empty(schema):
    for name in ("MoveInput", "PresetInput"):
        for field, about in schema["components"]["schemas"][name]["properties"].items():
            assert about["type"] != "string" or about["minLength"] == 1, f"{name}.{field}"


def test_the_schema_names_what_every_operation_may_refuse(schema):
    found = dict(operations(schema))
    assert len(found) >= 40
    for name, operation in found.items():
        refusals = {"400", "401", "403", "429"} | ({"404"} if "{" in name else set())
        if "schema" not in name:
            assert operation["summary"], name
            assert operation["tags"], name
            assert refusals <= set(operation["responses"]), name
            for status in refusals:
                said = schema["components"]["responses"][operation["responses"][status]["$ref"].rpartition("/")[2]]
                (media_type, content), *_others = said["content"].items()
                assert media_type == "application/problem+json", name
                assert content["schema"] == {"$ref": "#/components/schemas/ProblemOutput"}, name
    for name in ("put", "delete"):
        assert {"403", "409", "422"} <= set(found[f"{name} /api/v1/games/{{game_id}}/presets/{{name}}/"]["responses"])


def test_every_example_is_true_of_its_schema(schema):
    found = 0
    for name, operation in operations(schema):
        good = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
        for one in (operation.get("requestBody", {}), *good):
            content = one.get("content", {}).get("application/json")
            if content is not None:
                check = Draft202012Validator({**content["schema"], "components": schema["components"]})
                for example in content.get("examples", {}).values():
                    assert [error.message for error in check.iter_errors(example["value"])] == [], name
                    found += 1
    assert found > 30


def test_the_schema_says_how_a_program_signs_in(schema):
    schemes = schema["components"]["securitySchemes"]
    assert schemes["token"]["name"] == "Authorization"
    assert (schemes["bearer"]["type"], schemes["bearer"]["scheme"]) == ("http", "bearer")
    ways = dict(operations(schema))["post /api/v1/games/{game_id}/moves/"]["security"]
    assert {"token": ["play"]} in ways
    assert {"bearer": ["play"]} in ways
