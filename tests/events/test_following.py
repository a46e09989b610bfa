"""Who does not play can follow: he hears of the beginning, of rounds and of the end, until he no longer wants to."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.models import Status
from games.play.services.adjudication import stop_game
from notices.bundling import bundle_due
from notices.deliveries import deliver_due
from notices.models import Notice
from tests.mails import text_of
from tests.people import person, signed_in
from tournaments.events.services import following
from tournaments.events.services.entering import enter
from tournaments.events.services.starting import start
from tournaments.leagues.services.entering import sign_up
from tournaments.models import Event, Follow, Reach, Season, SeasonState, Table
from tournaments.plans.plan import Plan, RoundRobin, Swiss

from .club import DAY, NOON, made, people, play_round
from .test_leagues import league, sweep

pytestmark = pytest.mark.django_db
KINDS = ("event_followed", "season_followed")


def told(user: User) -> list[str]:
    rows = Notice.objects.filter(kind__in=KINDS, user=user).order_by("pk")
    return [row.data["what"] for row in rows]


def mails_to(mailbox, user: User, now) -> list[str]:  # type: ignore[no-untyped-def]
    """What goes out to him of it."""
    Notice.objects.exclude(kind__in=KINDS).delete()
    bundle_due(now)
    deliver_due(now)
    mails = [mail for mail in mailbox.messages if str(user.email) in str(mail["To"])]
    return [f"{mail['Subject']} | {' '.join(text_of(mail).split())}" for mail in mails]


def gathering(**terms: object) -> tuple[Event, list[User]]:
    users = people(5)
    event = made(users[0], Plan(stages=(Swiss(1),)), **terms)
    for user in users[:4]:
        enter(event_id=event.pk, user=user, now=NOON)
    return event, users


def test_an_event_is_followed_by_its_page_and_by_mail(mailbox) -> None:  # type: ignore[no-untyped-def]
    event, users = gathering()
    anna, page = person("Anna"), f"/events/{event.pk}/"
    client = signed_in(anna)
    assert ">Follow<" in client.get(page).content.decode()
    for _twice in range(2):
        assert client.post(f"{page}follow/").status_code == 302
    assert Follow.objects.get().user == anna
    assert "Unfollow" in client.get(page).content.decode()
    start(event_id=event.pk, director=users[0], now=NOON)
    sweep(NOON)
    assert told(anna) == ["started"]
    [mail] = mails_to(mailbox, anna, NOON)
    assert "The tournament has started" in mail
    play_round(event, NOON + DAY)
    sweep(NOON + DAY)
    [_first, mail] = mails_to(mailbox, anna, NOON + DAY)
    assert "The tournament has finished" in mail
    assert "1. Player" in mail
    assert {told(user) == [] for user in users} == {True}


def test_who_no_longer_follows_or_plays_hears_nothing(mailbox) -> None:  # type: ignore[no-untyped-def]
    event, users = gathering()
    anna, boris = person("Anna"), person("Boris")
    for user in (anna, boris, users[1]):
        following.follow(event, user, now=NOON)
    signed_in(anna).post(f"/events/{event.pk}/follow/", {"stop": "yes"})
    start(event_id=event.pk, director=users[0], now=NOON)
    sweep(NOON)
    assert [told(user) for user in (anna, boris, users[1])] == [[], ["started"], []]
    following.unfollow(event, boris)
    assert mails_to(mailbox, boris, NOON) == []


def test_only_what_everybody_sees_is_followed() -> None:
    event, _users = gathering(reach=Reach.LINK)
    anna = person("Anna")
    client = signed_in(anna)
    assert client.post(f"/events/{event.pk}/follow/").status_code == 404
    client.get(f"/e/{event.link_token}/")
    assert ">Follow<" not in client.get(f"/events/{event.pk}/").content.decode()
    assert client.post(f"/events/{event.pk}/follow/").status_code == 404
    assert Client().post(f"/events/{event.pk}/follow/").status_code == 404
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
    event, _users = gathering()
    anna = person("Anna")
    following.follow(event, anna, now=NOON)
    following.forget_person(anna)
    assert not Follow.objects.exists()


def test_what_one_follows_stands_in_a_list_with_a_way_out() -> None:
    event, users = gathering()
    anna, neva = person("Anna"), league(users[1])
    client, here = signed_in(anna), "/events/?mine=1"
    assert "Nothing yet." in client.get(here).content.decode()
    hidden = made(users[0])
    for of in (event, hidden, neva):
        following.follow(of, anna, now=NOON)
    Event.objects.filter(pk=hidden.pk).update(reach=Reach.PRIVATE, title="Behind doors")
    page = client.get(here).content.decode()
    assert page.count('name="stop"') == 2
    assert "Behind doors" not in page
    assert "Unfollow" not in signed_in(users[2]).get(here).content.decode()
    assert "Following" not in client.get("/events/").content.decode()
    for of in (event.get_absolute_url(), neva.get_absolute_url()):
        answer = client.post(f"{of}follow/", {"stop": "yes", "from": "list"})
        assert answer["Location"].startswith(here)
    assert Follow.objects.filter(user=anna).count() == 1
    assert "Nothing yet." in client.get(here).content.decode()


def test_rounds_are_told_to_who_follows_but_not_more_often_than_every_other_day(mailbox) -> None:  # type: ignore[no-untyped-def]
    users, anna = people(5), person("Anna")
    event = made(users[0], Plan(stages=(Swiss(4),)))
    for user in users[:4]:
        enter(event_id=event.pk, user=user, now=NOON)
    following.follow(event, anna, now=NOON)
    start(event_id=event.pk, director=users[0], now=NOON)
    sweep(NOON)
    play_round(event, NOON + DAY)  # a round of a day
    assert told(anna) == ["started"]
    play_round(event, NOON + 4 * DAY)
    assert told(anna) == ["started", "round"]
    (mail,) = mails_to(mailbox, anna, NOON + 4 * DAY)
    assert "Round 3 is paired" in mail
    assert "Current leaders" in mail
    assert f"/events/{event.pk}/rounds/3/" in mail


def test_rounds_that_are_paired_at_once_are_told_once() -> None:
    users, anna = people(5), person("Anna")
    event = made(users[0], Plan(stages=(RoundRobin(),), sizes=None))
    for user in users[:4]:
        enter(event_id=event.pk, user=user, now=NOON)
    following.follow(event, anna, now=NOON)
    start(event_id=event.pk, director=users[0], now=NOON)
    sweep(NOON)
    assert event.rounds.count() == 3
    assert told(anna) == ["started"]
