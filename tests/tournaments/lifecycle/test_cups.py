"""Open cups start by themselves, one after the other, and leave nobody out for ever."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client, RequestFactory

from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from tests.games.page_reading import text_of
from tests.people import person
from tournaments.lifecycle.services import clockwork
from tournaments.lifecycle.services.accounts import follow
from tournaments.lifecycle.services.entering import enter
from tournaments.models import Entry, Follow, Tournament, TournamentState
from tournaments.pages.people import seen_tournament
from tournaments.pages.tournament_page import TournamentPage

from .club import DAY, NOON, again, made, people

pytestmark = pytest.mark.django_db


def told(cup: Tournament) -> str:
    """What its page says two hours later."""
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    return TournamentPage(seen_tournament(request, cup.pk), NOON + DAY / 12).waits_for


def test_a_cup_says_how_many_players_it_waits_for() -> None:
    users = people(3)
    cup = made(person("Nora"), Plan(stages=(Swiss(1),)), most_entrants=4, starts_when_full=True)
    for user in users:
        enter(tournament_id=cup.pk, user=user, now=NOON)
    assert "When full: 1 more player is needed." in text_of(Client().get(f"/tournaments/{cup.pk}/"))


def test_a_cup_begins_with_those_who_were_seen_and_opens_the_next() -> None:
    users = people(6)
    User.objects.exclude(pk=users[1].pk).update(active_on=NOON.date())
    User.objects.filter(pk=users[1].pk).update(active_on=(NOON - 9 * DAY).date())
    cup = made(users[5], Plan(stages=(Swiss(1),)), most_entrants=4, starts_when_full=True)
    for user in users[:4]:
        enter(tournament_id=cup.pk, user=user, now=NOON)
    fan = person("Anna")
    follow(cup, fan, now=NOON)
    clockwork.sweep(NOON)
    assert again(cup).state == TournamentState.OPEN  # only three of the four were here of late
    assert "Full, but too few players were here in the last three days. 1 more is needed." in told(cup)
    enter(tournament_id=cup.pk, user=users[4], now=NOON + DAY)
    clockwork.sweep(NOON + DAY)
    assert again(cup).state == TournamentState.RUNNING
    following = Tournament.objects.get(follows=cup)
    assert (following.title, following.state) == ("Winter on the Neva 2", TournamentState.OPEN)
    assert [entry.user for entry in Entry.objects.filter(tournament=following)] == [users[1]]
    assert {entry.user for entry in Entry.objects.filter(tournament=cup)} == {users[0], users[2], users[3], users[4]}
    assert [one.user for one in following.directors.all()] == [users[5]]
    assert set(Follow.objects.values_list("user", "tournament")) == {(fan.pk, cup.pk), (fan.pk, following.pk)}
