"""A league plays one season after another by its calendar."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from games.models import Status
from games.play.services.adjudication import stop_game
from tests.people import person
from tournaments.events.services import clockwork
from tournaments.leagues.ladder import Zone, groups_of, ladder_of
from tournaments.leagues.services import calendar
from tournaments.leagues.services.leagues import LeagueTerms, create_league, sign_up
from tournaments.models import League, Season, SeasonState, Standing, Table

from .club import DAY, NOON, options, people

pytestmark = pytest.mark.django_db


def league(director: User, **terms: object) -> League:
    director.is_staff = True
    return create_league(
        creator=director,
        terms=LeagueTerms("Neva League", options(4), NOON + DAY, **terms),  # type: ignore[arg-type]
        now=NOON,
    )


def sweep(now: datetime) -> None:
    clockwork.sweep(now)
    calendar.sweep(now)
    clockwork.sweep(now)


def test_twelve_play_two_levels_and_change_places() -> None:
    users = people(12)
    neva = league(users[0])
    first = neva.seasons.get()
    for user in users:
        sign_up(season_id=first.pk, user=user, now=NOON)
    sweep(first.starts_at)
    first.refresh_from_db()
    assert first.state == SeasonState.RUNNING
    assert [sum(map(len, level)) for level in groups_of(first)] == [7, 5]
    tables = Table.objects.filter(round__event__division__season=first).select_related("game")
    assert {table.chairs.count() for table in tables} == {4}
    assert {table.game.status for table in tables if table.game} == {Status.RUNNING}

    half = first.starts_at + neva.season_time / 2
    sweep(half)
    second = neva.seasons.get(number=2)
    for user in users[1:]:  # one goes, two come
        sign_up(season_id=second.pk, user=user, now=half)
    new = [person("Fedor"), person("Galina")]
    for user in new:
        sign_up(season_id=second.pk, user=user, now=half)
    for table in tables:
        assert table.game is not None
        stop_game(game_id=table.game.pk, now=half)
    sweep(half)
    sweep(half)
    first.refresh_from_db()
    assert first.state == SeasonState.FINISHED
    assert Standing.objects.filter(event__division__season=first).count() == 12
    zones = [[rung.zone for rung in ring.rungs] for level in ladder_of(first) for ring in level]
    assert zones[0].count(Zone.DOWN) == zones[1].count(Zone.UP) == 1
    assert zones[0].count(Zone.UP) == zones[1].count(Zone.DOWN) == 0

    (upper,), (lower,) = groups_of(first)
    sweep(second.starts_at)
    second.refresh_from_db()
    assert second.state == SeasonState.RUNNING
    players = {level: set(group) for level, (group,) in enumerate(groups_of(second), start=1)}
    assert lower[0] in players[1]
    assert upper[-1] in players[2]
    assert {user.pk for user in new} <= players[2]
    assert users[0].pk not in players[1] | players[2]
    assert second.moves[str(lower[0])] == "UP"


def test_the_next_season_opens_early_where_all_games_are_over_early() -> None:
    users = people(5)
    neva = league(users[0], group_size=5)
    first = neva.seasons.get()
    for user in users:
        sign_up(season_id=first.pk, user=user, now=NOON)
    sweep(first.starts_at)
    for table in Table.objects.select_related("game"):
        assert table.game is not None
        stop_game(game_id=table.game.pk, now=first.starts_at)
    sweep(first.starts_at)
    sweep(first.starts_at)
    assert [season.state for season in neva.seasons.all()] == [SeasonState.FINISHED, SeasonState.OPEN]


def test_a_season_for_which_too_few_sign_up_is_put_off() -> None:
    users = people(4)
    neva = league(users[0])
    season = neva.seasons.get()
    for user in users:
        sign_up(season_id=season.pk, user=user, now=NOON)
    sweep(season.starts_at)
    again = Season.objects.get()
    assert (again.state, again.put_off, again.starts_at - season.starts_at) == (SeasonState.OPEN, 1, timedelta(days=7))
