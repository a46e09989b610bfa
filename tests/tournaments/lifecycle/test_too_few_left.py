"""Fewer are left than a table takes: the tournament ends by its standings, plays a last table of two, or waits for a day."""

from __future__ import annotations

import pytest

from accounts.models import User
from arbiter.pairing.tables.field import Sizes
from arbiter.progression.plan import FinalTables, Plan, RoundRobin, Swiss
from arbiter.results import Closing, Unfinished
from games.play.seats import leave_games
from tests.people import person
from tests.tournaments.emails.test_emails import told
from tournaments.lifecycle.notifications import TournamentNotification
from tournaments.lifecycle.services import clockwork
from tournaments.lifecycle.services.acts.tables import annul
from tournaments.lifecycle.services.creating import start_tournament
from tournaments.lifecycle.services.entering import enter, leave, wish
from tournaments.models import Chair, Due, Halt, Rest, Standing, Table, Tournament, TournamentState

from .club import DAY, NOON, again, made, people, play_round, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def nora() -> User:
    """She directs and does not play."""
    return person("Nora")


def early(tournament: Tournament) -> bool:
    return bool(tournament.acts.get(kind="finished").data.get("early"))


def test_a_swiss_of_four_ends_by_its_standings_when_two_withdraw(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    users = people(4)
    tournament = started(nora, users, Plan(stages=(Swiss(3),)))
    for user in users[:2]:
        leave(tournament_id=tournament.pk, user=user, now=NOON)
    play_round(tournament)
    tournament = again(tournament)
    assert tournament.state == TournamentState.FINISHED
    assert early(tournament)
    assert not Due.objects.filter(tournament=tournament).exists()
    assert Standing.objects.filter(tournament=tournament).count() == 4
    assert sorted(told(TournamentNotification.TOURNAMENT_OVER)) == ["Nora", "Player1", "Player2", "Player3", "Player4"]


def test_a_swiss_that_ends_before_any_result_names_no_places(nora: User) -> None:
    users = people(4)
    tournament = started(nora, users, Plan(stages=(Swiss(3),)))
    for user in users[:2]:
        leave(tournament_id=tournament.pk, user=user, now=NOON)
    table = Table.objects.get(round__tournament=tournament)
    annul(tournament_id=tournament.pk, director=nora, table_id=table.pk, reason="The wrong cards.", now=NOON)
    clockwork.sweep(NOON)
    assert again(tournament).state == TournamentState.FINISHED
    assert not Standing.objects.filter(tournament=tournament).exists()


def test_a_swiss_ends_when_all_resign(nora: User) -> None:
    users = people(4)
    tournament = started(nora, users, Plan(stages=(Swiss(3),)))
    for user in users:
        leave_games(user=user, now=NOON)
    clockwork.sweep(NOON)
    clockwork.sweep(NOON)
    assert again(tournament).state == TournamentState.FINISHED
    assert early(again(tournament))


def test_a_swiss_of_ten_ends_when_nobody_keeps_the_deadline_of_a_round(nora: User) -> None:
    tournament = started(nora, people(10), Plan(stages=(Swiss(8),), closing=Closing(Unfinished.FORFEIT)))
    now = NOON
    for _round in range(8):
        now += tournament.plan.round_time
        for _again in range(3):
            clockwork.sweep(now)
    tournament = again(tournament)
    assert tournament.state == TournamentState.FINISHED
    assert tournament.rounds.count() < 8
    assert early(tournament)


def test_a_swiss_in_pairs_ends_when_one_is_left(nora: User) -> None:
    users = people(4)
    tournament = started(nora, users, Plan(stages=(Swiss(5),), sizes=None))
    for user in users[:3]:
        leave(tournament_id=tournament.pk, user=user, now=NOON)
    play_round(tournament)
    tournament = again(tournament)
    assert (tournament.state, tournament.rounds.count()) == (TournamentState.FINISHED, 1)


def test_two_who_are_left_play_on_where_the_tournament_says_so(nora: User) -> None:
    users = people(4)
    plan = Plan(stages=(Swiss(3),), sizes=Sizes(4, frozenset({3, 4}), last_two=True))
    tournament = started(nora, users, plan)
    for user in users[:2]:
        leave(tournament_id=tournament.pk, user=user, now=NOON)
    for _round in range(3):
        play_round(tournament)
    tournament = again(tournament)
    assert (tournament.state, tournament.rounds.count()) == (TournamentState.FINISHED, 3)
    seated = [Chair.objects.filter(round__tournament=tournament, round__number=number).count() for number in (1, 2, 3)]
    assert seated == [4, 2, 2]
    assert not early(tournament)


def test_a_bye_asked_for_ends_nothing(nora: User) -> None:
    """Two of four sit out a round: the others have a bye, and all play the next one."""
    users = people(4)
    tournament = started(nora, users, Plan(stages=(Swiss(3),)))
    for user in users[:2]:
        wish(tournament_id=tournament.pk, user=user, byes=[2], now=NOON)
    play_round(tournament)
    clockwork.sweep(NOON)
    clockwork.sweep(NOON)
    second, third = tournament.rounds.filter(number__gt=1).order_by("number")
    whys = Rest.objects.filter(round=second).order_by("entry__user_id").values_list("why", flat=True)
    assert list(whys) == ["requested", "requested", "bye", "bye"]
    assert Chair.objects.filter(round=third).count() == 4


def test_a_round_waits_for_a_day_before_which_too_few_play(nora: User) -> None:
    users = people(3)
    tournament = made(nora, Plan(stages=(Swiss(1),)))
    for user in users:
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    day = NOON + 5 * DAY
    wish(tournament_id=tournament.pk, user=users[0], not_before=day.date(), now=NOON)
    start_tournament(tournament_id=tournament.pk, director=nora, now=NOON)
    clockwork.sweep(NOON)
    clockwork.sweep(NOON + DAY)
    halt = Halt.objects.get(tournament=tournament)
    assert halt.until is not None
    assert halt.until.date() == day.date()
    assert tournament.rounds.count() == 0
    assert told(TournamentNotification.ON_HOLD) == ["Nora"]
    clockwork.sweep(day)
    assert Chair.objects.filter(round__tournament=tournament).count() == 3
    assert not Halt.objects.exists()


def test_a_final_for_which_too_few_are_left_is_not_played(nora: User) -> None:
    users = people(8)
    plan = Plan(stages=(RoundRobin(2, games=3), FinalTables(2)))
    tournament = started(nora, users, plan)
    for user in users[2:]:
        leave(tournament_id=tournament.pk, user=user, now=NOON)
    play_round(tournament)
    tournament = again(tournament)
    assert tournament.state == TournamentState.FINISHED
    assert early(tournament)
