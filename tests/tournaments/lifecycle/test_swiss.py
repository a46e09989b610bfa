"""A Swiss at tables runs by itself from its start to its final standings."""

from __future__ import annotations

from fractions import Fraction

import pytest

from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from arbiter.results import Closing, Ending, OutcomeKind, Unfinished
from games.models import Game, Status
from games.play import automatic
from tests.games.boards import as_bots_would
from tests.people import signed_in
from tournaments.lifecycle.services import clockwork
from tournaments.models import Chair, Due, Entry, Round, RoundState, Standing, Table, Tournament, TournamentState

from .club import DAY, NOON, again, is_late, people, play_out, play_round, started

pytestmark = pytest.mark.django_db


def test_rounds_follow_each_other_to_the_end() -> None:
    users = people(8)
    tournament = started(users[0], users, Plan(stages=(Swiss(2),)))
    assert tournament.state == TournamentState.RUNNING
    assert Table.objects.filter(round__tournament=tournament, game__status=Status.RUNNING).count() == 2
    assert Chair.objects.filter(round__tournament=tournament).count() == 8
    first = Round.objects.get(tournament=tournament)
    assert first.state == RoundState.RUNNING
    play_round(tournament)
    assert [one.state for one in tournament.rounds.all()] == [RoundState.CLOSED, RoundState.RUNNING]
    second = tournament.rounds.get(number=2)
    assert Game.objects.filter(tournament_table__round=second, status=Status.RUNNING).count() == 2
    play_round(tournament)
    tournament = again(tournament)
    assert tournament.state == TournamentState.FINISHED
    assert not Due.objects.filter(tournament=tournament).exists()
    lines = list(Standing.objects.filter(tournament=tournament))
    assert [line.order for line in lines] == list(range(1, 9))
    assert sum(Fraction(line.values[0]) for line in lines) == 2 * 8 * 6  # twelfths, six on average


def ended(*, late: bool = False, **closing: object) -> Tournament:
    """A tournament of one round whose time is over before anybody has finished; `late`: when little is left to play."""
    users = people(4)
    plan = Plan(stages=(Swiss(1),), closing=Closing(**closing))  # type: ignore[arg-type]
    tournament = started(users[0], users, plan)
    if late:
        as_bots_would(Game.objects.get(), until=is_late, now=NOON)
    clockwork.sweep(NOON + plan.round_time)
    return again(tournament)


def test_games_count_by_their_points_when_the_round_is_over() -> None:
    tournament = ended(then=Unfinished.POINTS)
    clockwork.sweep(NOON + tournament.plan.round_time)
    table = Table.objects.get(round__tournament=tournament)
    assert table.game is not None
    assert table.game.status == Status.FINISHED
    assert table.result is not None
    assert table.result.ending is Ending.POINTS
    assert again(tournament).state == TournamentState.FINISHED


def test_who_is_late_forfeits_where_the_tournament_says_so() -> None:
    tournament = ended(then=Unfinished.FORFEIT)
    clockwork.sweep(NOON + tournament.plan.round_time)
    table = Table.objects.get(round__tournament=tournament)
    assert table.result is not None
    assert [one.part for one in table.result.outcomes].count(OutcomeKind.LATE) == len(table.late) > 0
    assert max(one.place for one in table.result.outcomes if one.part is not OutcomeKind.LATE) < 4
    idle = Entry.objects.filter(tournament=tournament, is_idle=True).values_list("number", flat=True)
    assert set(idle) == {one.entrant for one in table.result.outcomes if one.part is OutcomeKind.LATE}


def test_bots_play_it_out_where_the_tournament_says_so() -> None:
    tournament = ended(late=True, then=Unfinished.ADJUDICATE)
    table = Table.objects.get(round__tournament=tournament)
    assert table.game is not None
    now = NOON + tournament.plan.round_time
    while seats := automatic.due_bots(now, 10):
        for seat in seats:
            automatic.answer_for_bot(seat_id=seat, now=now)
    clockwork.sweep(now)
    table = Table.objects.get(round__tournament=tournament)
    assert table.result is not None
    assert table.result.ending is Ending.ADJUDICATED
    assert {one.part for one in table.result.outcomes} == {OutcomeKind.PLAYED}
    assert again(tournament).state == TournamentState.FINISHED


def test_a_round_is_extended_once() -> None:
    tournament = ended(extension=7 * DAY)
    one = tournament.rounds.get()
    assert one.was_extended
    assert one.state == RoundState.RUNNING
    assert one.deadline_at == NOON + tournament.plan.round_time + 7 * DAY
    clockwork.sweep(one.deadline_at)
    clockwork.sweep(one.deadline_at)
    assert again(tournament).state == TournamentState.FINISHED


def test_a_round_that_begins_late_has_its_whole_time() -> None:
    users = people(4)
    tournament = started(users[0], users, Plan(stages=(Swiss(2),), between=DAY))
    play_round(tournament)
    second = tournament.rounds.get(number=2)
    late = second.deadline_at + DAY  # nobody worked since before its games were to begin
    clockwork.sweep(late)
    second.refresh_from_db()
    assert second.state == RoundState.RUNNING
    assert second.deadline_at == late + tournament.plan.round_time
    assert not second.was_extended
    clockwork.sweep(second.deadline_at)
    clockwork.sweep(second.deadline_at)
    assert again(tournament).state == TournamentState.FINISHED


def test_nobody_learns_of_a_deal_before_its_last_table_is_over(anna: User) -> None:
    users = people(8)
    tournament = started(users[0], users, Plan(stages=(Swiss(1),), is_duplicate=True))
    first, second = Table.objects.filter(round__tournament=tournament).order_by("number")
    assert first.game is not None
    assert second.game is not None
    assert first.game.deal_id == second.game.deal_id
    assert first.game.deal_id is not None
    play_out(first.game)
    clockwork.sweep(NOON)
    assert signed_in(anna).get(f"/games/{first.game.pk}/").status_code == 404
    assert not Standing.objects.filter(tournament=tournament).exclude(values__0="").exists()
    play_out(second.game)
    clockwork.sweep(NOON)
    assert signed_in(anna).get(f"/games/{first.game.pk}/").status_code == 200
    assert again(tournament).state == TournamentState.FINISHED
    assert Standing.objects.filter(tournament=tournament).exclude(values__0="").count() == 8
