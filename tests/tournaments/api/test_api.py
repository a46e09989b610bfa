"""Tournaments, leagues and ratings for programs: the same as the pages, seen by the same eyes."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils.timezone import now

from accounts import services
from accounts.models import Scope
from arbiter.progression.plan import Plan, Swiss
from tests.people import person, signed_in
from tests.programs import Program
from tests.tournaments.leagues.test_leagues import league
from tests.tournaments.lifecycle.club import made, people, started
from tests.tournaments.pages.test_deal import duplicate
from tournaments.lifecycle.services import clockwork
from tournaments.models import (
    Entry,
    EntryState,
    Follow,
    HiddenRatings,
    League,
    Rating,
    Reach,
    Season,
    Table,
    Tournament,
)
from tournaments.rated.services import save_ratings

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_counted():
    cache.clear()


def swiss(users, **fields):
    return started(users[0], users[:4], Plan(stages=(Swiss(2),), sizes=None), **fields)


def test_a_tournament_with_its_round_players_and_standings():
    users = people(5)
    tournament = swiss(users)
    ask = Program(users[1])
    told = ask("GET", f"tournaments/{tournament.pk}/")
    assert (told["state"], told["is_in"], told["directs"], told["entered"]) == ("running", True, False, 4)
    assert [one["number"] for one in told["rounds"]] == [1]
    pairings = ask("GET", f"tournaments/{tournament.pk}/rounds/1/")
    sitting = [seat["person"]["player"] for table in pairings["tables"] for seat in table["seats"]]
    assert sorted(sitting) == sorted(user.pk for user in users[:4])
    assert any(seat["person"]["is_you"] for table in pairings["tables"] for seat in table["seats"])
    assert len(ask("GET", f"tournaments/{tournament.pk}/players/")["results"]) == 4
    first = ask("GET", f"tournaments/{tournament.pk}/players/?limit=3")
    assert (len(first["results"]), bool(first["next"])) == (3, True)
    assert ask("GET", f"tournaments/{tournament.pk}/standings/")["results"] is not None
    assert ask("GET", f"tournaments/{tournament.pk}/log/")["results"][0]["text"]
    ask("GET", f"tournaments/{tournament.pk}/rounds/9/", status=404)
    assert [one["id"] for one in ask("GET", "tournaments/?state=running&mine=true")["results"]] == [tournament.pk]


def test_a_private_tournament_is_nobodys_but_its_peoples():
    users = people(5)
    tournament = swiss(users, reach=Reach.PRIVATE)
    for ask in (Program(), Program(users[4])):
        assert ask("GET", "tournaments/")["results"] == []
        for path in ("", "rounds/1/", "players/", "standings/", "log/"):
            assert ask("GET", f"tournaments/{tournament.pk}/{path}", status=404)["code"] == "not_found"
    assert Program(users[1])("GET", f"tournaments/{tournament.pk}/")["id"] == tournament.pk
    Program(users[4])("POST", f"tournaments/{tournament.pk}/registration/", status=404)


def test_whoever_is_invited_finds_the_tournament_and_is_told_so():
    users = people(5)
    tournament = made(users[0], reach=Reach.PRIVATE)
    asked = Program(users[4])
    assert asked("GET", "tournaments/?invited=true")["results"] == []
    Program(users[0])("POST", f"tournaments/{tournament.pk}/invitations/", {"people": [users[4].name]}, 201)
    (found,) = asked("GET", "tournaments/?invited=true")["results"]
    assert (found["id"], found["is_invited"], found["is_in"]) == (tournament.pk, True, False)
    asked("POST", f"tournaments/{tournament.pk}/registration/", {}, 201)
    assert asked("GET", "tournaments/?invited=true")["results"] == []
    assert asked("GET", f"tournaments/{tournament.pk}/")["is_in"]


def test_entering_and_leaving():
    boss, player = person("Boss"), person("Player")
    tournament = made(boss, Plan(stages=(Swiss(2),), sizes=None))
    ask = Program(player)
    told = ask("GET", f"tournaments/{tournament.pk}/")
    assert told["can_enter"]
    assert ask("POST", f"tournaments/{tournament.pk}/registration/", status=201)["is_in"]
    assert Entry.objects.get(tournament=tournament, user=player).state == EntryState.ENTERED
    ask("DELETE", f"tournaments/{tournament.pk}/registration/", status=204)
    assert ask("DELETE", f"tournaments/{tournament.pk}/registration/", status=409)["code"] == "not_entered"
    ask("PUT", f"tournaments/{tournament.pk}/following/", status=204)
    ask("DELETE", f"tournaments/{tournament.pk}/following/", status=204)


def test_a_director_acts_by_the_forms_of_the_desk():
    users = people(4)
    tournament = swiss(users)
    ask = Program(users[0])
    acts = {one["act"]: one for one in ask("GET", f"tournaments/{tournament.pk}/manage/")["acts"]}
    assert "pause" in acts
    assert "reason" in {one["name"] for one in acts["pause"]["fields"]}
    wrong = ask("POST", f"tournaments/{tournament.pk}/manage/pause/", status=400)
    assert {one["field"] for one in wrong["errors"]} == {"reason"}
    looked = ask("POST", f"tournaments/{tournament.pk}/manage/pause/?look=true", {"reason": "Storm."})
    assert (looked["done"], Tournament.objects.get().paused_at) == (False, None)
    assert ask("POST", f"tournaments/{tournament.pk}/manage/pause/", {"reason": "Storm."})["done"]
    assert Tournament.objects.get().paused_at is not None
    for act in ("manage/", "manage/pause/"):
        method = "GET" if act == "manage/" else "POST"
        Program(users[1])(method, f"tournaments/{tournament.pk}/{act}", {"reason": "x"}, status=404)


def test_a_league_takes_people():
    boss, player = person("Boss"), person("Player")
    league(boss)
    season = Season.objects.get()
    ask = Program(player)
    assert [one["id"] for one in ask("GET", "leagues/")["results"]] == [season.league_id]
    told = ask("POST", f"seasons/{season.pk}/signup/", status=201)
    assert told["entries"]["is_in"]
    assert "Player" in told["entries"]["players"]
    ask("DELETE", f"seasons/{season.pk}/signup/", status=204)
    assert not ask("GET", f"leagues/{season.league_id}/")["entries"]["is_in"]


def test_a_league_is_made_directed_and_followed_by_the_forms_of_its_pages(clara):
    boss = person("Boss", is_staff=True)
    ask, starts = Program(boss), (now() + timedelta(days=3)).isoformat()
    proposed = {one["name"]: one["value"] for one in ask("GET", "leagues/new/")["fields"]}
    assert (proposed["group_size"], proposed["title"]) == (7, None)
    assert ask("POST", "leagues/new/", {"title": "Neva League"}, 400)["errors"][0]["field"] == "starts_at"
    body, key = {"title": "Neva League", "starts_at": starts}, {"Idempotency-Key": "the league"}
    made = ask("POST", "leagues/new/", body, 201, **key)
    assert ask("POST", "leagues/new/", body, 201, **key)["id"] == made["id"]
    assert Program(clara)("POST", "leagues/new/", body, 403)["code"] == "may_not_create"
    path = f"leagues/{made['id']}/"
    desk = ask("GET", f"{path}manage/")
    acts = {one["act"]: one for one in desk["acts"]}
    assert {"put-off", "close", "change", "end", "director"} <= set(acts)
    assert "take-up" not in acts
    assert {one["name"]: one["value"] for one in acts["change"]["fields"]}["name"] == "Neva League"
    assert [one["name"] for one in desk["directors"]] == ["Boss"]
    assert ask("POST", f"{path}manage/take-up/", {"reason": "x"}, 409)["code"] == "event_state"
    ask("POST", f"{path}manage/nothing/", {"reason": "x"}, 404)
    assert {one["field"] for one in ask("POST", f"{path}manage/change/", {}, 400)["errors"]} == {"reason"}
    longer = {"reason": "Long games.", "private": "As Clara asked.", "season_days": 120}
    assert not ask("POST", f"{path}manage/change/?look=true", longer)["done"]
    assert League.objects.get().season_time == timedelta(days=90)
    assert ask("POST", f"{path}manage/change/", longer)["done"]
    assert (League.objects.get().season_time, League.objects.get().title) == (timedelta(days=120), "Neva League")
    last = {"reason": "x", "user": boss.pk}
    assert ask("POST", f"{path}manage/step-down/", last, 409)["code"] == "last_director"
    assert Program(clara)("GET", f"{path}manage/", status=404)["code"] == "not_found"
    Program(clara)("POST", f"{path}manage/end/", {"reason": "x"}, 404)
    assert Program(boss, ["read"])("GET", f"{path}manage/", status=403)["code"] == "insufficient_scope"
    log = Program()("GET", f"{path}log/")["results"]
    assert (log[0]["reason"], "private" in log[0]) == ("Long games.", False)
    assert ask("GET", f"{path}manage/")["log"][0]["private"] == "As Clara asked."
    Program(clara)("PUT", f"{path}following/", status=204)
    assert Follow.objects.get().user == clara
    Program(clara)("DELETE", f"{path}following/", status=204)
    assert Program()("GET", f"{path}history/") == {"results": [], "next": None}


def test_ratings_and_leaderboards(anna):
    ask = Program()
    assert ask("GET", "ratings/") == {"pools": [], "next": None}
    assert ask("GET", "ratings/leaderboard/") == {"results": [], "next": None}
    assert ask("GET", f"players/{anna.pk}/ratings/")["ratings"] == []
    ask("GET", "ratings/leaderboard/?pool=nothing", status=404)


def test_a_tournament_is_made_by_the_form_of_its_page_opened_and_started():
    boss = person("Boss", is_staff=True)
    ask = Program(boss)
    names = {one["name"] for one in ask("GET", "tournaments/new/")["fields"]}
    assert {"title", "rounds"} <= names
    tournament = ask("POST", "tournaments/new/", {"title": "Winter on the Neva"}, 201)
    assert (tournament["state"], tournament["directs"]) == ("draft", True)
    Program(person("Other"))("GET", f"tournaments/{tournament['id']}/", status=404)
    assert ask("POST", f"tournaments/{tournament['id']}/open/")["state"] == "open"
    assert ask("POST", f"tournaments/{tournament['id']}/start/", status=409)["code"] == "too_few_entrants"
    assert ask("POST", "tournaments/new/", {"title": ""}, 400)["errors"][0]["field"] == "title"


def test_directors_and_entrants_write_to_each_other(clara):
    users = people(4)
    tournament = swiss(users)
    boss, player, other = Program(users[0]), Program(users[1]), Program(clara)
    path = f"tournaments/{tournament.pk}/messages/"
    other("POST", path, {"about": "appeal", "text": "I too."}, 404)
    made = player("POST", path, {"about": "appeal", "text": "It was a win."}, 201)
    assert [one["id"] for one in boss("GET", path)["results"]] == [made["id"]]
    assert Program(users[2])("GET", path)["results"] == [], "another entrant reads his own"
    other("GET", path, status=404)
    answer = {"text": "It was.", "reason": "A result was looked at again."}
    player("POST", f"{path}{made['id']}/answer/", answer, 404)
    assert boss("POST", f"{path}{made['id']}/answer/", answer)["answered_by"] == users[0].name
    assert boss("POST", f"{path}{made['id']}/answer/", answer, 422)["code"] == "bad_request"
    assert player("GET", path)["results"][0]["answer"] == "It was."
    board = f"tournaments/{tournament.pk}/board/"
    player("POST", board, {"text": "Hello"}, 404)
    word = boss("POST", board, {"text": "Round 2 begins on Monday."}, 201)
    assert [one["text"] for one in Program()("GET", board)["results"]] == ["Round 2 begins on Monday."]
    player("DELETE", f"{board}{word['id']}/", status=404)
    boss("DELETE", f"{board}{word['id']}/", status=204)
    boss("DELETE", f"{board}{word['id']}/", status=404)
    invitations = f"tournaments/{tournament.pk}/invitations/"
    player("POST", invitations, {"people": ["Clara"]}, 404)
    assert boss("POST", invitations, {"people": ["Clara", "Nobody", users[1].name]}, 201) == {
        "new": 1,
        "known": [users[1].name],
        "unknown": ["Nobody"],
    }
    assert boss("GET", f"tournaments/{tournament.pk}/terms/", status=409)["code"] == "event_state"


def test_the_terms_of_a_tournament_that_gathers_are_changed_by_the_form_of_its_page(clara):
    boss = person("Boss", is_staff=True)
    ask = Program(boss)
    tournament = ask("POST", "tournaments/new/", {"title": "Winter on the Neva", "rounds": 4}, 201)
    path = f"tournaments/{tournament['id']}/terms/"
    stands = {one["name"]: one["value"] for one in ask("GET", path)["fields"]}
    assert stands["title"] == "Winter on the Neva"
    before = Tournament.objects.get()
    assert ask("PATCH", path, {"title": "Spring on the Neva"})["title"] == "Spring on the Neva"
    after = Tournament.objects.get()
    for name in ("options", "pace_base", "rated", "reach", "about"):
        assert getattr(after, name, None) == getattr(before, name, None), f"what is not named stays: {name}"
    assert after.plan == before.plan
    assert ask("PATCH", path, {"title": ""}, 400)["errors"][0]["field"] == "title"
    Program(clara)("PATCH", path, {"title": "Mine"}, 404)


def test_somebody_sees_no_ratings_of_his_own():
    users = people(5)
    anna, boris = users[0], users[1]
    tournament = swiss(users)
    Entry.objects.filter(tournament=tournament).update(rating=1712.6)
    ask = Program(anna)
    ask("DELETE", "profile/ratings/", status=204)
    assert HiddenRatings.objects.get().user == anna
    for reader, own in ((anna, 0), (boris, 1)):
        told = Program(reader)("GET", f"tournaments/{tournament.pk}/players/")["results"]
        assert {one["rating"] for one in told if not one["person"]["is_you"]} == {1713}
        assert [one["rating"] for one in told if one["person"]["is_you"]] == [1713 if own else None]
        page = signed_in(reader).get(f"/tournaments/{tournament.pk}/players/").content.decode()
        assert page.count(">1713<") == 3 + own
    ask("PUT", "profile/ratings/", status=204)
    assert not HiddenRatings.objects.exists()
    assert signed_in(anna).get(f"/tournaments/{tournament.pk}/players/").content.decode().count(">1713<") == 4


def test_what_stands_behind_the_lists_and_the_address_of_a_calendar():
    users = people(5)
    tournament = swiss(users)
    ask = Program(users[1])
    (happens, *_more) = ask("GET", "tournaments/calendar/")["results"]
    assert (happens["tournament"], happens["what"]) == (tournament.pk, "round 1 ends")
    entry = Entry.objects.get(tournament=tournament, user=users[1])
    told = ask("GET", f"tournaments/{tournament.pk}/standings/{entry.pk}/")
    assert told["place"] >= 1
    assert told["values"][0]["code"]
    ask("GET", f"tournaments/{tournament.pk}/rounds/1/deals/1/", status=404)
    first, second = ask("GET", "profile/feed/")["url"], ask("POST", "profile/feed/", status=201)["url"]
    assert first != second
    client = ask.client
    assert [client.get(one).status_code for one in (first, second)] == [404, 200]
    ask("DELETE", "profile/feed/", status=204)
    assert ask("GET", "profile/feed/")["url"] == ""
    Program(users[1], scopes=[Scope.TOURNAMENTS])("GET", "profile/feed/", status=403)
    against = ask("GET", f"players/{users[1].pk}/against/{users[2].pk}/")
    assert (against["games"], against["meetings"]) == (0, [])
    ask("GET", f"players/{users[1].pk}/against/{users[1].pk}/", status=404)


def test_the_rounds_of_a_tournament_name_their_games():
    users = people(5)
    tournament = swiss(users)
    games = list(Table.objects.filter(round__tournament=tournament).order_by("number").values_list("game", flat=True))
    assert None not in games
    (told,) = Program()("GET", f"tournaments/{tournament.pk}/rounds/")["results"]
    assert (told["number"], told["state"], told["game_ids"]) == (1, "running", games)
    tables = Program(users[1])("GET", f"tournaments/{tournament.pk}/rounds/1/")["tables"]
    assert [table["game"] for table in tables] == games
    assert Program()("GET", f"tournaments/{tournament.pk}/rounds/?limit=1")["next"] is None


def test_a_game_whose_deal_is_played_elsewhere_is_named_to_its_players_only():
    tournament = duplicate()
    game = Table.objects.filter(round__tournament=tournament).order_by("number").values_list("game", flat=True)[0]
    player = Entry.objects.filter(chairs__table__game=game)[0].user
    address = f"tournaments/{tournament.pk}/rounds/"
    assert Program()("GET", address)["results"][0]["game_ids"] == []
    assert Program(player)("GET", address)["results"][0]["game_ids"] == [game]
    assert {table["game"] for table in Program()("GET", f"{address}1/")["tables"]} == {None}
    assert {table["game"] for table in Program(player)("GET", f"{address}1/")["tables"]} == {None, game}


def test_standings_and_leaderboards_come_in_pages_as_short_as_one_likes():
    users = people(4)
    tournament = swiss([*users])
    whole = Program()("GET", f"tournaments/{tournament.pk}/standings/")["results"]
    save_ratings([Rating(user=user, pool="overall", value=1500 + user.pk, games=40, played_at=now()) for user in users])
    board = Program()("GET", "ratings/leaderboard/")["results"]
    for address, lines in ((f"tournaments/{tournament.pk}/standings/", whole), ("ratings/leaderboard/", board)):
        assert len(lines) == 4
        first = Program()("GET", f"{address}?limit=3")
        assert first["results"] == lines[:3]
        following = Program()("GET", first["next"].partition("/api/v1/")[2])
        assert (following["results"], following["next"]) == (lines[3:], None)
        Program()("GET", f"{address}?limit=0", status=400)


def test_bots_register_where_the_director_allows_it_and_their_games_are_unrated():
    users = people(4)
    services.allow(users[3], now=now())
    bot = Program(users[3])
    closed = made(users[0], Plan(stages=(Swiss(1),), sizes=None))
    refused = bot("POST", f"tournaments/{closed.pk}/registration/", status=403)
    assert (refused["code"], refused["detail"]) == ("not_eligible", "Bots cannot register for this tournament.")
    assert not bot("GET", f"tournaments/{closed.pk}/")["bots_allowed"]
    assert "Bots may register" not in signed_in(users[1]).get(f"/tournaments/{closed.pk}/").content.decode()

    asked = {"title": "Men and machines", "form": "swiss-pairs", "bots_allowed": True, "rounds": 1, "is_rated": True}
    users[0].is_staff = True
    users[0].save()
    director = Program(users[0])
    usual = {one["name"]: one["value"] for one in director("GET", "tournaments/new/")["fields"]}
    assert usual["bots_allowed"] in (None, False), "off unless the director wants it"
    made_of = director("POST", "tournaments/new/", asked, 201)
    address = f"tournaments/{made_of['id']}/"
    director("POST", f"{address}open/")
    assert "Bots may register; games with a bot are unrated." in (
        signed_in(users[1]).get(f"/{address}").content.decode()
    )
    assert bot("GET", address)["bots_allowed"]
    for user in users:
        assert Program(user)("POST", f"{address}registration/", {}, 201)["is_in"]
    director("POST", f"{address}start/")
    clockwork.sweep(now())
    rated = {
        frozenset(table.chairs.values_list("entry__user", flat=True)): table.game.rated
        for table in Table.objects.filter(round__tournament=made_of["id"]).select_related("game")
    }
    assert sorted((users[3].pk in sitting, is_rated) for sitting, is_rated in rated.items()) == [
        (False, True),
        (True, False),
    ]
    (game,) = bot("GET", "games/")["results"]
    assert game["status"] == "running"
