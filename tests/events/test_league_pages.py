"""Leagues as people see them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from accounts.models import User
from tests.people import signed_in
from tournaments.events.services import clockwork
from tournaments.leagues.services import calendar
from tournaments.leagues.services.leagues import LeagueTerms, create_league, sign_up
from tournaments.models import League, SeasonState, Signup

from .club import options, people

pytestmark = pytest.mark.django_db


def league(director: User) -> League:
    director.is_staff = True
    director.save(update_fields=["is_staff"])
    terms = LeagueTerms("Neva League", options(4), now() + timedelta(days=3))
    return create_league(creator=director, terms=terms, now=now())


def test_a_league_is_made_in_two_fields(anna: User) -> None:
    anna.is_staff = True
    anna.save(update_fields=["is_staff"])
    client = signed_in(anna)
    assert client.get(reverse("tournaments:league-new")).status_code == 200
    starts = (now() + timedelta(days=7)).strftime("%Y-%m-%dT%H:%M")
    answer = client.post(reverse("tournaments:league-new"), {"title": "Neva League", "starts_at": starts})
    made = League.objects.get()
    assert answer["Location"] == made.get_absolute_url()
    assert (made.group_size, made.games, made.seasons.get().state) == (7, 4, SeasonState.OPEN)


def test_a_league_that_cannot_be_is_told_why(anna: User) -> None:
    anna.is_staff = True
    anna.save(update_fields=["is_staff"])
    wrong = {"title": "", "starts_at": "2020-01-01T12:00", "group_size": "99"}
    answer = signed_in(anna).post(reverse("tournaments:league-new"), wrong)
    assert answer.status_code == 422
    assert not League.objects.exists()
    assert answer.content.decode().count("errorlist") >= 2


def test_who_has_finished_no_games_makes_no_league(boris: User) -> None:
    starts = (now() + timedelta(days=7)).strftime("%Y-%m-%dT%H:%M")
    answer = signed_in(boris).post(reverse("tournaments:league-new"), {"title": "Mine", "starts_at": starts})
    assert answer.status_code == 403
    assert not League.objects.exists()


def test_people_sign_up_and_off(anna: User, boris: User) -> None:
    neva = league(anna)
    season, client = neva.seasons.get(), signed_in(boris)
    assert "4 more players are needed" not in client.get(neva.get_absolute_url()).content.decode()
    assert client.post(reverse("tournaments:season-join", args=[season.pk])).status_code == 302
    assert Signup.objects.get().user == boris
    page = client.get(neva.get_absolute_url()).content.decode()
    assert "You play." in page
    assert "4 more players are needed" in page
    client.post(reverse("tournaments:season-leave", args=[season.pk]))
    assert not Signup.objects.exists()
    assert "Neva League" in Client().get(reverse("tournaments:leagues")).content.decode()
    assert Client().post(reverse("tournaments:season-join", args=[season.pk])).status_code == 302
    assert not Signup.objects.exists()


def test_the_ladder_of_a_season_needs_few_statements(django_assert_max_num_queries: object) -> None:
    users = people(12)
    neva = league(users[0])
    season = neva.seasons.get()
    for user in users:
        sign_up(season_id=season.pk, user=user, now=now())
    calendar.sweep(season.starts_at)
    clockwork.sweep(season.starts_at)
    client = signed_in(users[3])
    address = neva.get_absolute_url()
    client.get(address)
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        page = client.get(address).content.decode()
    assert "Level 1" in page
    assert "Level 2" in page
    assert page.count("<li class=") == 12
    assert "Your seasons" in page
    assert client.post(reverse("tournaments:season-join", args=[season.pk])).status_code == 409
