"""What a director does to a tournament that runs: people, deadlines, clocks, pauses, pairings by hand, its end."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from accounts import services
from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from arbiter.results import Rule, Substitutes
from games.models import Game, Seat, Status, Tenure
from games.play.errors import HasSat
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from tests.games.page_reading import text_of
from tests.mails import text_of as text_of_mail
from tests.people import person
from tests.tournaments.lifecycle.club import DAY, NOON, again, made, people, play_round, started
from tournaments.lifecycle.errors import (
    BadRequest,
    LastDirector,
    NoSuchRound,
    NotEligible,
    OwnTable,
    UnknownName,
    WrongState,
)
from tournaments.lifecycle.services import clockwork
from tournaments.lifecycle.services.acts import by_hand, course, tables
from tournaments.lifecycle.services.acts import course as entrants
from tournaments.lifecycle.services.creating import start_tournament
from tournaments.lifecycle.services.entering import enter
from tournaments.lifecycle.services.log import broken_at
from tournaments.lifecycle.services.pairing import pair_next
from tournaments.models import (
    Chair,
    Due,
    Entry,
    EntryState,
    Rest,
    RoundState,
    Standing,
    Table,
    TableState,
    Tournament,
    TournamentState,
    What,
)

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def nora() -> User:
    """She directs and does not play."""
    return person("Nora")


def paired(nora: User, count: int = 8, **plan: object) -> Tournament:
    """A tournament whose first round is paired and begins later."""
    tournament = made(nora, Plan(stages=(Swiss(2),), **plan))  # type: ignore[arg-type]
    for user in people(count):
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    start_tournament(tournament_id=tournament.pk, director=nora, now=NOON)
    pair_next(tournament_id=tournament.pk, now=NOON)
    return again(tournament)


def test_who_is_withdrawn_is_not_paired_and_may_come_back(nora: User) -> None:
    users = people(8)
    tournament = started(nora, users, Plan(stages=(Swiss(2),)))
    entry = Entry.objects.get(tournament=tournament, user=users[3])
    entrants.withdraw(
        tournament_id=tournament.pk, director=nora, entry_id=entry.pk, reason="he asked by mail", now=NOON
    )
    with pytest.raises(WrongState):
        entrants.withdraw(tournament_id=tournament.pk, director=nora, entry_id=entry.pk, reason="twice", now=NOON)
    play_round(tournament)
    assert not Chair.objects.filter(round__tournament=tournament, round__number=2, entry=entry).exists()
    enter(tournament_id=tournament.pk, user=users[3], now=NOON)
    assert Entry.objects.get(pk=entry.pk).is_in


def test_who_is_removed_comes_back_only_by_a_director(nora: User) -> None:
    users = people(4)
    tournament = made(nora)
    for user in users:
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    entry = Entry.objects.get(tournament=tournament, user=users[0])
    entrants.remove(
        tournament_id=tournament.pk, director=nora, entry_id=entry.pk, reason="abuse", private="see mail", now=NOON
    )
    with pytest.raises(NotEligible):
        enter(tournament_id=tournament.pk, user=users[0], now=NOON)
    entrants.add(tournament_id=tournament.pk, director=nora, name="PLAYER1", reason="he is sorry", now=NOON)
    assert Entry.objects.get(pk=entry.pk).is_in
    with pytest.raises(BadRequest):
        entrants.add(tournament_id=tournament.pk, director=nora, name="Player1", reason="again", now=NOON)
    with pytest.raises(UnknownName):
        entrants.add(tournament_id=tournament.pk, director=nora, name="Nobody", reason="who", now=NOON)
    acts = list(tournament.acts.order_by("number"))
    assert [act.kind for act in acts[-2:]] == ["removed", "added"]
    assert acts[-2].private == "see mail"
    assert broken_at(acts) is None


def test_a_removal_lets_the_waiting_list_move_up(nora: User) -> None:
    users = people(5)
    tournament = made(nora, most_entrants=4)
    for user in users:
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    entry = Entry.objects.get(tournament=tournament, user=users[0])
    entrants.remove(tournament_id=tournament.pk, director=nora, entry_id=entry.pk, reason="abuse", now=NOON)
    assert Entry.objects.get(tournament=tournament, user=users[4]).state == EntryState.ENTERED


def test_nobody_takes_himself_out_as_director() -> None:
    users = people(4)
    tournament = started(users[0], users)
    own = Entry.objects.get(tournament=tournament, user=users[0])
    with pytest.raises(BadRequest):
        entrants.withdraw(tournament_id=tournament.pk, director=users[0], entry_id=own.pk, reason="tired", now=NOON)


def test_there_is_always_a_director(nora: User) -> None:
    person("Zoe")
    tournament = made(nora)
    with pytest.raises(LastDirector):
        entrants.remove_director(tournament_id=tournament.pk, director=nora, user_id=nora.pk, reason="enough", now=NOON)
    added = entrants.add_director(tournament_id=tournament.pk, director=nora, name="zoe", reason="she helps", now=NOON)
    with pytest.raises(BadRequest):
        entrants.add_director(tournament_id=tournament.pk, director=nora, name="zoe", reason="again", now=NOON)
    entrants.remove_director(tournament_id=tournament.pk, director=nora, user_id=nora.pk, reason="enough", now=NOON)
    assert list(tournament.directors.values_list("user", flat=True)) == [added.user_id]


def test_a_round_gets_another_deadline(nora: User) -> None:
    tournament = started(nora, people(4), Plan(stages=(Swiss(2),)))
    until = NOON + 60 * DAY
    course.move_deadline(tournament_id=tournament.pk, director=nora, number=1, at=until, reason="holidays", now=NOON)
    assert tournament.rounds.get().deadline_at == until
    assert Due.objects.get(tournament=tournament, what=What.DEADLINE).at == until
    assert Due.objects.get(tournament=tournament, what=What.REMINDER).at == NOON + 48 * DAY
    with pytest.raises(BadRequest):
        course.move_deadline(tournament_id=tournament.pk, director=nora, number=1, at=NOON, reason="now", now=NOON)
    with pytest.raises(NoSuchRound):
        course.move_deadline(tournament_id=tournament.pk, director=nora, number=7, at=until, reason="what", now=NOON)


def test_a_player_gets_more_time(nora: User) -> None:
    tournament = started(nora, people(4))
    table = Table.objects.get(round__tournament=tournament)
    seat = Seat.objects.filter(game=table.game_id, due_at__isnull=False).first()
    assert seat is not None
    entry = Entry.objects.get(chairs__table=table, chairs__seat=seat.index)
    due = seat.due_at
    assert due is not None
    tables.give_time(
        tournament_id=tournament.pk, director=nora, table_id=table.pk, entry_id=entry.pk, by=DAY, reason="ill", now=NOON
    )
    seat.refresh_from_db()
    assert seat.due_at == due + DAY
    assert tournament.acts.latest("number").data["seconds"] == 86400
    with pytest.raises(BadRequest):
        tables.give_time(
            tournament_id=tournament.pk,
            director=nora,
            table_id=table.pk,
            entry_id=entry.pk,
            by=40 * DAY,
            reason="ill",
            now=NOON,
        )


def test_a_substitute_takes_one_seat(nora: User) -> None:
    users = people(4)
    tournament, zoe = started(nora, users), person("Zoe")
    table = Table.objects.get(round__tournament=tournament)
    entry = Entry.objects.get(tournament=tournament, user=users[1])
    with pytest.raises(HasSat):
        tables.substitute(
            tournament_id=tournament.pk,
            director=nora,
            table_id=table.pk,
            entry_id=entry.pk,
            name="Player3",
            reason="ill",
            now=NOON,
        )
    tables.substitute(
        tournament_id=tournament.pk,
        director=nora,
        table_id=table.pk,
        entry_id=entry.pk,
        name="Zoe",
        reason="ill",
        now=NOON,
    )
    assert Tenure.objects.filter(seat__game=table.game_id, user=zoe, until=None).exists()
    play_round(tournament)
    table.refresh_from_db()
    assert entry.number in [one.entrant for one in table.result.outcomes]  # type: ignore[union-attr]
    assert Entry.objects.get(pk=entry.pk).user == users[1]


def test_a_substitute_takes_the_place_in_the_tournament_where_the_rule_says_so(nora: User) -> None:
    users = people(4)
    tournament = started(nora, users, Plan(stages=(Swiss(2),), rule=Rule(substitutes=Substitutes.SUBSTITUTE)))
    zoe, robot, table = person("Zoe"), person("Robot"), Table.objects.get(round__tournament=tournament)
    services.allow(robot, now=NOON)
    robot.refresh_from_db()
    entry = Entry.objects.get(tournament=tournament, user=users[1])

    def let_in(name: str) -> None:
        tables.substitute(
            tournament_id=tournament.pk,
            director=nora,
            table_id=table.pk,
            entry_id=entry.pk,
            name=name,
            reason="ill",
            now=NOON,
        )

    with pytest.raises(NotEligible):
        let_in(robot.name)
    let_in("Zoe")
    play_round(tournament)
    assert Chair.objects.get(round__tournament=tournament, round__number=2, entry=entry).entry.user == zoe
    assert Tenure.objects.filter(user=zoe, until=None).count() == 2


def test_a_pause_stops_every_clock_and_moves_what_is_due(nora: User) -> None:
    tournament = started(nora, people(4), Plan(stages=(Swiss(2),)))
    deadline, due = tournament.rounds.get().deadline_at, Due.objects.get(tournament=tournament, what=What.DEADLINE).at
    course.pause(tournament_id=tournament.pk, director=nora, reason="the server moves", now=NOON + HOUR)
    game = Game.objects.get(tournament_table__round__tournament=tournament)
    assert game.is_paused
    clockwork.sweep(NOON + 90 * DAY)
    assert tournament.rounds.get().state == RoundState.RUNNING
    with pytest.raises(WrongState):
        course.pause(tournament_id=tournament.pk, director=nora, reason="twice", now=NOON + HOUR)
    course.resume(tournament_id=tournament.pk, director=nora, reason="it has moved", now=NOON + 2 * DAY + HOUR)
    assert not Game.objects.get(pk=game.pk).is_paused
    assert tournament.rounds.get().deadline_at == deadline + 2 * DAY
    assert Due.objects.get(tournament=tournament, what=What.DEADLINE).at == due + 2 * DAY
    with pytest.raises(WrongState):
        course.resume(tournament_id=tournament.pk, director=nora, reason="twice", now=NOON + 3 * DAY)


@pytest.mark.parametrize("with_results", [True, False])
def test_a_tournament_is_abandoned_with_or_without_results(nora: User, with_results: bool) -> None:
    tournament = started(nora, people(8), Plan(stages=(Swiss(3),)))
    play_round(tournament)
    course.abandon(
        tournament_id=tournament.pk,
        director=nora,
        with_results=with_results,
        reason="The next round could not be paired; there may be too few players left.",
        now=NOON,
    )
    tournament = again(tournament)
    assert tournament.state == TournamentState.ABANDONED
    assert not Due.objects.filter(tournament=tournament).exists()
    assert not Game.objects.filter(tournament_table__round__tournament=tournament, status=Status.RUNNING).exists()
    counted = Table.objects.filter(round__tournament=tournament, state=TableState.COUNTED).count()
    assert counted == (2 if with_results else 0)
    assert Standing.objects.filter(tournament=tournament).exists() is with_results
    clockwork.sweep(NOON + 100 * DAY)
    assert tournament.rounds.count() == 2


@pytest.mark.parametrize("with_results", [True, False])
def test_a_tournament_abandoned_before_any_result_names_no_places(nora: User, mailbox, with_results: bool) -> None:  # type: ignore[no-untyped-def]
    tournament = started(nora, people(8), Plan(stages=(Swiss(3),)))
    why = {"with_results": with_results, "reason": "The club house burned down.", "now": NOON}
    course.abandon(tournament_id=tournament.pk, director=nora, **why)  # type: ignore[arg-type]
    clockwork.sweep(NOON + DAY)
    assert not Standing.objects.filter(tournament=tournament).exists()
    page = text_of(Client().get(f"/tournaments/{tournament.pk}/standings/"))
    assert "There are no results, so nobody has a place." in page
    bundle_due(NOON + DAY)
    deliver_due(NOON + DAY)
    mails = [text_of_mail(one) for one in mailbox.messages if "was cancelled" in str(one["Subject"])]
    assert len(mails) >= 8
    assert not any("Your place" in one or "Top players" in one for one in mails)


def test_two_players_change_places_before_the_round_begins(nora: User) -> None:
    tournament = paired(nora)
    of = tournament.rounds.get()
    first, second = by_hand.seating_of(of).tables.values()
    one = Entry.objects.get(tournament=tournament, number=first[0])
    other = Entry.objects.get(tournament=tournament, number=second[3])
    by_hand.swap(
        tournament_id=tournament.pk,
        director=nora,
        number=1,
        one_id=one.pk,
        other_id=other.pk,
        reason="brothers",
        now=NOON,
    )
    after = list(by_hand.seating_of(of).tables.values())
    assert after == [[other.number, *first[1:]], [*second[:3], one.number]]
    assert tournament.acts.latest("number").data["players"] == [one.number, other.number]
    with pytest.raises(BadRequest):
        by_hand.swap(
            tournament_id=tournament.pk,
            director=nora,
            number=1,
            one_id=one.pk,
            other_id=one.pk,
            reason="what",
            now=NOON,
        )
    clockwork.sweep(NOON)
    with pytest.raises(WrongState):
        by_hand.swap(
            tournament_id=tournament.pk,
            director=nora,
            number=1,
            one_id=one.pk,
            other_id=other.pk,
            reason="late",
            now=NOON,
        )


def test_a_bye_goes_to_somebody_else_and_the_violation_is_named(nora: User) -> None:
    tournament = paired(nora, 5, sizes=None)
    of = tournament.rounds.get()
    seating = by_hand.seating_of(of)
    pair = next(iter(seating.tables.values()))
    resting = Entry.objects.get(tournament=tournament, number=seating.byes[0])
    playing = Entry.objects.get(tournament=tournament, number=pair[0])
    by_hand.swap(
        tournament_id=tournament.pk,
        director=nora,
        number=1,
        one_id=resting.pk,
        other_id=playing.pk,
        reason="a wish",
        now=NOON,
    )
    assert Rest.objects.get(round=of).entry == playing
    assert Chair.objects.filter(round=of, entry=resting).count() == 1


def test_violations_of_a_second_round_are_known_beforehand(nora: User) -> None:
    tournament = made(nora, Plan(stages=(Swiss(2),), sizes=None, between=DAY))
    for user in people(4):
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    start_tournament(tournament_id=tournament.pk, director=nora, now=NOON)
    clockwork.sweep(NOON)
    play_round(tournament)
    tournament = again(tournament)
    of = tournament.rounds.get(number=2)
    assert of.state == RoundState.PAIRED
    seating = by_hand.seating_of(of)
    (one, two), (three, four) = seating.tables.values()
    assert by_hand.broken_by(tournament, of, seating) == ()
    codes = {
        one.code
        for pairing in (seating.swapped(one, three), seating.swapped(one, four), seating.swapped(two, three))
        for one in by_hand.broken_by(tournament, of, pairing)
    }
    assert "rematch" in codes


def test_a_director_does_not_pair_himself() -> None:
    users = people(8)
    tournament = made(users[0], Plan(stages=(Swiss(2),), between=DAY))
    for user in users:
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    start_tournament(tournament_id=tournament.pk, director=users[0], now=NOON)
    pair_next(tournament_id=tournament.pk, now=NOON)
    first, second = by_hand.seating_of(tournament.rounds.get()).tables.values()
    entries = [Entry.objects.get(tournament=tournament, number=one[0]) for one in (first, second)]
    with pytest.raises(OwnTable):
        by_hand.swap(
            tournament_id=tournament.pk,
            director=users[0],
            number=1,
            one_id=entries[0].pk,
            other_id=entries[1].pk,
            reason="I would like to",
            now=NOON,
        )
