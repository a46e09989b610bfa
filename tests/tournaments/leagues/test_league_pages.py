"""Leagues as people see them."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.timezone import now

from accounts.models import User
from games.models import Status
from games.play.interventions import stop_game
from tests.games.page_reading import statements, text_of
from tests.people import signed_in
from tests.tournaments.lifecycle.club import options, people
from tournaments.leagues.ladder import stand_of
from tournaments.leagues.services.leagues import LeagueTerms, create_league, sign_up
from tournaments.leagues.services.seasons import sweep
from tournaments.leagues.words import rules_of
from tournaments.lifecycle.services import clockwork
from tournaments.models import Division, Entry, League, SeasonState, Signup, Standing, Table, Tournament

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


def test_money_and_hands_of_a_league_can_be_hidden_and_its_page_says_so(anna: User) -> None:
    anna.is_staff = True
    anna.save(update_fields=["is_staff"])
    client = signed_in(anna)
    starts = (now() + timedelta(days=7)).strftime("%Y-%m-%dT%H:%M")
    chosen = {"title": "Neva League", "starts_at": starts, "open_hands": "hidden"}
    answer = client.post(reverse("tournaments:league-new"), chosen)
    assert League.objects.get().options["open_hands"] is False
    assert "hidden money and hands" in client.get(answer["Location"]).content.decode()


def test_a_league_that_cannot_be_is_told_why(anna: User) -> None:
    anna.is_staff = True
    anna.save(update_fields=["is_staff"])
    client, late = signed_in(anna), {"title": "Neva League", "starts_at": "2020-01-01T12:00"}
    answer = client.post(reverse("tournaments:league-new"), late)
    assert answer.status_code == 422
    assert "The start is in the past. Choose a later time." in answer.content.decode()
    wrong = {"title": "", "starts_at": "2020-01-01T12:00", "group_size": "99"}
    answer = client.post(reverse("tournaments:league-new"), wrong)
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
    assert "You are playing this season." in page
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
    sweep(season.starts_at)
    clockwork.sweep(season.starts_at)
    client = signed_in(users[3])
    address = neva.get_absolute_url()
    client.get(address)
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        page = client.get(address).content.decode()
    assert "Division 1" in page
    assert "Division 2" in page
    assert page.count("<li class=") == 12
    assert "Season history" in page
    assert client.post(reverse("tournaments:season-join", args=[season.pk])).status_code == 409
    group = season.divisions.get(level=2).tournament
    shown, caught = statements(client, group.get_absolute_url())
    assert len(caught) <= 12
    assert f'<a href="{address}">{neva.title}</a> › ' in shown.content.decode()
    said = text_of(shown)
    assert "division 2" in said
    assert "Rounds 1 to " in said, "all of them end alike"
    assert "A round ends with its last game, and the next one starts at once." not in said


def test_fifty_leagues_stand_on_two_pages_by_name_and_ended_ones_last(anna: User) -> None:
    neva = league(anna)
    League.objects.bulk_create(
        League(
            title=f"League {number:02}",
            options=neva.options,
            pace_kind=neva.pace_kind,
            pace_base=neva.pace_base,
            closed_at=now() if number == 0 else None,
        )
        for number in range(50)
    )
    for other in League.objects.exclude(pk=neva.pk).exclude(title="League 00"):
        other.seasons.create(number=1, starts_at=now() + timedelta(days=3), ends_at=now() + timedelta(days=93))
    page, caught = statements(Client(), "/leagues/")
    assert len(caught) <= 3
    assert page.content.decode().count('class="lg-row"') == 25
    assert "Page 1 of 3" in text_of(page)
    assert "League 01" in text_of(page)
    assert len(page.content) <= 30_000
    last = text_of(Client().get("/leagues/?page=3"))
    assert "League 00" in last
    assert "ended" in last


def test_the_history_of_a_league_and_of_a_player(django_assert_max_num_queries: object) -> None:
    users = people(12)
    neva = league(users[0])
    first = neva.seasons.get()
    for user in users:
        sign_up(season_id=first.pk, user=user, now=now())
    sweep(first.starts_at)
    clockwork.sweep(first.starts_at)
    end_all(first.starts_at)
    second = neva.seasons.get(number=2)
    for user in users:
        sign_up(season_id=second.pk, user=user, now=first.starts_at)
    sweep(second.starts_at)
    clockwork.sweep(second.starts_at)
    ((up,),) = stand_of(first).levels[1:]
    client = Client()
    with django_assert_max_num_queries(4):  # type: ignore[operator]
        page = client.get(reverse("tournaments:league-history", args=[neva.pk])).content.decode()
    assert page.count("<tr") == 13
    assert "Season 2" in page
    assert page.index("Season 2") < page.index("Season 1")
    riser = User.objects.get(pk=up[0])
    panel = text_of(client.get(reverse("accounts:player", args=[riser.pk])))
    assert "Neva League 2 running promoted 1" in " ".join(panel.replace("▲", "").split())
    assert "Neva League 1" in panel
    assert "Earlier seasons" not in panel
    have_played(riser, neva, seasons=range(3, 14))
    seasons = client.get(reverse("accounts:player", args=[riser.pk])).content.decode()
    latest, earlier = seasons.split("Earlier seasons (3)")
    assert "Neva League 4<" in latest
    assert [f"Neva League {number}<" in latest for number in (1, 2, 3)] == [False] * 3
    assert [f"Neva League {number}<" in earlier for number in (1, 2, 3)] == [True] * 3
    assert "Division 2" in client.get(reverse("tournaments:season", args=[neva.pk, 1])).content.decode()
    assert client.get(reverse("tournaments:season", args=[neva.pk, 99])).status_code == 404


def have_played(player: User, league: League, seasons: range) -> None:
    """He has stood at the top of a group in these seasons, one after the other."""
    for number in seasons:
        starts = now() + timedelta(days=100 * number)
        season = league.seasons.create(number=number, state="finished", starts_at=starts, ends_at=starts)
        tournament = Tournament.objects.filter(division__season__league=league)[0]
        tournament.pk, tournament.link_token = None, f"season {number}"
        tournament.save(force_insert=True)
        Division.objects.create(season=season, level=1, group=0, tournament=tournament)
        entry = Entry.objects.create(tournament=tournament, user=player, entered_at=starts, number=1)
        Standing.objects.create(tournament=tournament, entry=entry, place=1, order=1, values=["1"])


def end_all(at: datetime) -> None:
    """All games that run are over, and the season with them."""
    for table in Table.objects.filter(game__status=Status.RUNNING):
        assert table.game_id is not None
        stop_game(game_id=table.game_id, now=at)
    for _ in range(2):
        clockwork.sweep(at)
        sweep(at)


def test_the_rules_are_said_in_whole_sentences_in_both_languages(anna: User) -> None:
    neva = league(anna)
    said = " ".join(rules_of(neva))
    assert "The first of each group is promoted. The last two of each group are relegated." in said
    with translation.override("de"):
        neva.up = 2
        assert "Die ersten zwei jeder Gruppe steigen auf. Die letzten zwei jeder Gruppe steigen ab." in " ".join(
            rules_of(neva)
        )


def test_the_groups_to_come_are_shown_with_their_quality(anna: User) -> None:
    neva = league(anna)
    for user in people(7):
        sign_up(season_id=neva.seasons.get().pk, user=user, now=now())
    page = text_of(Client().get(neva.get_absolute_url()))
    assert "7 players so far, in groups of 7 if nobody else registers." in page
    assert "In a group of 7, everyone plays 4 games and meets each opponent twice." in page
