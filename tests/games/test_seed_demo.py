"""The demo of a new site: what it holds went through the services, and works."""

from __future__ import annotations

import io
import re
from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.utils.timezone import now

import engine
from accounts.models import User
from games import due
from games.models import Game, Invitation, LogRow, Source, Status
from games.play.positions import load

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def began():
    """When the command was given; filling takes long on a busy machine."""
    return now()


class Said(str):
    """What the command printed, and when it began."""

    began: datetime

    def __new__(cls, text: str, began: datetime) -> Said:
        self = super().__new__(cls, text)
        self.began = began
        return self


@pytest.fixture(scope="module")
def said(began, django_db_setup, django_db_blocker):
    """What the command printed. It takes seconds, so one demo serves this module and is rolled back after it."""
    said = io.StringIO()
    began = now()
    with django_db_blocker.unblock(), transaction.atomic():
        call_command("seed_demo", stdout=said)
        yield Said(said.getvalue(), began)
        transaction.set_rollback(True)


def test_the_demo_has_games_in_every_state_and_is_made_once(said):
    statuses = sorted(Game.objects.values_list("status", flat=True))
    assert statuses == [Status.FINISHED, Status.OPEN, Status.OPEN, Status.RUNNING]
    assert EmailAddress.objects.filter(verified=True).count() == User.objects.count() == 4
    assert Invitation.objects.get().user.display_name == "Anna"
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("seed_demo")
    assert User.objects.count() == 4


def test_the_finished_game_was_played_by_the_rules_and_bots_answered_for_themselves(said):
    game = Game.objects.get(status=Status.FINISHED)
    play = load(game.pk)
    assert play.state.is_over
    totals = [score.total for score in engine.final_scores(play.state)]
    assert [seat["points"] for seat in game.result["seats"]] == totals
    sources = set(LogRow.objects.filter(game=game).values_list("source", flat=True))
    assert sources - {Source.AUTO} == {Source.PAGE, Source.BOT}  # by itself where nothing else was possible


def test_the_running_game_waits_for_anna_with_time_left(said):
    play = load(Game.objects.get(status=Status.RUNNING).pk)
    anna = User.objects.get(display_name="Anna")
    seat = play.seat_of(anna)
    assert seat.waiting
    assert seat.due_at > now() + timedelta(hours=1)
    assert play.state.round >= 3


def test_nothing_of_the_demo_was_due_before_it_was_made(began, said):
    assert not any(due.counts(began + due.GRACE).values())


def test_the_printed_logins_work(said):
    password = re.search(r"Password of all four: (\S+)", said)[1]
    for address in re.search(r"Demo accounts: (.+)", said)[1].split(", "):
        assert Client().login(username=address, password=password), address
