"""Tables, invitations, chat, notes and replays for programs: by the services of the pages."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils.timezone import now

from accounts.models import Scope
from games.models import Game, Invitation, InvitationState, Line, Note, Report, ReportReason, Status
from games.play import seen
from games.play.positions import load
from games.tables.tables import start_due
from tests.games.boards import wander_on
from tests.games.play_builders import asked_user, begun, play_on
from tests.people import signed_in
from tests.programs import Program

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_counted(settings):
    cache.clear()
    settings.START_GUARD = 0


def test_a_table_from_its_opening_to_its_game(anna, boris, clara):
    host, guest, third = Program(anna), Program(boris), Program(clara)
    table = host("POST", "tables/", {"players": 3, "pace": "1d", "title": "White nights", "guests": ["Boris"]}, 201)
    address = f"tables/{table['id']}/"
    assert (table["free"], table["is_host"], table["must_agree"]) == (1, True, False)
    assert [one["kind"] for one in table["places"]] == ["player", "invited", "free"]
    (asked,) = guest("GET", "invitations/")["results"]
    assert (asked["table"], asked["inviter"]) == (table["id"], "Anna")
    third("POST", f"invitations/{asked['key']}/accept/", {"seen": asked["terms"]}, 404)
    guest("POST", f"invitations/{asked['key']}/accept/", {"seen": asked["terms"]}, 201)
    assert [one["id"] for one in third("GET", "tables/?players=3")["results"]] == [table["id"]]
    stale = third("POST", f"{address}seat/", {"seen": "old"}, 409)
    assert stale["code"] == "stale_table"
    full = third("POST", f"{address}seat/", {"seen": table["terms"]}, 201)
    assert (full["status"], full["free"], bool(full["starts_at"])) == ("full", 0, True)
    third("POST", f"{address}seat/", {"seen": table["terms"]}, 201)  # twice is as once
    third("DELETE", f"{address}seat/", status=204)
    third("POST", f"{address}seat/", {"seen": table["terms"]}, 201)
    assert start_due(now=now()) == 1
    assert guest("GET", f"games/{table['id']}/")["status"] == "running"


def test_only_the_host_changes_a_table(anna, boris):
    host, other = Program(anna), Program(boris)
    table = host("POST", "tables/", {"players": 3}, 201)
    address = f"tables/{table['id']}/"
    assert other("PUT", address, {"players": 2}, 403)["code"] == "not_allowed"
    assert host("PUT", address, {"players": 2, "title": "Two"})["free"] == 1
    assert other("POST", f"{address}bots/", {}, 403)["code"] == "not_allowed"
    assert other("POST", f"{address}invitations/", {"whom": "Anna"}, 403)["code"] == "not_allowed"
    assert host("POST", f"{address}invitations/", {"whom": "Nobody"}, 422)["code"] == "unknown_player"
    told = host("POST", f"{address}invitations/", {"whom": "Boris"}, 201)
    number = next(one["invitation"] for one in told["places"] if one["invitation"])
    host("DELETE", f"{address}invitations/{number}/")
    assert Invitation.objects.get().state == InvitationState.REVOKED
    full = host("POST", f"{address}bots/", {"fill": True}, 201)
    bot = next(one["participant"] for one in full["places"] if one["kind"] == "bot")
    assert host("DELETE", f"{address}people/{bot}/")["free"] == 1
    other("DELETE", address, status=403)
    host("DELETE", address, status=204)
    assert Game.objects.get().status == Status.CLOSED


def test_a_table_by_link_opens_with_its_key_alone(anna, boris):
    table = Program(anna)("POST", "tables/", {"players": 2, "visibility": "link"}, 201)
    key, ask = table["link"].rstrip("/").rpartition("/")[2], Program(boris)
    assert Program(anna, ["read"])("GET", f"tables/{table['id']}/")["link"] is None, "which may not invite"
    assert Program(anna, ["tables", "read"])("GET", f"tables/{table['id']}/")["link"] == table["link"]
    ask("GET", f"tables/{table['id']}/", status=404)
    assert ask("GET", f"tables/{table['id']}/?link={key}")["can_join"]
    ask("POST", f"tables/{table['id']}/seat/", {"seen": table["terms"]}, 404)
    ask("POST", f"tables/{table['id']}/seat/?link={key}", {"seen": table["terms"]}, 201)


def test_a_game_against_our_bots_begins_at_once(anna):
    ask = Program(anna)
    made = ask("POST", "tables/quick/", {"bots": 2}, 201)
    state = ask("GET", f"games/{made['id']}/")
    assert (state["status"], len(state["seats"])) == ("running", 3)
    alone = ask("POST", "tables/quick/", {"bots": 0, "edition": 1}, 201)
    assert len(ask("GET", f"games/{alone['id']}/")["seats"]) == 1


def test_a_table_of_a_program_begins_at_once_when_bots_fill_it_and_waits_for_people_otherwise(anna, boris):
    ask = Program(anna)
    assert ask("POST", "tables/", {"players": 3, "bots": ["rung-1", "rung-2"]}, 201)["status"] == "running"
    assert ask("POST", "tables/", {"players": 3, "bots": ["rung-1"]}, 201)["status"] == "open"
    invited = ask("POST", "tables/", {"players": 2, "guests": [boris.name]}, 201)
    full = Program(boris)("POST", f"tables/{invited['id']}/seat/", {"seen": invited["terms"]}, 201)
    assert full["status"] == "full"


def test_hints_are_for_practice(anna, boris, settings):
    cache.clear()
    ask = Program(anna)
    made = ask("POST", "tables/quick/", {"bots": 1}, 201)
    game = Game.objects.get(pk=made["id"])
    play_on(
        game,
        until=lambda play: play.seat_of(anna).waiting and len(play.view(play.seat_of(anna).index).moves) > 1,
        now=now() + timedelta(minutes=5),  # a bot that was dealt the first move is due by then
    )
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "hint_for_person": "1/m/key"}
    hint = ask("POST", f"games/{game.pk}/hint/")
    moves = ask("GET", f"games/{game.pk}/")["view"]["moves"]
    assert {hint["move"], hint["next"]} <= set(moves)
    many = ask("POST", f"games/{game.pk}/hint/", status=429)
    assert many["code"] == "too_many_hints"
    Program(boris)("POST", f"games/{game.pk}/hint/", status=404)
    shared = begun(anna, boris)
    assert ask("POST", f"games/{shared.pk}/hint/", status=409)["code"] == "no_hint"


def test_chat_is_for_who_sits_there(anna, boris, clara):
    game = begun(anna, boris)
    ask, other, stranger = Program(anna), Program(boris), Program(clara)
    said = ask("POST", f"games/{game.pk}/chat/", {"text": "Hello"}, 201)
    assert (said["name"], said["text"], said["is_own"]) == ("Anna", "Hello", True)
    (line,) = other("GET", f"games/{game.pk}/chat/")["results"]
    assert (line["text"], line["is_own"]) == ("Hello", False)
    assert stranger("GET", f"games/{game.pk}/chat/", status=404)["code"] == "not_found"
    stranger("POST", f"games/{game.pk}/chat/", {"text": "Me too"}, 403)
    stranger("DELETE", f"games/{game.pk}/chat/{said['id']}/", status=404)
    assert other("DELETE", f"games/{game.pk}/chat/{said['id']}/", status=403)["code"] == "not_your_line"
    reported = f"games/{game.pk}/chat/{said['id']}/report/"
    other("POST", reported, {"reason": ReportReason.values[0]}, 204)
    stranger("POST", reported, {"reason": ReportReason.values[0]}, 404)
    assert Report.objects.get().reporter == boris
    ask("DELETE", f"games/{game.pk}/chat/{said['id']}/", status=204)
    assert Line.objects.get().text == ""
    assert other("PUT", f"games/{game.pk}/notes/", {"text": "watch the Judge"})["text"] == "watch the Judge"
    assert ask("GET", f"games/{game.pk}/notes/")["text"] == ""
    table = ask("POST", "tables/", {"players": 3}, 201)
    ask("POST", f"games/{table['id']}/chat/", {"text": "Hello", "room": "watchers"}, 404)
    assert Note.objects.get().user == boris


def test_what_one_does_in_a_game(anna, boris):
    game = begun(anna, boris)
    ask, other = Program(anna), Program(boris)
    assert ask("PUT", f"games/{game.pk}/end/")["wishes_end"]
    assert not ask("DELETE", f"games/{game.pk}/end/")["wishes_end"]
    assert ask("PUT", f"games/{game.pk}/pass/", {"mode": "phase", "version": 0}, 409)["code"] == "no_standing_pass"
    play_on(game, until=lambda play: play.state.round >= 2)
    version = ask("GET", f"games/{game.pk}/")["version"]
    waiting = asked_user(load(game.pk))
    idle = other if waiting == anna else ask
    idle("PUT", f"games/{game.pk}/pass/", {"mode": "phase", "version": version})
    assert idle("GET", f"games/{game.pk}/")["standing_pass"] == "phase"
    idle("DELETE", f"games/{game.pk}/pass/", status=204)
    ask("PUT", f"games/{game.pk}/seen/", {"version": version}, 204)
    assert ask("POST", f"games/{game.pk}/back/", status=403)["code"] == "not_seated"
    assert ask("POST", f"games/{game.pk}/resign/")["your_seat"] is None


def test_the_past_through_ones_own_eyes_and_later_through_anybodys(anna, boris):
    game = begun(anna, boris, open_hands=False)
    play_on(game, until=lambda play: play.state.round >= 2)
    ask = Program(anna)
    own = ask("GET", f"games/{game.pk}/")["your_seat"]
    told = ask("GET", f"games/{game.pk}/positions/3/?seat={1 - own}")
    assert told["seat"] == own
    assert told["view"]["seats"][1 - own]["rubles"] is None
    assert Program()("GET", f"games/{game.pk}/positions/3/?seat={own}")["view"]["seats"][own]["rubles"] is None
    lines = ask("GET", f"games/{game.pk}/log/?limit=5")
    assert (len(lines["results"]), bool(lines["next"])) == (5, True)
    wander_on(game)
    assert ask("GET", f"games/{game.pk}/positions/3/?seat={1 - own}")["view"]["seats"][1 - own]["rubles"] is not None
    ask("GET", f"games/{game.pk}/positions/99999/", status=404)
    (line,) = Program()("GET", "archive/?player=anna")["results"]
    assert (line["id"], sorted(line["players"])) == (game.pk, ["Anna", "Boris"])
    assert Program()("GET", "archive/?player=nobody")["results"] == []


def test_a_program_hears_of_a_game_that_it_may_watch(anna, boris, clara):
    """What the process of the streams asks for a program, with its token (streams/door.py)."""
    game = begun(anna, boris)
    Game.objects.filter(pk=game.pk).update(visibility="link")
    asked, idle, stranger = (Program(user).client for user in (asked_user(load(game.pk)), anna, clara))
    address, headers = f"/games/{game.pk}/pulse/", {"X-Stream": "1"}
    told = asked.get(address, headers=headers)
    assert (told.status_code, told.json()) == (200, {"version": 0, "your_turn": True})
    assert told["X-Viewer"] == str(asked_user(load(game.pk)).pk)
    assert idle.get(address).status_code == 200
    assert stranger.get(address).status_code == 404
    assert Client(headers={"authorization": "Bearer nothing"}).get(address).status_code == 404
    assert not seen.is_open(asked_user(load(game.pk)).pk, game.pk), "mails are not held back"


def test_a_token_that_may_only_look_is_told_no_key_of_an_invitation(anna, boris):
    table = Program(anna)("POST", "tables/", {"players": 2, "guests": ["Boris"]}, 201)
    token = Invitation.objects.get().token

    def keys(ask):
        (asked,) = ask("GET", "invitations/")["results"]
        return asked["key"], ask("GET", f"tables/{table['id']}/")["invitation"]

    assert keys(Program(boris, [Scope.READ])) == (None, None)
    assert keys(Program(boris, [Scope.READ, Scope.TABLES])) == (token, token)
    browser = signed_in(boris)
    assert browser.get("/api/v1/invitations/").json()["results"][0]["key"] == token
    assert browser.get(f"/api/v1/tables/{table['id']}/").json()["invitation"] == token
