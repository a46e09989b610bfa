"""People enter, wait, move up, leave and come back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest
from django.test import Client
from django.utils.formats import date_format

from accounts import separation, services
from accounts.models import User
from arbiter.formats.groups import LateEntry
from arbiter.progression.plan import Conditions, Knockout, Plan, RoundRobin, Swiss
from arbiter.progression.situation import Why
from arbiter.results import Leavers, Rule
from games.extensions import vacation_lines
from games.models.clock import PACES, Vacation
from games.play.errors import BadVacation
from games.play.interventions import keep_seat
from notifications.models import Notification
from tests.games.page_reading import text_of
from tests.people import person, signed_in
from tournaments.emails.registration import MovedUp
from tournaments.lifecycle import verifying
from tournaments.lifecycle.errors import BadRequest, EntriesClosed, NotEligible, NothingToComeLater
from tournaments.lifecycle.notifications import TournamentNotification
from tournaments.lifecycle.services import clockwork, log
from tournaments.lifecycle.services.accounts import be_away
from tournaments.lifecycle.services.acts import course, tables
from tournaments.lifecycle.services.creating import start_tournament
from tournaments.lifecycle.services.entering import be_back, enter, late_rounds, leave, wish
from tournaments.lifecycle.services.standings import situation_of
from tournaments.models import Act, Chair, Entry, EntryState, Rest, Round, Table

from .club import DAY, NOON, again, made, people, play_round, started

pytestmark = pytest.mark.django_db


def test_who_waits_longest_moves_up_when_somebody_leaves() -> None:
    users = people(6)
    tournament = made(users[0], most_entrants=4)
    states = [enter(tournament_id=tournament.pk, user=user, now=NOON + n * DAY).state for n, user in enumerate(users)]
    assert states == [EntryState.ENTERED] * 4 + [EntryState.WAITING] * 2
    leave(tournament_id=tournament.pk, user=users[1], now=NOON)
    assert Entry.objects.get(tournament=tournament, user=users[4]).state == EntryState.ENTERED
    assert Entry.objects.get(tournament=tournament, user=users[5]).state == EntryState.WAITING
    assert enter(tournament_id=tournament.pk, user=users[0], now=NOON).state == EntryState.ENTERED  # twice is as once


def test_conditions_are_said_all_at_once() -> None:
    (user,) = people(1)
    tournament = made(user, conditions=Conditions(finished_games=3, code_word="Neva"))
    with pytest.raises(NotEligible) as refused:
        enter(tournament_id=tournament.pk, user=user, now=NOON, code_word="Volga")
    assert "code word" in str(refused.value.sentence)
    assert "3 finished games" in str(refused.value.sentence)


def test_entries_close_at_their_time() -> None:
    users = people(2)
    tournament = made(users[0], closes_at=NOON + DAY, starts_at=NOON + 2 * DAY)
    enter(tournament_id=tournament.pk, user=users[0], now=NOON)
    with pytest.raises(EntriesClosed):
        enter(tournament_id=tournament.pk, user=users[1], now=NOON + DAY)


def test_nobody_takes_on_more_games_than_the_tournament_allows() -> None:
    users = people(4)
    started(users[0], users, Plan(stages=(Swiss(1),)))
    tournament = made(users[0], conditions=Conditions(most_running_games=0))
    with pytest.raises(NotEligible) as refused:
        enter(tournament_id=tournament.pk, user=users[1], now=NOON)
    assert "You may have at most 0 running games" in str(refused.value.sentence)


def test_a_late_entrant_gets_the_points_that_the_tournament_states() -> None:
    users = people(5)
    plan = Plan(stages=(Swiss(2),), late=LateEntry(until=2, points=Fraction(1, 2)))
    tournament = started(users[0], users[:4], plan)
    entry = enter(tournament_id=tournament.pk, user=users[4], now=NOON)
    entry.refresh_from_db()
    assert (entry.first_round, entry.number) == (2, 5)
    assert entry.rests.values_list("round__number", "why", "points").get() == (1, Why.LATE.value, "1/2")
    play_round(tournament)
    assert (
        Chair.objects.filter(round__tournament=tournament, round__number=2, entry=entry).count()
        + Rest.objects.filter(round__tournament=tournament, round__number=2, entry=entry).count()
        == 1
    )
    with pytest.raises(EntriesClosed):
        enter(tournament_id=tournament.pk, user=person("Late"), now=NOON)


def test_who_waits_moves_up_while_the_tournament_runs_as_a_late_entrant() -> None:
    users, nora = people(6), person("Nora")
    plan = Plan(stages=(Swiss(3),), sizes=None, late=LateEntry(until=2, points=Fraction(1, 2)))
    tournament = made(nora, plan, most_entrants=4)
    for number, user in enumerate(users[:5]):
        enter(tournament_id=tournament.pk, user=user, now=NOON + number * timedelta(minutes=1))
    start_tournament(tournament_id=tournament.pk, director=nora, now=NOON)
    clockwork.sweep(NOON)
    assert enter(tournament_id=tournament.pk, user=users[5], now=NOON + DAY).state == EntryState.WAITING
    leave(tournament_id=tournament.pk, user=users[0], now=NOON + DAY)
    moved = Entry.objects.get(tournament=tournament, user=users[4])
    assert (moved.state, moved.number, moved.first_round) == (EntryState.ENTERED, 5, 2)
    assert Entry.objects.get(tournament=tournament, user=users[5]).state == EntryState.WAITING
    notification = Notification.objects.get(kind=TournamentNotification.MOVED_UP, user=users[4])
    assert MovedUp().why_untrue(notification, NOON + DAY) == ""
    assert (
        enter(tournament_id=tournament.pk, user=users[0], now=NOON + DAY).state == EntryState.WAITING
    )  # the place is taken
    play_round(tournament)
    second = Round.objects.get(tournament=tournament, number=2)
    assert second.chairs.filter(entry=moved).exists()
    assert Rest.objects.get(entry=moved, round__number=1).points == "1/2"
    assert Fraction(moved.standing.values[0]) >= Fraction(1, 2)
    assert list(verifying.tournament_faults(again(tournament))) == []
    leave(tournament_id=tournament.pk, user=users[1], now=NOON + DAY)  # one may enter until round 2 only
    assert Entry.objects.get(tournament=tournament, user=users[5]).state == EntryState.WAITING


def test_a_requested_bye_and_a_withdrawal_are_kept_out_of_the_pairing() -> None:
    users = people(8)
    tournament = made(users[0], Plan(stages=(Swiss(2),)))
    for user in users:
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    wish(tournament_id=tournament.pk, user=users[2], now=NOON, byes=[2])
    with pytest.raises(BadRequest):
        wish(tournament_id=tournament.pk, user=users[3], now=NOON, byes=[1, 2])
    start_tournament(tournament_id=tournament.pk, director=users[0], now=NOON)
    clockwork.sweep(NOON)
    leave(tournament_id=tournament.pk, user=users[5], now=NOON)
    play_round(tournament)
    second = Round.objects.get(tournament=tournament, number=2)
    rests = dict(Rest.objects.filter(round=second).values_list("entry__user", "why"))
    assert rests == {users[2].pk: "requested", users[5].pk: "absent"}
    assert Rest.objects.get(round=second, entry__user=users[2]).points == "1/2"


@pytest.mark.parametrize(
    ("stage", "is_possible"),
    [
        (Swiss(2), True),
        (RoundRobin(at_once=False), True),
        (RoundRobin(), False),
        (Knockout(), False),
    ],
)
def test_a_day_before_which_one_does_not_play_is_for_rounds_that_follow_each_other(
    stage: Swiss | RoundRobin | Knockout, is_possible: bool
) -> None:
    (user,) = people(1)
    tournament = made(user, Plan(stages=(stage,), sizes=None))
    entry, day = enter(tournament_id=tournament.pk, user=user, now=NOON), (NOON + 8 * DAY).date()
    if is_possible:
        wish(tournament_id=tournament.pk, user=user, now=NOON, not_before=day)
    else:
        with pytest.raises(NothingToComeLater) as refused:
            wish(tournament_id=tournament.pk, user=user, now=NOON, not_before=day)
        assert refused.value.code == "nothing_to_come_later"
        wish(tournament_id=tournament.pk, user=user, now=NOON)  # nothing asked for is never refused
    entry.refresh_from_db()
    assert entry.not_before == (day if is_possible else None)


def test_who_keeps_away_from_somebody_does_not_meet_him_where_it_can_be_avoided() -> None:
    users = people(8)
    for other in users[1:4]:
        separation.block(blocker=users[0], blocked=other, now=NOON)
    tournament = started(users[0], users, Plan(stages=(Swiss(1),)))
    table = Table.objects.get(round__tournament=tournament, chairs__entry__user=users[0])
    met = set(table.chairs.values_list("entry__user", flat=True))
    assert len(met) == 4
    assert not met & {user.pk for user in users[1:4]}


def test_who_let_his_seat_go_is_not_paired_until_he_is_back_whoever_finishes_it() -> None:
    """Also where it counts for him as a bot or a substitute played on."""
    users, nora = people(6), person("Nora")
    plan = Plan(stages=(Swiss(3),), sizes=None, rule=Rule(Leavers.AS_PLAYED_ON))
    tournament = started(nora, users, plan)
    person("Zoe")
    (left, given, _table) = Table.objects.filter(round__tournament=tournament).order_by("number")
    one, other = (Entry.objects.filter(chairs__table=table).order_by("number")[0] for table in (left, given))
    keep_seat(game_id=left.game_id or 0, seat=Chair.objects.get(table=left, entry=one).seat, now=NOON)
    tables.substitute(
        tournament_id=tournament.pk,
        director=nora,
        table_id=given.pk,
        entry_id=other.pk,
        name="Zoe",
        reason="ill",
        now=NOON,
    )
    play_round(tournament)
    assert set(Entry.objects.filter(tournament=tournament, is_idle=True)) == {one, other}
    second = Round.objects.get(tournament=tournament, number=2)
    assert {rest.entry for rest in second.rests.filter(why=Why.ABSENT.value)} == {one, other}
    told = Notification.objects.filter(kind=TournamentNotification.PAIRED, data__round=2).values_list("user", flat=True)
    assert {one.user_id, other.user_id} <= set(told)
    be_back(tournament_id=tournament.pk, user=one.user, now=NOON)
    assert {one.number, other.number} & situation_of(tournament, NOON).here == {one.number}


def test_deadlines_wait_for_who_is_on_vacation_where_the_tournament_allows_it() -> None:
    users = people(4)
    for allowed in (Vacation.PLANNED, Vacation.NONE):
        clock = replace(PACES["2d"][0], vacation=allowed)
        tournament = started(users[0], users, Plan(stages=(Swiss(1),)), clock=clock)
        game = Table.objects.get(round__tournament=tournament).game
        assert game is not None
        seat = game.seats.filter(waiting=True).get()
        due = seat.due_at
        user = Chair.objects.get(table__game=game, seat=seat.index).entry.user
        User.objects.filter(pk=user.pk).update(created_at=NOON)
        days = {"first": NOON.date() + DAY, "last": NOON.date() + 4 * DAY}
        if not allowed:
            with pytest.raises(BadRequest):
                be_away(tournament_id=tournament.pk, user=user, now=NOON, **days)
            continue
        be_away(tournament_id=tournament.pk, user=user, now=NOON, **days)
        seat.refresh_from_db()
        assert due is not None
        assert seat.due_at == due + 4 * DAY
        assert Act.objects.filter(tournament=tournament, kind="away").count() == 1
        assert vacation_lines(user, NOON, NOON + 400 * DAY) == [
            f"{tournament.title}, round 1 ends on {date_format(Round.objects.get().deadline_at, 'DATE_FORMAT')}."
        ]
        with pytest.raises(BadVacation):  # they are booked
            be_away(tournament_id=tournament.pk, user=user, now=NOON, **days)


def test_days_away_that_were_announced_before_still_move_deadlines() -> None:
    users = people(4)
    tournament = started(users[0], users, Plan(stages=(Swiss(1),)))
    game = Table.objects.get(round__tournament=tournament).game
    assert game is not None
    seat = game.seats.filter(waiting=True).get()
    until = NOON + timedelta(days=6)
    chair = Chair.objects.get(table__game=game, seat=seat.index)
    Entry.objects.filter(pk=chair.entry_id).update(away_from=NOON, away_until=until)
    clockwork.sweep(NOON)
    seat.refresh_from_db()
    assert seat.due_at == until


def test_the_log_cannot_be_changed_unseen() -> None:
    users = people(4)
    tournament = again(started(users[0], users, Plan(stages=(Swiss(1),))))
    acts = list(Act.objects.filter(tournament=tournament))
    assert [act.kind for act in acts][:2] == ["created", "opened"]
    assert tournament.head == acts[-1].digest
    assert log.broken_at(acts) is None
    Act.objects.filter(pk=acts[3].pk).update(data={"user": 0})
    assert log.broken_at(Act.objects.filter(tournament=tournament)) == acts[3].number
    Act.objects.filter(pk=acts[3].pk).update(data=acts[3].data)
    log.erase_reason(acts[2])
    assert log.broken_at(Act.objects.filter(tournament=tournament)) is None
    Act.objects.filter(pk=acts[2].pk).update(reason="another")
    assert log.broken_at(Act.objects.filter(tournament=tournament)) == acts[2].number


def test_a_director_opens_late_entry_while_a_swiss_runs() -> None:
    """Then players register and are added; for each missed round they get what the rules have said from the start."""
    users = people(8)
    nora, zoe, yana = person("Nora"), person("Zoe"), person("Yana")
    plan = Plan(stages=(Swiss(3),), late=LateEntry(until=1, points=Fraction(1, 2)))
    tournament = started(nora, users, plan)
    act = {"tournament_id": tournament.pk, "director": nora, "reason": "Two are late.", "now": NOON}
    with pytest.raises(EntriesClosed):
        course.add(**act, name="Zoe")  # type: ignore[arg-type]
    page = signed_in(nora).post(f"/tournaments/{tournament.pk}/manage/add/", {"name": "Zoe", "reason": "late"})
    assert "Open late entry first." in text_of(page)
    with pytest.raises(BadRequest):
        course.open_late_entry(**act, until=4)  # type: ignore[arg-type]
    Notification.objects.all().delete()
    course.open_late_entry(**act, until=2)  # type: ignore[arg-type]
    assert Notification.objects.filter(kind="decided").count() == 8, (
        "who has agreed to the rules hears that they changed"
    )
    assert "Late entry is open until round 2." in text_of(Client().get(f"/tournaments/{tournament.pk}/"))
    course.add(**act, name="Zoe")  # type: ignore[arg-type]
    page = signed_in(nora).post(f"/tournaments/{tournament.pk}/manage/add/", {"name": "Zoe", "reason": "late"})
    assert "Zoe is already registered." in text_of(page), "before it is asked whether to add her"
    enter(tournament_id=tournament.pk, user=yana, now=NOON)
    for late in (zoe, yana):
        entry = tournament.entries.get(user=late)
        assert (entry.first_round, list(entry.rests.values_list("why", "points"))) == (2, [(Why.LATE.value, "1/2")])
    play_round(tournament)
    assert {zoe.pk, yana.pk} <= {*Chair.objects.filter(round__number=2).values_list("entry__user", flat=True)}
    assert list(verifying.tournament_faults(again(tournament))) == []
    with pytest.raises(EntriesClosed):
        enter(tournament_id=tournament.pk, user=person("Xenia"), now=NOON)
    assert list(late_rounds(again(tournament))) == [3]


def test_nobody_enters_once_the_last_round_is_paired() -> None:
    users = people(9)
    tournament = started(users[0], users[:8], Plan(stages=(Swiss(1),), late=LateEntry(until=5)))
    with pytest.raises(EntriesClosed):
        enter(tournament_id=tournament.pk, user=users[8], now=NOON)
    assert not list(late_rounds(tournament))


@pytest.mark.parametrize("are_allowed", [False, True])
def test_a_director_adds_a_bot_only_where_bots_may_register(are_allowed: bool) -> None:
    nora, zoe = people(2)
    services.allow(zoe, now=NOON)
    zoe.refresh_from_db()
    tournament = made(nora, conditions=Conditions(bots_allowed=are_allowed))
    sent = {"name": zoe.name, "reason": "Asked by email.", "step": "sure"}
    page = signed_in(nora).post(f"/tournaments/{tournament.pk}/manage/add/", sent)
    assert (page.status_code == 422, "Bots cannot register for this tournament." in text_of(page)) == (
        (False, False) if are_allowed else (True, True)
    )
    assert tournament.entries.filter(user=zoe).exists() == are_allowed
