"""Each form of a tournament on the site, from its entries to its end."""

from __future__ import annotations

import logging
from dataclasses import replace
from fractions import Fraction

import pytest
from django.test import Client

from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin
from games.models import Status
from tests.games.page_reading import text_of
from tournaments.lifecycle import verifying
from tournaments.lifecycle.services import clockwork
from tournaments.models import Round, RoundState, Standing, Table, TournamentState

from .club import DAY, NOON, again, people, play_round, started

pytestmark = pytest.mark.django_db

PAIRS = Plan(sizes=None, bye=Fraction(1))


def test_all_rounds_of_a_round_robin_run_at_once() -> None:
    users = people(3)
    tournament = started(users[0], users, replace(PAIRS, stages=(RoundRobin(legs=2),)))
    assert Round.objects.filter(tournament=tournament, state=RoundState.RUNNING).count() == 6
    assert Table.objects.filter(round__tournament=tournament, game__status=Status.RUNNING).count() == 6
    play_round(tournament)
    tournament = again(tournament)
    assert tournament.state == TournamentState.FINISHED
    assert Standing.objects.filter(tournament=tournament).count() == 3


def test_a_round_robin_that_so_many_cannot_play_becomes_the_nearest_one_and_says_so(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    users = people(5)
    tournament = again(started(users[0], users, Plan(stages=(RoundRobin(games=2),))))
    assert tournament.plan.stages == (RoundRobin(games=4),)
    assert Table.objects.filter(round__tournament=tournament).count() == 5
    for day in range(3):
        clockwork.sweep(NOON + day * DAY)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
    page = text_of(client.get(f"/tournaments/{tournament.pk}/log/"))
    assert (
        "The announced format does not fit the number of participants. New format: round-robin, 4 games each with varied opponents"
        in page
    )
    assert list(verifying.faults(tournament)) == []


def test_a_match_of_a_knockout_goes_on_until_it_is_decided() -> None:
    users = people(4)
    tournament = started(users[0], users, replace(PAIRS, stages=(Knockout(best_of=3),)))
    assert Table.objects.filter(round__tournament=tournament).count() == 4  # two games of each match at once
    for _ in range(12):
        if again(tournament).state == TournamentState.FINISHED:
            break
        play_round(tournament)
    assert again(tournament).state == TournamentState.FINISHED
    first, second, *others = Standing.objects.filter(tournament=tournament)
    assert (first.place, first.shared_by, second.place) == (1, 1, 2)
    assert {(line.place, line.shared_by) for line in others} == {(3, 2)}


def test_the_best_of_the_groups_play_the_final() -> None:
    users = people(6)
    plan = Plan(stages=(RoundRobin(groups=2, games=1), FinalTables(from_each=2)))
    tournament = started(users[0], users, plan)
    assert {table.group for table in Table.objects.filter(round__tournament=tournament)} == {1, 2}
    play_round(tournament)
    final = Round.objects.filter(tournament=tournament).last()
    assert final is not None
    assert (final.stage, final.tables.count(), final.chairs.count()) == (1, 1, 4)
    play_round(tournament)
    assert again(tournament).state == TournamentState.FINISHED
