"""The past that a worker gives to the demo of a new site."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils.timezone import now

from accounts.models import User
from games.models import Game, Review, Seat, Status
from notifications.models import Notification
from stpete_site import demo
from tournaments.models import Rating, RatingChange, Season, SeasonState, Tournament, TournamentState

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def filled(django_db_setup, django_db_blocker):
    """When it was asked for. It takes a while, so one demo serves this module and is rolled back after it."""
    with django_db_blocker.unblock(), transaction.atomic():
        call_command("seed_demo")
        began, told = now(), list(Notification.objects.values_list("pk", flat=True))
        history = demo.History(began)
        while history.go_on():
            pass
        yield began, told
        transaction.set_rollback(True)


def test_a_swiss_is_under_way_a_cup_is_over_and_a_league_plays_its_second_season(filled) -> None:
    swiss, cup = Tournament.objects.get(title__contains="Swiss"), Tournament.objects.get(title__contains="Cup")
    assert (swiss.state, swiss.rounds.count()) == (TournamentState.RUNNING, 4)
    assert swiss.standings.exists()
    assert cup.state == TournamentState.FINISHED
    states = dict(Season.objects.order_by("number").values_list("number", "state"))
    assert states[1] == SeasonState.FINISHED
    assert states[2] == SeasonState.RUNNING


def test_sixty_games_lie_in_the_archive_and_ratings_have_a_history(filled) -> None:
    assert Game.objects.filter(status=Status.FINISHED).count() >= 60
    anna = User.objects.get(display_name="Anna")
    assert RatingChange.objects.filter(user=anna, pool="overall").count() >= 10
    values = set(Rating.objects.filter(pool="overall").values_list("value", flat=True))
    assert len(values) > 10


def test_what_runs_waits_for_people_who_have_time_left(filled) -> None:
    began, _told = filled
    assert not Seat.objects.filter(due_at__lte=began + timedelta(hours=6)).exists()
    assert not Review.objects.filter(due_at__isnull=False, game__finished_at__lt=began - timedelta(days=7)).exists()
    anna = User.objects.get(display_name="Anna")
    waiting = Seat.objects.filter(waiting=True, game__tournament_table__isnull=False, tenures__user=anna)
    assert waiting.exists()


def test_nobody_is_told_of_it(filled) -> None:
    _began, told = filled
    assert list(Notification.objects.exclude(pk__in=told)) == []


def test_what_is_there_is_not_made_again(filled) -> None:
    games = Game.objects.count()
    assert not demo.History(now()).go_on()
    assert Game.objects.count() == games
