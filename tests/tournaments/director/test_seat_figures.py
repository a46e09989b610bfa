"""Wins by seat: of rated games that were played out, with an interval that is wide where there are few."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import caches

from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from games.models import Game
from games.statistics import figures as statistics
from tests.games.page_reading import text_of
from tests.people import signed_in
from tests.tournaments.lifecycle.club import people, play_round, started
from tournaments.lifecycle.services.acts import tables
from tournaments.models import Table, TableState

from ..lifecycle.club import NOON

pytestmark = pytest.mark.django_db


def won_by(game: Game, *seats: int) -> None:
    assert game.result is not None
    for one in game.result["seats"]:
        one["winner"] = one["seat"] in seats
    game.save(update_fields=["result"])


def figures() -> dict[str, Any]:
    (found,) = statistics.seat_figures()
    return found


def test_wins_are_counted_by_seat_and_a_shared_one_is_split(nora: User, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    tournament = started(nora, people(16), Plan(stages=(Swiss(1),)), is_rated=True)
    play_round(tournament)
    games = list(Game.objects.order_by("pk"))
    for game, seats in zip(games, ((0,), (0,), (1, 2), (3,)), strict=True):
        won_by(game, *seats)
    with django_assert_num_queries(1):
        found = figures()
    assert (found["edition"], found["players"], found["games"]) == (2, 4, 4)
    assert [one["share"] for one in found["seats"]] == [50, 12.5, 12.5, 25]
    first = found["seats"][0]
    assert (round(first["low"], 1), round(first["high"], 1)) == (15.0, 85.0), "Wilson, 2 of 4"
    assert not found["differ"], "four games say nothing"


def test_games_that_count_for_nothing_are_left_out(nora: User) -> None:
    tournament = started(nora, people(12), Plan(stages=(Swiss(1),)), is_rated=True)
    play_round(tournament)
    void, casual, _counts = Table.objects.filter(round__tournament=tournament, state=TableState.COUNTED)
    tables.annul(tournament_id=tournament.pk, director=nora, table_id=void.pk, reason="no", now=NOON)
    Game.objects.filter(pk=casual.game_id).update(rated=False)
    assert figures()["games"] == 1


def test_only_the_latest_games_are_looked_at(nora: User, monkeypatch: pytest.MonkeyPatch) -> None:
    play_round(started(nora, people(12), Plan(stages=(Swiss(1),)), is_rated=True))
    monkeypatch.setattr(statistics, "LATEST", 2)
    assert figures()["games"] == 2


def test_directors_read_them_where_they_choose_seats(nora: User) -> None:
    caches["shared"].clear()
    client = signed_in(nora)
    assert "No rated game has been played to the end yet." in text_of(client.get("/tournaments/new/"))
    caches["shared"].clear()
    play_round(started(nora, people(4), Plan(stages=(Swiss(1),)), is_rated=True))
    page = text_of(client.get("/tournaments/new/"))
    assert "Wins by seat on this site" in page
    assert "Edition 2, 4 players 1" in page
