"""Fewer are left than a table takes: the tournament ends by its standings, plays a last table of two, or waits for a day."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.play.services.seats import leave_games
from tests.people import person
from tournaments.events.notices import Kind
from tournaments.events.services import clockwork
from tournaments.events.services.entering import enter, leave, wish
from tournaments.events.services.starting import start
from tournaments.models import Chair, Due, Event, EventState, Halt, Rest, Standing
from tournaments.pairing.tables.sizes import Sizes
from tournaments.plans.plan import FinalTables, Plan, RoundRobin, Swiss
from tournaments.results.closing import Closing, Unfinished

from .club import DAY, NOON, again, made, people, play_round, started
from .test_letters import told

pytestmark = pytest.mark.django_db


@pytest.fixture
def nora() -> User:
    """She directs and does not play."""
    return person("Nora")


def early(event: Event) -> bool:
    return bool(event.acts.get(kind="finished").data.get("early"))


def test_a_swiss_of_four_ends_by_its_standings_when_two_withdraw(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    users = people(4)
    event = started(nora, users, Plan(stages=(Swiss(3),)))
    for user in users[:2]:
        leave(event_id=event.pk, user=user, now=NOON)
    play_round(event)
    event = again(event)
    assert event.state == EventState.FINISHED
    assert early(event)
    assert not Due.objects.filter(event=event).exists()
    assert Standing.objects.filter(event=event).count() == 4
    assert sorted(told(Kind.EVENT_OVER)) == ["Nora", "Player1", "Player2", "Player3", "Player4"]


def test_a_swiss_ends_when_all_resign(nora: User) -> None:
    users = people(4)
    event = started(nora, users, Plan(stages=(Swiss(3),)))
    for user in users:
        leave_games(user=user, now=NOON)
    clockwork.sweep(NOON)
    clockwork.sweep(NOON)
    assert again(event).state == EventState.FINISHED
    assert early(again(event))


def test_a_swiss_of_ten_ends_when_nobody_keeps_the_deadline_of_a_round(nora: User) -> None:
    event = started(nora, people(10), Plan(stages=(Swiss(8),), closing=Closing(Unfinished.FORFEIT)))
    now = NOON
    for _round in range(8):
        now += event.plan.round_time
        for _again in range(3):
            clockwork.sweep(now)
    event = again(event)
    assert event.state == EventState.FINISHED
    assert event.rounds.count() < 8
    assert early(event)


def test_a_swiss_in_pairs_ends_when_one_is_left(nora: User) -> None:
    users = people(4)
    event = started(nora, users, Plan(stages=(Swiss(5),), sizes=None))
    for user in users[:3]:
        leave(event_id=event.pk, user=user, now=NOON)
    play_round(event)
    event = again(event)
    assert (event.state, event.rounds.count()) == (EventState.FINISHED, 1)


def test_two_who_are_left_play_on_where_the_tournament_says_so(nora: User) -> None:
    users = people(4)
    plan = Plan(stages=(Swiss(3),), sizes=Sizes(4, frozenset({3, 4}), last_two=True))
    event = started(nora, users, plan)
    for user in users[:2]:
        leave(event_id=event.pk, user=user, now=NOON)
    for _round in range(3):
        play_round(event)
    event = again(event)
    assert (event.state, event.rounds.count()) == (EventState.FINISHED, 3)
    seated = [Chair.objects.filter(round__event=event, round__number=number).count() for number in (1, 2, 3)]
    assert seated == [4, 2, 2]
    assert not early(event)


def test_a_bye_asked_for_ends_nothing(nora: User) -> None:
    """Two of four sit out a round: the others have a bye, and all play the next one."""
    users = people(4)
    event = started(nora, users, Plan(stages=(Swiss(3),)))
    for user in users[:2]:
        wish(event_id=event.pk, user=user, byes=[2], now=NOON)
    play_round(event)
    clockwork.sweep(NOON)
    clockwork.sweep(NOON)
    second, third = event.rounds.filter(number__gt=1).order_by("number")
    whys = Rest.objects.filter(round=second).order_by("entry__user_id").values_list("why", flat=True)
    assert list(whys) == ["requested", "requested", "bye", "bye"]
    assert Chair.objects.filter(round=third).count() == 4


def test_a_round_waits_for_a_day_before_which_too_few_play(nora: User) -> None:
    users = people(3)
    event = made(nora, Plan(stages=(Swiss(1),)))
    for user in users:
        enter(event_id=event.pk, user=user, now=NOON)
    day = NOON + 5 * DAY
    wish(event_id=event.pk, user=users[0], not_before=day.date(), now=NOON)
    start(event_id=event.pk, director=nora, now=NOON)
    clockwork.sweep(NOON)
    clockwork.sweep(NOON + DAY)
    halt = Halt.objects.get(event=event)
    assert halt.until is not None
    assert halt.until.date() == day.date()
    assert event.rounds.count() == 0
    assert told(Kind.ON_HOLD) == ["Nora"]
    clockwork.sweep(day)
    assert Chair.objects.filter(round__event=event).count() == 3
    assert not Halt.objects.exists()


def test_a_final_for_which_too_few_are_left_is_not_played(nora: User) -> None:
    users = people(8)
    plan = Plan(stages=(RoundRobin(2, games=3), FinalTables(2)))
    event = started(nora, users, plan)
    for user in users[2:]:
        leave(event_id=event.pk, user=user, now=NOON)
    play_round(event)
    event = again(event)
    assert event.state == EventState.FINISHED
    assert early(event)
