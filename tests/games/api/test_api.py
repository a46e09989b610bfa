"""The API: what a page can do, for programs, in stable words."""

import json

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils.timezone import now

import engine
from api.rates import Rate
from engine.record import from_record
from games.api.games import my_games
from games.models import Tenure, TenureEnd
from games.play.positions import load
from tests.people import signed_in, token_of

from ..boards import wander_on
from ..play_builders import asked_user, begun, play_on

pytestmark = pytest.mark.django_db


def with_token(user):
    """A program that signs in with the user's token."""
    return Client(headers={"authorization": f"Token {token_of(user)}"})


def get(client, path, status=200):
    response = client.get(f"/api/v1/{path}")
    assert response.status_code == status, response.content
    return response.json()


def post(client, path, body, status=201):
    response = client.post(f"/api/v1/{path}", json.dumps(body), content_type="application/json")
    assert response.status_code == status, response.content
    return response.json()


def test_a_program_lists_its_games_looks_and_moves(anna, boris):
    game = begun(anna, boris)
    user = asked_user(load(game.pk))
    program = with_token(user)
    (line,) = get(program, "games/?waiting=true")["results"]
    assert (line["id"], line["waiting_for_you"]) == (game.pk, True)
    state = get(program, f"games/{game.pk}/")
    seat = state["your_seat"]
    assert state["seats"][seat] | {"asked_since": 0, "due_at": 0} == {
        "seat": seat,
        "name": user.name,
        "player": user.pk,
        "bot": None,
        "is_program": False,
        "instead_of": None,
        "waiting": True,
        "clock_stopped": "",
        "asked_since": 0,
        "due_at": 0,
    }
    offers = [offer for slot in state["view"]["upper"] if slot for offer in slot["offers"]]
    assert {offer["move"] for offer in offers if offer["legal"]} == set(state["view"]["moves"])
    assert all(offer["price"] >= 1 for offer in offers)
    answer = post(program, f"games/{game.pk}/moves/", {"text": state["view"]["moves"][0], "version": state["version"]})
    assert answer["version"] == 1
    assert answer["rows"][0]["source"] == "api"


def test_a_signed_in_browser_may_use_the_api_too(anna, boris):
    game = begun(anna, boris)
    assert get(signed_in(anna), f"games/{game.pk}/")["your_seat"] is not None


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"text": "buy the moon", "version": 0}, 422, "not_a_move"),
        ({"text": "pass", "version": 0}, 422, "illegal_move"),
        ({"text": "pass", "version": 9}, 409, "stale_position"),
        ({"text": "pass"}, 400, "invalid"),
        ({"text": "", "version": 0}, 400, "invalid"),
        ({"text": "pass", "version": "soon"}, 400, "invalid"),
        ([], 400, "invalid"),
    ],
)
def test_every_refusal_has_a_code_and_a_sentence_and_writes_nothing(anna, boris, body, status, code):
    game = begun(anna, boris)
    answer = post(with_token(asked_user(load(game.pk))), f"games/{game.pk}/moves/", body, status)
    assert answer["code"] == code
    assert answer["detail"]
    assert load(game.pk).game.version == 0


def test_who_is_nobody_or_not_at_the_table_cannot_move(anna, boris, clara):
    game = begun(anna, boris)
    body = {"text": "pass", "version": 0}
    assert post(Client(), f"games/{game.pk}/moves/", body, 401)["code"] == "not_authenticated"
    assert post(with_token(clara), f"games/{game.pk}/moves/", body, 403)["code"] == "not_seated"
    assert post(with_token(boris), "games/999999/moves/", body, 404)["code"] == "not_found"


def test_a_wrong_token_is_refused(anna):
    assert get(Client(headers={"authorization": "Token no"}), "games/", 401)["code"] == "authentication_failed"


def test_wrong_tokens_are_counted_by_the_address_they_come_from(anna, monkeypatch):
    cache.clear()
    monkeypatch.setitem(Rate.THROTTLE_RATES, "wrong_token", "3/min")
    for way in ("Token no", "Bearer never-was", "Token two words"):
        get(Client(headers={"authorization": way}), "games/", 401)
    refused = Client(headers={"authorization": "Token another"}).get("/api/v1/games/")
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert 1 <= int(refused["Retry-After"]) <= 60
    assert Client(headers={"authorization": "Token no"}).get("/games/1/pulse/").status_code == 404
    get(with_token(anna), "games/")  # a right one opens from there as before
    elsewhere = Client(headers={"authorization": "Token no"}, REMOTE_ADDR="203.0.113.9")
    get(elsewhere, "games/", 401)


def test_strangers_of_one_household_are_counted_together_whichever_address_they_choose(monkeypatch):
    cache.clear()
    monkeypatch.setitem(Rate.THROTTLE_RATES, "anonymous", "3/min")

    def status(address):
        return Client(REMOTE_ADDR=address).get("/api/v1/archive/").status_code

    household = [status(f"2001:db8:1:2::{number}") for number in range(4)]
    assert household == [200, 200, 200, 429]
    assert status("2001:db8:1:3::1") == 200, "another household"
    assert [status(f"::ffff:203.0.113.{number}") for number in range(4)] == [200] * 4, "IPv4, whatever it is written as"


def test_what_is_hidden_stays_hidden(anna, boris):
    """INFO-2, INFO-6: with hidden hands others see neither money nor hand, and nobody sees secret, seed or pile order."""
    game = begun(anna, boris, open_hands=False)
    play = play_on(game, until=lambda play: play.state.round >= 2)
    state = get(with_token(anna), f"games/{game.pk}/")
    mine = state["your_seat"]
    theirs = state["view"]["seats"][1 - mine]
    assert (theirs["rubles"], theirs["hand"]) == (None, None)
    assert state["view"]["seats"][mine]["rubles"] is not None
    text = json.dumps(state)
    secret = bytes(play.game.secret)
    assert secret.hex() not in text
    assert engine.seed_for(secret, str(game.pk)).hex() not in text


def test_a_game_by_link_does_not_exist_for_strangers(anna, boris, clara):
    game = begun(anna, boris)
    type(game).objects.filter(pk=game.pk).update(visibility="link")
    assert get(with_token(clara), f"games/{game.pk}/", 404)["code"] == "not_found"
    assert get(Client(), f"games/{game.pk}/", 404)["code"] == "not_found"
    assert get(with_token(boris), f"games/{game.pk}/")["id"] == game.pk
    body = {"text": "pass", "version": 0}
    assert post(signed_in(clara), f"games/{game.pk}/moves/", body, 404)["code"] == "not_found"


def test_the_record_is_published_when_the_game_is_over_and_verifies(anna, boris):
    game = begun(anna, boris)
    assert get(with_token(anna), f"games/{game.pk}/record/", 409)["code"] == "not_finished"
    wander_on(game)
    record = get(Client(), f"games/{game.pk}/record/")
    assert record["deal"]["commitment"] == load(game.pk).game.commitment
    assert from_record(record).to_json() == record


def test_my_games_and_a_state_take_a_fixed_number_of_statements(anna, boris, django_assert_max_num_queries):
    games = [begun(anna, boris) for _ in range(3)]
    program = with_token(anna)
    get(program, "games/")  # the first use of a day is written down
    with django_assert_max_num_queries(3):
        get(program, "games/")
    play_on(games[0], until=lambda play: play.game.version >= 60)
    with django_assert_max_num_queries(4):
        get(program, f"games/{games[0].pk}/")


def test_my_games_are_those_in_which_one_holds_a_seat(anna, boris, clara):
    mine, others = begun(anna, boris), begun(boris, clara)
    Tenure.objects.filter(user=boris, seat__game=others).update(until=now(), ended=TenureEnd.RESIGNED)
    games = my_games(boris, only_waiting=False)
    assert [one.pk for one in games] == [mine.pk], "not those that he has left"


def test_the_schema_describes_the_api_without_a_warning(anna, capsys):
    from django.core.management import call_command

    call_command("spectacular", "--validate", "--fail-on-warn", "--file", "/dev/null")
    assert get(with_token(anna), "schema/?format=json")["info"]["title"] == "St Pete"
