"""What leagues tell by mail: to whom, when, once, and only while it is so."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

import pytest

from accounts.models import User
from games.models import Status
from games.play.interventions import stop_game
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.models import Notification
from tests.mails import text_of
from tests.people import person
from tests.tournaments.leagues.test_leagues import league, sweep
from tests.tournaments.lifecycle.club import DAY, NOON, people
from tournaments.leagues.services import directing
from tournaments.leagues.services.leagues import sign_off, sign_up
from tournaments.leagues.services.seasons import REMINDED
from tournaments.lifecycle.services.entering import leave
from tournaments.models import Division, League, Season, SeasonState, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def nora() -> User:
    """She directs and does not play."""
    return person("Nora")


def told(kind: str) -> list[str]:
    """Who has a notification of this kind, by name."""
    rows = Notification.objects.filter(app="tournaments", kind=kind).select_related("user")
    return sorted(row.user.name for row in rows if row.user)


def sent(mailbox, now: datetime, to: str = "") -> list[str]:  # type: ignore[no-untyped-def]
    """The mails of leagues that have gone out by now, each as its subject and its text; those of games are left out."""
    Notification.objects.exclude(kind__startswith="season").delete()
    bundle_due(now)
    deliver_due(now)
    mails = [mail for mail in mailbox.messages if mail["X-StPete-League"] and to in str(mail["To"])]
    return [f"{mail['Subject']} | {' '.join(text_of(mail).split())}" for mail in mails]


def playing(nora: User, users: list[User], **terms: object) -> Season:
    """A season that has started with these players."""
    season = league(nora, **terms).seasons.get()
    for user in users:
        sign_up(season_id=season.pk, user=user, now=NOON)
    sweep(season.starts_at)
    return Season.objects.select_related("league").get(pk=season.pk)


def ended(season: Season, now: datetime) -> Season:
    """The same season with all its games over."""
    for table in Table.objects.filter(round__tournament__division__season=season, game__status=Status.RUNNING):
        assert table.game_id is not None
        stop_game(game_id=table.game_id, now=now)
    sweep(now)
    sweep(now)
    return Season.objects.select_related("league").get(pk=season.pk)


def test_the_start_is_told_once_with_level_group_and_players(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    users = people(12)
    season = playing(nora, users)
    sweep(season.starts_at)
    assert Counter(told("season_starts")) == Counter(user.name for user in users)
    assert not told("paired")  # the letter of the league says it all
    tournament = Division.objects.get(season=season, level=2).tournament
    entry = tournament.entries.select_related("user").first()
    assert entry is not None
    assert not Notification.objects.filter(app="games", kind="started").exists()
    (mail,) = sent(mailbox, season.starts_at, to=f"{entry.user.name.lower()}@")
    games = Table.objects.filter(chairs__entry=entry).values_list("game", flat=True)
    assert len(games) == season.league.games
    assert all(f"/games/{game}/" in mail for game in games)
    assert mail.startswith("[St Pete Neva League] Season 1 has started: your group")
    assert "You play in division 2." in mail
    assert f"/tournaments/{tournament.pk}/" in mail
    assert all(other.user.name in mail for other in tournament.entries.select_related("user"))


def test_the_next_season_is_told_to_who_plays_and_has_not_left(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    users = people(6)
    season = playing(nora, users)
    tournament = Division.objects.get(season=season).tournament
    leave(tournament_id=tournament.pk, user=users[0], now=season.starts_at)
    half = season.starts_at + season.league.season_time / 2
    sweep(half)
    sweep(half)
    assert told("season_opens") == [user.name for user in users[1:]]
    following = Season.objects.get(number=2)
    sign_up(season_id=following.pk, user=users[1], now=half)
    sent(mailbox, half)
    told_him = [sent(mailbox, half, to=f"{name}@") for name in ("player2", "player3")]
    assert not any("Registration for season 2 is open" in one for one in told_him[0])  # he has signed up meanwhile
    (mail,) = [one for one in told_him[1] if "Registration for season 2 is open" in one]
    assert "Registration for season 2 is open" in mail
    assert "Players who skip a season return in the lowest division" in mail
    assert "The first of each group is promoted. The last two of each group are relegated." in mail


def test_who_has_not_signed_up_is_reminded_once(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    users = people(6)
    season = playing(nora, users)
    half = season.starts_at + season.league.season_time / 2
    sweep(half)
    following = Season.objects.get(number=2)
    for user in users[:2]:
        sign_up(season_id=following.pk, user=user, now=half)
    sweep(following.starts_at - REMINDED - DAY)
    assert not told("season_closes")
    for _ in range(2):
        sweep(following.starts_at - REMINDED)
    assert told("season_closes") == [user.name for user in users[2:]]
    directing.move_start(
        league_id=season.league_id, director=nora, at=following.starts_at + DAY, reason="rain", now=half
    )
    sweep(following.starts_at - DAY)
    assert len(told("season_closes")) == 4
    assert any("Season 2 starts soon" in one for one in sent(mailbox, following.starts_at - DAY, to="player6@"))


def test_a_season_that_is_put_off_is_told_to_its_list_and_its_directors(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    users = people(3)
    season = league(nora).seasons.get()
    for user in users:
        sign_up(season_id=season.pk, user=user, now=NOON)
    for _ in range(2):
        sweep(season.starts_at)
    assert told("season_put_off") == ["Nora", "Player1", "Player2", "Player3"]
    sign_off(season_id=season.pk, user=users[2], now=season.starts_at)
    (mail,) = sent(mailbox, season.starts_at, to="player1@")
    assert "only 3 players have registered; five are needed" in mail
    assert "It now starts on Saturday 28 November" in mail
    assert sent(mailbox, season.starts_at, to="player3@") == []
    again = Season.objects.get()
    directing.move_start(
        league_id=again.league_id,
        director=nora,
        at=again.starts_at + DAY,
        reason="We wait for the club.",
        now=season.starts_at,
    )
    second = sent(mailbox, season.starts_at, to="player1@")[1]
    assert "Nora changed the start" in second
    assert "We wait for the club." in second


def test_the_end_is_told_with_place_zone_and_the_next_season(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    season = playing(nora, people(12))
    now = season.starts_at + 30 * DAY
    season = ended(season, now)
    assert season.state == SeasonState.FINISHED
    assert len(told("season_over")) == 13
    assert not told("tournament_over")
    over = [one for one in sent(mailbox, now) if "Season 1 has finished" in one]
    (directors,) = [one for one in over if "You direct this league. Registration for season 2 is open" in one]
    assert season.league.head in directors
    mails = [one for one in over if one != directors]
    assert len(mails) == 12
    assert all("Your place: " in one and "Registration for season 2 is open until it starts on" in one for one in mails)
    heads = {division.tournament.head for division in season.divisions.select_related("tournament")}
    assert all(season.league.head in one and any(head in one for head in heads) for one in mails)
    assert sum("you are promoted" in one for one in mails) == sum("you are relegated" in one for one in mails) == 1


def test_the_last_season_says_so_and_one_that_is_called_off_too(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    users = people(5)
    season = playing(nora, users, group_size=5)
    half = season.starts_at + season.league.season_time / 2
    sweep(half)
    sign_up(season_id=Season.objects.get(number=2).pk, user=users[0], now=half)
    directing.end(league_id=season.league_id, director=nora, reason="We all sail now.", now=half)
    (mail,) = [one for one in sent(mailbox, half, to="player1@") if "Season 2 is cancelled" in one]
    assert "We all sail now." in mail
    ended(season, half)
    assert [one.number for one in season.league.seasons.all()] == [1]
    assert any("the last season of this league" in one for one in sent(mailbox, half, to="player2@"))


def test_who_is_taken_off_the_list_is_told_why(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    (anna,) = people(1)
    neva = league(nora)
    sign_up(season_id=neva.seasons.get().pk, user=anna, now=NOON)
    directing.take_off(league_id=neva.pk, director=nora, user_id=anna.pk, reason="Is at sea.", now=NOON)
    (mail,) = sent(mailbox, NOON, to="player1@")
    assert "You were removed from season 1" in mail
    assert "Is at sea." in mail
    directing.put_on(league_id=neva.pk, director=nora, name="player1", reason="Is back.", now=NOON)
    assert "You were added to season 1" in sent(mailbox, NOON, to="player1@")[1]


def test_a_deleted_league_tells_nothing_any_more(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    (anna,) = people(1)
    neva = league(nora)
    sign_up(season_id=neva.seasons.get().pk, user=anna, now=NOON)
    directing.move_start(league_id=neva.pk, director=nora, at=NOON + 9 * DAY, reason="rain", now=NOON)
    League.objects.filter(pk=neva.pk).delete()
    assert sent(mailbox, NOON) == []
