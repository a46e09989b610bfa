"""A league plays one season after another by its calendar."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts import separation, services
from accounts.models import User
from games.models import Status
from games.play.interventions import stop_game
from tests.people import person
from tests.tournaments.lifecycle.club import DAY, NOON, options, people
from tournaments.leagues.ladder import Zone, ladder_of, stand_of
from tournaments.leagues.services import directing, seasons
from tournaments.leagues.services.leagues import LeagueTerms, create_league, sign_up
from tournaments.leagues.services.seasons import not_apart
from tournaments.leagues.views import desk_of
from tournaments.lifecycle.errors import NotEligible
from tournaments.lifecycle.services import clockwork
from tournaments.models import Entry, League, Season, SeasonState, Standing, Table

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
    seasons.sweep(now)
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
    assert [sum(map(len, level)) for level in stand_of(first).levels] == [7, 5]
    tables = Table.objects.filter(round__tournament__division__season=first).select_related("game")
    assert {table.chairs.count() for table in tables} == {4}
    assert {table.game.status for table in tables if table.game} == {Status.RUNNING}

    half = first.starts_at + neva.season_time / 2
    for table in tables:
        assert table.game is not None
        stop_game(game_id=table.game.pk, now=half)
    sweep(half)
    sweep(half)
    first.refresh_from_db()
    assert first.state == SeasonState.FINISHED
    (upper,), (lower,) = stand_of(first).levels
    leaver = upper[1]
    second = neva.seasons.get(number=2)
    for user in users:  # one goes, two come
        if user.pk != leaver:
            sign_up(season_id=second.pk, user=user, now=half)
    new = [person("Fedor"), person("Galina")]
    for user in new:
        sign_up(season_id=second.pk, user=user, now=half)
    assert Standing.objects.filter(tournament__division__season=first).count() == 12
    zones = [[rung["zone"] for rung in ring["rungs"]] for level in ladder_of(first) for ring in level]
    assert zones[0].count(Zone.DOWN) == zones[1].count(Zone.UP) == 1
    assert zones[0].count(Zone.UP) == zones[1].count(Zone.DOWN) == 0

    sweep(second.starts_at)
    second.refresh_from_db()
    assert second.state == SeasonState.RUNNING
    players = {level: set(group) for level, (group,) in enumerate(stand_of(second).levels, start=1)}
    assert lower[0] in players[1]
    assert upper[-1] in players[2]
    assert {user.pk for user in new} <= players[2]
    assert leaver not in players[1] | players[2]
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


def ended(users: list[User], now: datetime, group: int = 5) -> Season:
    """A first season in groups of about that size that has just finished, nobody ahead of anybody."""
    neva = league(users[0], group_size=group)
    first = neva.seasons.get()
    for user in users:
        sign_up(season_id=first.pk, user=user, now=NOON)
    sweep(first.starts_at)
    for table in Table.objects.filter(game__status=Status.RUNNING).select_related("game"):
        assert table.game is not None
        stop_game(game_id=table.game.pk, now=now)
    sweep(now)
    sweep(now)
    return Season.objects.select_related("league").get(pk=first.pk)


def test_the_better_of_two_groups_goes_up_where_one_place_is_free() -> None:
    """Two groups below, one place above: points decide, not the number of the group."""
    first = ended(people(15), NOON + 20 * DAY)
    assert [[len(group) for group in level] for level in stand_of(first).levels] == [[5], [5, 5]]
    lines = Standing.objects.filter(tournament__division__season=first, tournament__division__level=2, order=1)
    one, other = lines.order_by("tournament__division__group")
    other.values = ["99", *other.values[1:]]
    other.save(update_fields=["values"])
    League.objects.filter(pk=first.league_id).update(down=1)
    first = Season.objects.select_related("league").get(pk=first.pk)
    zones = stand_of(first).zones(first.league)
    assert (zones[one.entry.user_id], zones[other.entry.user_id]) == (Zone.STAYS, Zone.UP)


def test_a_group_that_was_abandoned_without_results_keeps_its_level() -> None:
    first = ended(people(15), NOON + 20 * DAY)
    before = [[set(group) for group in level] for level in stand_of(first).levels]
    Standing.objects.filter(tournament__division__season=first, tournament__division__level=1).delete()
    assert [[set(group) for group in level] for level in stand_of(first).levels] == before


def test_who_has_vanished_goes_down_and_who_leaves_out_a_season_begins_at_the_bottom() -> None:
    users = people(15)
    first = ended(users, NOON + 20 * DAY)
    upper = stand_of(first).levels[0][0]
    Entry.objects.filter(tournament__division__season=first, user=upper[0]).update(is_idle=True)
    assert stand_of(first).zones(first.league)[upper[0]] is Zone.DOWN
    second = first.league.seasons.get(number=2)
    for user in users:
        if user.pk != upper[1]:
            sign_up(season_id=second.pk, user=user, now=NOON + 20 * DAY)
    sweep(second.starts_at)
    second.refresh_from_db()
    assert second.moves[str(upper[0])] == "DOWN"
    for table in Table.objects.filter(game__status=Status.RUNNING).select_related("game"):
        assert table.game is not None
        stop_game(game_id=table.game.pk, now=second.starts_at)
    sweep(second.starts_at)
    sweep(second.starts_at)
    third = first.league.seasons.get(number=3)
    for user in users:
        sign_up(season_id=third.pk, user=user, now=second.starts_at)
    sweep(third.starts_at)
    third.refresh_from_db()
    assert third.moves[str(upper[1])] == "NEW"
    assert upper[1] in {user for group in stand_of(third).levels[-1] for user in group}


def test_a_top_level_of_which_too_few_come_again_is_filled_from_below_and_the_season_starts() -> None:
    first = ended(people(12), NOON + 20 * DAY, group=7)
    (upper,), (lower,) = stand_of(first).levels
    assert (len(upper), len(lower)) == (7, 5)
    second = first.league.seasons.get(number=2)
    stay = User.objects.filter(pk__in=[*upper[:3], lower[0]])
    new = [person(f"New{number}") for number in range(8)]
    for user in [*stay, *new]:
        sign_up(season_id=second.pk, user=user, now=NOON + 20 * DAY)
    sweep(second.starts_at)
    second.refresh_from_db()
    assert (second.state, second.put_off) == (SeasonState.RUNNING, 0)
    levels = [[set(group) for group in level] for level in stand_of(second).levels]
    early, late = {user.pk for user in new[:3]}, {user.pk for user in new[3:]}
    assert levels == [[{user.pk for user in stay} | early], [late]]


def test_people_who_are_kept_apart_come_into_different_groups_where_a_level_has_several() -> None:
    """Two of one household in the lower level, two of whom one has blocked the other in the only group at the top."""
    users = people(15)
    neva = league(users[0], group_size=5)
    season = neva.seasons.get()
    for user in users:
        sign_up(season_id=season.pk, user=user, now=NOON)
    separation.name_housemate(user=users[5], other=users[8], now=NOON)
    separation.name_housemate(user=users[8], other=users[5], now=NOON)
    separation.block(blocker=users[1], blocked=users[0], now=NOON)
    separation.block(blocker=users[2], blocked=users[1], now=NOON)
    together = [(users[0].pk, users[1].pk), (users[1].pk, users[2].pk)]
    assert not_apart(season, [user.pk for user in users], NOON) == together
    told = [one.text for one in desk_of(neva, users[0], NOON)["asked"]]
    assert "Player2 and Player3 cannot be kept apart: with this many players they share a group." in told
    assert not any("Player1 and" in text or "Player6" in text for text in told)
    sweep(season.starts_at)
    _top, lower = stand_of(season).levels
    assert not any({users[5].pk, users[8].pk} <= set(group) for group in lower)


def test_a_site_that_slept_puts_a_season_off_once_and_into_the_future() -> None:
    neva = league(people(1)[0])
    season = neva.seasons.get()
    late = season.starts_at + timedelta(days=24)
    sweep(late)
    again = Season.objects.get()
    assert (again.put_off, again.starts_at > late) == (1, True)


def test_a_director_adds_no_bot_to_a_league() -> None:
    nora, zoe = people(2)
    services.allow(zoe, now=NOON)
    zoe.refresh_from_db()
    with pytest.raises(NotEligible, match="Bots cannot register for leagues"):
        directing.put_on(league_id=league(nora).pk, director=nora, name=zoe.name, reason="Asked.", now=NOON)
