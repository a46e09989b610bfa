"""Who does not play can follow: he hears of the beginning, of rounds and of the end, until he no longer wants to."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from arbiter.progression.plan import Plan, RoundRobin, Swiss
from games.models import Status
from games.play.services.adjudication import stop_game
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.models import Notification
from tests.mails import text_of
from tests.people import person, signed_in
from tests.tournaments.leagues.test_leagues import league, sweep
from tournaments.leagues.services.entering import sign_up
from tournaments.lifecycle.services import accounts
from tournaments.lifecycle.services.entering import enter
from tournaments.lifecycle.services.starting import start
from tournaments.models import Follow, Reach, Season, SeasonState, Table, Tournament

from .club import DAY, NOON, made, people, play_round

pytestmark = pytest.mark.django_db
KINDS = ("tournament_followed", "season_followed")


def told(user: User) -> list[str]:
    rows = Notification.objects.filter(kind__in=KINDS, user=user).order_by("pk")
    return [row.data["what"] for row in rows]


def mails_to(mailbox, user: User, now) -> list[str]:  # type: ignore[no-untyped-def]
    """What goes out to him of it."""
    Notification.objects.exclude(kind__in=KINDS).delete()
    bundle_due(now)
    deliver_due(now)
    mails = [mail for mail in mailbox.messages if str(user.email) in str(mail["To"])]
    return [f"{mail['Subject']} | {' '.join(text_of(mail).split())}" for mail in mails]


def gathering(**terms: object) -> tuple[Tournament, list[User]]:
    users = people(5)
    tournament = made(users[0], Plan(stages=(Swiss(1),)), **terms)
    for user in users[:4]:
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    return tournament, users


def test_a_tournament_is_followed_by_its_page_and_by_mail(mailbox) -> None:  # type: ignore[no-untyped-def]
    tournament, users = gathering()
    anna, page = person("Anna"), f"/tournaments/{tournament.pk}/"
    client = signed_in(anna)
    assert ">Follow<" in client.get(page).content.decode()
    for _twice in range(2):
        assert client.post(f"{page}follow/").status_code == 302
    assert Follow.objects.get().user == anna
    assert "Unfollow" in client.get(page).content.decode()
    start(tournament_id=tournament.pk, director=users[0], now=NOON)
    sweep(NOON)
    assert told(anna) == ["started"]
    [mail] = mails_to(mailbox, anna, NOON)
    assert "The tournament has started" in mail
    play_round(tournament, NOON + DAY)
    sweep(NOON + DAY)
    [_first, mail] = mails_to(mailbox, anna, NOON + DAY)
    assert "The tournament has finished" in mail
    assert "1. Player" in mail
    assert {told(user) == [] for user in users} == {True}


def test_who_no_longer_follows_or_plays_hears_nothing(mailbox) -> None:  # type: ignore[no-untyped-def]
    tournament, users = gathering()
    anna, boris = person("Anna"), person("Boris")
    for user in (anna, boris, users[1]):
        accounts.follow(tournament, user, now=NOON)
    signed_in(anna).post(f"/tournaments/{tournament.pk}/follow/", {"stop": "yes"})
    start(tournament_id=tournament.pk, director=users[0], now=NOON)
    sweep(NOON)
    assert [told(user) for user in (anna, boris, users[1])] == [[], ["started"], []]
    accounts.unfollow(tournament, boris)
    assert mails_to(mailbox, boris, NOON) == []


def test_only_what_everybody_sees_is_followed() -> None:
    tournament, _users = gathering(reach=Reach.LINK)
    anna = person("Anna")
    client = signed_in(anna)
    assert client.post(f"/tournaments/{tournament.pk}/follow/").status_code == 404
    client.get(f"/e/{tournament.link_token}/")
    assert ">Follow<" not in client.get(f"/tournaments/{tournament.pk}/").content.decode()
    assert client.post(f"/tournaments/{tournament.pk}/follow/").status_code == 404
    assert Client().post(f"/tournaments/{tournament.pk}/follow/").status_code == 404
    assert not Follow.objects.exists()


def test_a_league_is_followed_through_a_season(mailbox) -> None:  # type: ignore[no-untyped-def]
    anna, nora, users = person("Anna", language="de"), person("Nora"), people(5)
    neva = league(nora)
    client, page = signed_in(anna), neva.get_absolute_url()
    client.post("/language/", {"language": "de"})
    assert ">Folgen<" in client.get(page).content.decode()
    client.post(f"{page}follow/")
    assert "Nicht mehr folgen" in client.get(page).content.decode()
    season = neva.seasons.get()
    for user in users:
        sign_up(season_id=season.pk, user=user, now=NOON)
    sweep(season.starts_at)
    assert told(anna) == ["started"]
    assert "5 Spieler spielen" in mails_to(mailbox, anna, season.starts_at)[0]
    later = season.starts_at + DAY
    for game_id in Table.objects.filter(game__status=Status.RUNNING).values_list("game", flat=True):
        stop_game(game_id=game_id, now=later)
    sweep(later)
    sweep(later)
    assert Season.objects.get(pk=season.pk).state == SeasonState.FINISHED
    assert told(anna) == ["started", "opened", "ended"]
    last = mails_to(mailbox, anna, later)[-1]  # one mail for both
    assert "Saison 1 ist zu Ende" in last
    assert "Die Anmeldung für Saison 2 ist offen" in last
    client.post(f"{page}follow/", {"stop": "yes"})
    assert not Follow.objects.exists()


def test_a_deleted_account_follows_nothing() -> None:
    tournament, _users = gathering()
    anna = person("Anna")
    accounts.follow(tournament, anna, now=NOON)
    accounts.forget_person(anna)
    assert not Follow.objects.exists()


def test_what_one_follows_stands_in_a_list_with_a_way_out() -> None:
    tournament, users = gathering()
    anna, neva = person("Anna"), league(users[1])
    client, here = signed_in(anna), "/tournaments/?mine=1"
    assert "Nothing yet." in client.get(here).content.decode()
    hidden = made(users[0])
    for of in (tournament, hidden, neva):
        accounts.follow(of, anna, now=NOON)
    Tournament.objects.filter(pk=hidden.pk).update(reach=Reach.PRIVATE, title="Behind doors")
    page = client.get(here).content.decode()
    assert page.count('name="stop"') == 2
    assert "Behind doors" not in page
    assert "Unfollow" not in signed_in(users[2]).get(here).content.decode()
    assert "Following" not in client.get("/tournaments/").content.decode()
    for of in (tournament.get_absolute_url(), neva.get_absolute_url()):
        answer = client.post(f"{of}follow/", {"stop": "yes", "from": "list"})
        assert answer["Location"].startswith(here)
    assert Follow.objects.filter(user=anna).count() == 1
    assert "Nothing yet." in client.get(here).content.decode()


def test_rounds_are_told_to_who_follows_but_not_more_often_than_every_other_day(mailbox) -> None:  # type: ignore[no-untyped-def]
    users, anna = people(5), person("Anna")
    tournament = made(users[0], Plan(stages=(Swiss(4),)))
    for user in users[:4]:
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    accounts.follow(tournament, anna, now=NOON)
    start(tournament_id=tournament.pk, director=users[0], now=NOON)
    sweep(NOON)
    play_round(tournament, NOON + DAY)  # a round of a day
    assert told(anna) == ["started"]
    play_round(tournament, NOON + 4 * DAY)
    assert told(anna) == ["started", "round"]
    (mail,) = mails_to(mailbox, anna, NOON + 4 * DAY)
    assert "Round 3 is paired" in mail
    assert "Current leaders" in mail
    assert f"/tournaments/{tournament.pk}/rounds/3/" in mail


def test_rounds_that_are_paired_at_once_are_told_once() -> None:
    users, anna = people(5), person("Anna")
    tournament = made(users[0], Plan(stages=(RoundRobin(),), sizes=None))
    for user in users[:4]:
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    accounts.follow(tournament, anna, now=NOON)
    start(tournament_id=tournament.pk, director=users[0], now=NOON)
    sweep(NOON)
    assert tournament.rounds.count() == 3
    assert told(anna) == ["started"]
