"""What a director does to an event that runs: people, deadlines, clocks, pauses, pairings by hand, its end."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from games.models import Game, Seat, Status, Tenure
from games.play.errors import HasSat
from tests.events.club import DAY, NOON, again, made, people, play_round, started
from tests.people import person
from tournaments.events.errors import BadRequest, NotEligible, WrongState
from tournaments.events.services import clockwork
from tournaments.events.services.acts import abandoning, by_hand, directors, entrants, pausing, rounds, seats
from tournaments.events.services.acts.errors import LastDirector, NoSuchRound, OwnTable, UnknownName
from tournaments.events.services.entering import enter
from tournaments.events.services.log import broken_at
from tournaments.events.services.pairing import pair_next
from tournaments.events.services.starting import start
from tournaments.models import (
    Chair,
    Due,
    Entry,
    EntryState,
    Event,
    EventState,
    Rest,
    RoundState,
    Standing,
    Table,
    TableState,
    What,
)
from tournaments.plans.plan import Plan, Swiss
from tournaments.results.shared import Rule, Substitutes

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def nora() -> User:
    """She directs and does not play."""
    return person("Nora")


def paired(nora: User, count: int = 8, **plan: object) -> Event:
    """An event whose first round is paired and begins later."""
    event = made(nora, Plan(stages=(Swiss(2),), **plan))  # type: ignore[arg-type]
    for user in people(count):
        enter(event_id=event.pk, user=user, now=NOON)
    start(event_id=event.pk, director=nora, now=NOON)
    pair_next(event_id=event.pk, now=NOON)
    return again(event)


def test_who_is_withdrawn_is_not_paired_and_may_come_back(nora: User) -> None:
    users = people(8)
    event = started(nora, users, Plan(stages=(Swiss(2),)))
    entry = Entry.objects.get(event=event, user=users[3])
    entrants.withdraw(event_id=event.pk, director=nora, entry_id=entry.pk, reason="he asked by mail", now=NOON)
    with pytest.raises(WrongState):
        entrants.withdraw(event_id=event.pk, director=nora, entry_id=entry.pk, reason="twice", now=NOON)
    play_round(event)
    assert not Chair.objects.filter(round__event=event, round__number=2, entry=entry).exists()
    enter(event_id=event.pk, user=users[3], now=NOON)
    assert Entry.objects.get(pk=entry.pk).is_in


def test_who_is_removed_comes_back_only_by_a_director(nora: User) -> None:
    users = people(4)
    event = made(nora)
    for user in users:
        enter(event_id=event.pk, user=user, now=NOON)
    entry = Entry.objects.get(event=event, user=users[0])
    entrants.remove(event_id=event.pk, director=nora, entry_id=entry.pk, reason="abuse", private="see mail", now=NOON)
    with pytest.raises(NotEligible):
        enter(event_id=event.pk, user=users[0], now=NOON)
    entrants.add(event_id=event.pk, director=nora, name="PLAYER1", reason="he is sorry", now=NOON)
    assert Entry.objects.get(pk=entry.pk).is_in
    with pytest.raises(BadRequest):
        entrants.add(event_id=event.pk, director=nora, name="Player1", reason="again", now=NOON)
    with pytest.raises(UnknownName):
        entrants.add(event_id=event.pk, director=nora, name="Nobody", reason="who", now=NOON)
    acts = list(event.acts.order_by("number"))
    assert [act.kind for act in acts[-2:]] == ["removed", "added"]
    assert acts[-2].private == "see mail"
    assert broken_at(acts) is None


def test_a_removal_lets_the_waiting_list_move_up(nora: User) -> None:
    users = people(5)
    event = made(nora, most_entrants=4)
    for user in users:
        enter(event_id=event.pk, user=user, now=NOON)
    entry = Entry.objects.get(event=event, user=users[0])
    entrants.remove(event_id=event.pk, director=nora, entry_id=entry.pk, reason="abuse", now=NOON)
    assert Entry.objects.get(event=event, user=users[4]).state == EntryState.ENTERED


def test_nobody_takes_himself_out_as_director() -> None:
    users = people(4)
    event = started(users[0], users)
    own = Entry.objects.get(event=event, user=users[0])
    with pytest.raises(BadRequest):
        entrants.withdraw(event_id=event.pk, director=users[0], entry_id=own.pk, reason="tired", now=NOON)


def test_there_is_always_a_director(nora: User) -> None:
    person("Zoe")
    event = made(nora)
    with pytest.raises(LastDirector):
        directors.remove_director(event_id=event.pk, director=nora, user_id=nora.pk, reason="enough", now=NOON)
    added = directors.add_director(event_id=event.pk, director=nora, name="zoe", reason="she helps", now=NOON)
    with pytest.raises(BadRequest):
        directors.add_director(event_id=event.pk, director=nora, name="zoe", reason="again", now=NOON)
    directors.remove_director(event_id=event.pk, director=nora, user_id=nora.pk, reason="enough", now=NOON)
    assert list(event.directors.values_list("user", flat=True)) == [added.user_id]


def test_a_round_gets_another_deadline(nora: User) -> None:
    event = started(nora, people(4), Plan(stages=(Swiss(2),)))
    until = NOON + 60 * DAY
    rounds.move_deadline(event_id=event.pk, director=nora, number=1, at=until, reason="holidays", now=NOON)
    assert event.rounds.get().deadline_at == until
    assert Due.objects.get(event=event, what=What.DEADLINE).at == until
    assert Due.objects.get(event=event, what=What.REMINDER).at == NOON + 48 * DAY
    with pytest.raises(BadRequest):
        rounds.move_deadline(event_id=event.pk, director=nora, number=1, at=NOON, reason="now", now=NOON)
    with pytest.raises(NoSuchRound):
        rounds.move_deadline(event_id=event.pk, director=nora, number=7, at=until, reason="what", now=NOON)


def test_a_player_gets_more_time(nora: User) -> None:
    event = started(nora, people(4))
    table = Table.objects.get(round__event=event)
    seat = Seat.objects.filter(game=table.game_id, due_at__isnull=False).first()
    assert seat is not None
    entry = Entry.objects.get(chairs__table=table, chairs__seat=seat.index)
    due = seat.due_at
    assert due is not None
    seats.give_time(
        event_id=event.pk, director=nora, table_id=table.pk, entry_id=entry.pk, by=DAY, reason="ill", now=NOON
    )
    seat.refresh_from_db()
    assert seat.due_at == due + DAY
    assert event.acts.latest("number").data["seconds"] == 86400
    with pytest.raises(BadRequest):
        seats.give_time(
            event_id=event.pk, director=nora, table_id=table.pk, entry_id=entry.pk, by=40 * DAY, reason="ill", now=NOON
        )


def test_a_substitute_takes_one_seat(nora: User) -> None:
    users = people(4)
    event, zoe = started(nora, users), person("Zoe")
    table = Table.objects.get(round__event=event)
    entry = Entry.objects.get(event=event, user=users[1])
    with pytest.raises(HasSat):
        seats.substitute(
            event_id=event.pk,
            director=nora,
            table_id=table.pk,
            entry_id=entry.pk,
            name="Player3",
            reason="ill",
            now=NOON,
        )
    seats.substitute(
        event_id=event.pk, director=nora, table_id=table.pk, entry_id=entry.pk, name="Zoe", reason="ill", now=NOON
    )
    assert Tenure.objects.filter(seat__game=table.game_id, user=zoe, until=None).exists()
    play_round(event)
    table.refresh_from_db()
    assert entry.number in [one.entrant for one in table.result.outcomes]  # type: ignore[union-attr]
    assert Entry.objects.get(pk=entry.pk).user == users[1]


def test_a_substitute_takes_the_place_in_the_event_where_the_rule_says_so(nora: User) -> None:
    users = people(4)
    event = started(nora, users, Plan(stages=(Swiss(2),), rule=Rule(substitutes=Substitutes.SUBSTITUTE)))
    zoe, table = person("Zoe"), Table.objects.get(round__event=event)
    entry = Entry.objects.get(event=event, user=users[1])
    seats.substitute(
        event_id=event.pk, director=nora, table_id=table.pk, entry_id=entry.pk, name="Zoe", reason="ill", now=NOON
    )
    play_round(event)
    assert Chair.objects.get(round__event=event, round__number=2, entry=entry).entry.user == zoe
    assert Tenure.objects.filter(user=zoe, until=None).count() == 2


def test_a_pause_stops_every_clock_and_moves_what_is_due(nora: User) -> None:
    event = started(nora, people(4), Plan(stages=(Swiss(2),)))
    deadline, due = event.rounds.get().deadline_at, Due.objects.get(event=event, what=What.DEADLINE).at
    pausing.pause(event_id=event.pk, director=nora, reason="the server moves", now=NOON + HOUR)
    game = Game.objects.get(event_table__round__event=event)
    assert game.is_paused
    clockwork.sweep(NOON + 90 * DAY)
    assert event.rounds.get().state == RoundState.RUNNING
    with pytest.raises(WrongState):
        pausing.pause(event_id=event.pk, director=nora, reason="twice", now=NOON + HOUR)
    pausing.resume(event_id=event.pk, director=nora, reason="it has moved", now=NOON + 2 * DAY + HOUR)
    assert not Game.objects.get(pk=game.pk).is_paused
    assert event.rounds.get().deadline_at == deadline + 2 * DAY
    assert Due.objects.get(event=event, what=What.DEADLINE).at == due + 2 * DAY
    with pytest.raises(WrongState):
        pausing.resume(event_id=event.pk, director=nora, reason="twice", now=NOON + 3 * DAY)


@pytest.mark.parametrize("with_results", [True, False])
def test_an_event_is_abandoned_with_or_without_results(nora: User, with_results: bool) -> None:
    event = started(nora, people(8), Plan(stages=(Swiss(3),)))
    play_round(event)
    abandoning.abandon(
        event_id=event.pk,
        director=nora,
        with_results=with_results,
        reason="The next round could not be paired; there may be too few players left.",
        now=NOON,
    )
    event = again(event)
    assert event.state == EventState.ABANDONED
    assert not Due.objects.filter(event=event).exists()
    assert not Game.objects.filter(event_table__round__event=event, status=Status.RUNNING).exists()
    counted = Table.objects.filter(round__event=event, state=TableState.COUNTED).count()
    assert counted == (2 if with_results else 0)
    assert Standing.objects.filter(event=event).exists() is with_results
    clockwork.sweep(NOON + 100 * DAY)
    assert event.rounds.count() == 2


def test_two_players_change_places_before_the_round_begins(nora: User) -> None:
    event = paired(nora)
    of = event.rounds.get()
    first, second = by_hand.seating_of(of).tables.values()
    one = Entry.objects.get(event=event, number=first[0])
    other = Entry.objects.get(event=event, number=second[3])
    by_hand.swap(
        event_id=event.pk, director=nora, number=1, one_id=one.pk, other_id=other.pk, reason="brothers", now=NOON
    )
    after = list(by_hand.seating_of(of).tables.values())
    assert after == [[other.number, *first[1:]], [*second[:3], one.number]]
    assert event.acts.latest("number").data["players"] == [one.number, other.number]
    with pytest.raises(BadRequest):
        by_hand.swap(
            event_id=event.pk, director=nora, number=1, one_id=one.pk, other_id=one.pk, reason="what", now=NOON
        )
    clockwork.sweep(NOON)
    with pytest.raises(WrongState):
        by_hand.swap(
            event_id=event.pk, director=nora, number=1, one_id=one.pk, other_id=other.pk, reason="late", now=NOON
        )


def test_a_bye_goes_to_somebody_else_and_the_violation_is_named(nora: User) -> None:
    event = paired(nora, 5, sizes=None)
    of = event.rounds.get()
    seating = by_hand.seating_of(of)
    pair = next(iter(seating.tables.values()))
    resting = Entry.objects.get(event=event, number=seating.byes[0])
    playing = Entry.objects.get(event=event, number=pair[0])
    by_hand.swap(
        event_id=event.pk, director=nora, number=1, one_id=resting.pk, other_id=playing.pk, reason="a wish", now=NOON
    )
    assert Rest.objects.get(round=of).entry == playing
    assert Chair.objects.filter(round=of, entry=resting).count() == 1


def test_violations_of_a_second_round_are_known_beforehand(nora: User) -> None:
    event = made(nora, Plan(stages=(Swiss(2),), sizes=None, between=DAY))
    for user in people(4):
        enter(event_id=event.pk, user=user, now=NOON)
    start(event_id=event.pk, director=nora, now=NOON)
    clockwork.sweep(NOON)
    play_round(event)
    event = again(event)
    of = event.rounds.get(number=2)
    assert of.state == RoundState.PAIRED
    seating = by_hand.seating_of(of)
    (one, two), (three, four) = seating.tables.values()
    assert by_hand.broken_by(event, of, seating) == ()
    codes = {
        one.code
        for pairing in (seating.swapped(one, three), seating.swapped(one, four), seating.swapped(two, three))
        for one in by_hand.broken_by(event, of, pairing)
    }
    assert "rematch" in codes


def test_a_director_does_not_pair_himself() -> None:
    users = people(8)
    event = made(users[0], Plan(stages=(Swiss(2),), between=DAY))
    for user in users:
        enter(event_id=event.pk, user=user, now=NOON)
    start(event_id=event.pk, director=users[0], now=NOON)
    pair_next(event_id=event.pk, now=NOON)
    first, second = by_hand.seating_of(event.rounds.get()).tables.values()
    entries = [Entry.objects.get(event=event, number=one[0]) for one in (first, second)]
    with pytest.raises(OwnTable):
        by_hand.swap(
            event_id=event.pk,
            director=users[0],
            number=1,
            one_id=entries[0].pk,
            other_id=entries[1].pk,
            reason="I would like to",
            now=NOON,
        )
