"""One's own calendar: deadlines of games and days of tournaments, at an address that can be made anew and revoked."""

import re

import pytest
from django.db import transaction
from django.test import Client
from icalendar import Calendar

from games.models import Game
from games.play import position_cache
from tests.games.mail_builders import asked, quiet_start
from tests.games.play.test_banquet_secret import world_of
from tests.games.play_builders import DAY, NOON
from tests.people import signed_in
from tournaments.pages import exports

pytestmark = pytest.mark.django_db


def feed_of(user):
    response = Client().get(f"/tournaments/mine/{exports.feed_token(user)}.ics")
    assert response.status_code == 200
    return {str(one["SUMMARY"]): one.decoded("DTSTART") for one in Calendar.from_ical(response.content).walk("VEVENT")}


def test_it_has_the_deadline_of_who_is_asked_and_of_nobody_else(anna, boris):
    game = quiet_start(anna, boris)
    play, user = asked(game)
    other = boris if user == anna else anna
    seat = play.seat_of(user)
    assert feed_of(user) == {f"“{game.title}”, game {game.pk}: your deadline": seat.due_at}
    assert feed_of(other) == {}


def test_it_speaks_the_language_of_its_owner(anna, boris):
    game = quiet_start(anna, boris)
    _play, user = asked(game)
    type(user).objects.filter(pk=user.pk).update(language="de")
    user.refresh_from_db()
    assert list(feed_of(user)) == [f"„{game.title}“, Partie {game.pk}: deine Frist"]


def test_where_nobody_may_know_who_is_asked_everybody_has_the_window(monkeypatch, anna, boris, clara):
    """BANQ-THIEF-6: the holder's calendar, kept by another firm, says no more than the others'."""
    people, told = {"Anna": anna, "Boris": boris, "Clara": clara}, []
    for holder in people.keys() - {"Clara"}:
        with transaction.atomic():
            world = world_of(monkeypatch, people, holder)
            found = [feed_of(user) for user in people.values()]
            told.append([re.sub(r"\d+:", "", str(one)) for one in found])
            assert list(found[0].values()) == [NOON + 2 * DAY]
            assert ": possible deadline" in next(iter(found[0]))
            assert found[0] == found[1] == found[2]
            assert isinstance(world.game, Game)
            transaction.set_rollback(True)
        position_cache.clear()
    assert told[0] == told[1]


def test_the_address_is_made_anew_and_revoked(anna):
    client, first = signed_in(anna), f"/tournaments/mine/{exports.feed_token(anna)}.ics"
    page = client.get("/tournaments/calendar/").content.decode()
    assert first in page
    assert client.get("/tournaments/mine/address/").status_code == 405
    assert client.post("/tournaments/mine/address/", {"act": "renew"}).status_code == 302
    anna.refresh_from_db()
    second = f"/tournaments/mine/{exports.feed_token(anna)}.ics"
    assert [Client().get(address).status_code for address in (first, second)] == [404, 200]
    assert client.post("/tournaments/mine/address/", {"act": "revoke"}).status_code == 302
    anna.refresh_from_db()
    assert exports.feed_token(anna) == ""
    assert "Your calendar has no feed address." in client.get("/tournaments/calendar/").content.decode()
    assert [Client().get(address).status_code for address in (first, second)] == [404, 404]
    assert Client().get(f"/tournaments/mine/{anna.pk}-.ics").status_code == 404
    assert Client().post("/tournaments/mine/address/").status_code == 302
