"""Deadlines met and missed: counted at the seat, taken over by the tenure, summed for the person."""

import pytest
from django.test import Client

import engine
from games.models import DeadlineSum, Game, LogRow, PassMode, Seat, Source, Tenure
from games.play import automatic, seats
from games.play import moves as plays
from games.play.merging import take_games
from games.play.outcomes import find_outcome_faults
from games.play.positions import load
from games.play.reliability import DeadlineRecord, kept_deadlines
from tests.people import signed_in

from ..page_reading import text_of
from ..play_builders import DAY, HOUR, NOON, asked_user, begun, first_phase_over, play_on
from ..table_builders import agree_to_end

pytestmark = pytest.mark.django_db


def answer(game, user, now, source=Source.PAGE):
    play = load(game.pk)
    text = str(engine.default_move(play.state, play.seat_of(user).index))
    plays.submit_move(game_id=game.pk, user=user, text=text, version=play.game.version, source=source, now=now)


def miss(game, now=None):
    """Let the deadline of whoever is asked pass. Returns him and when that was."""
    play = load(game.pk)
    late = asked_user(play)
    seat = play.seat_of(late)
    assert automatic.time_out(seat_id=seat.pk, now=now or seat.due_at)
    return late, now or seat.due_at


@pytest.mark.parametrize("source", [Source.PAGE, Source.API, Source.MAIL])
def test_an_answer_counts_however_it_comes(anna, boris, source):
    game = begun(anna, boris)
    user = asked_user(load(game.pk))
    answer(game, user, NOON + HOUR, source)
    assert kept_deadlines(user) == (1, 0)


def test_an_answer_by_an_order_given_before_counts(anna, boris):
    game = begun(anna, boris)
    play = play_on(game, until=first_phase_over)
    user = asked_user(play)
    before = kept_deadlines(user).met
    passes = {"user": user, "mode": PassMode.PHASE, "version": play.game.version, "source": Source.PAGE, "now": NOON}
    plays.order_pass(game_id=game.pk, **passes)
    play_on(game, until=lambda play: any(row.source == "standing" for row in play.rows), choose=_buys)
    rows = LogRow.objects.filter(game=game, seat=play.seat_of(user).index, source="standing").count()
    own = LogRow.objects.filter(game=game, seat=play.seat_of(user).index, source="page").count()
    assert rows > 0
    assert kept_deadlines(user).met == own + rows > before


def _buys(play, index):
    """Whatever is no pass, so that the turn comes round again."""
    moves = engine.legal_moves(play.state, index)
    return str(next((move for move in moves if not move.is_pass), moves[-1]))


def test_a_deadline_that_passes_is_one_miss_whatever_passes_follow(anna, boris, clara):
    game = begun(anna, boris, clara)
    play_on(game, until=first_phase_over)
    met = {user: kept_deadlines(user) for user in (anna, boris, clara)}
    assert all(kept.missed == 0 < kept.met for kept in met.values())
    late, now = miss(game)
    play_on(game, until=lambda play: engine.phase_key(play.state) != "1:building", choose=_buys, now=now)
    assert LogRow.objects.filter(game=game, source="timeout").count() >= 2
    assert kept_deadlines(late)[1] == 1


def test_bots_and_who_plays_alone_have_no_deadlines(anna, boris):
    play_on(begun(anna, players=1), until=lambda play: play.game.version >= 4)
    assert kept_deadlines(anna) == (0, 0)
    game = begun(boris, "plain", "plain")
    play = play_on(game, until=lambda play: play.game.version >= 9)
    assert set(Seat.objects.filter(game=game).values_list("deadlines_met", flat=True)) == {
        0,
        sum(row.source == "page" for row in play.rows),
    }


def kept_and_returned(game):
    """Somebody misses two deadlines, a bot keeps his seat, and he comes back. Returns him and when."""
    late, now = miss(game)
    play_on(game, until=lambda play: asked_user(play) == late, now=now)
    assert miss(game)[0] == late
    now += 3 * DAY
    seats.take_back_seat(game_id=game.pk, user=late, source=Source.PAGE, now=now)
    return late, now


def test_a_tenure_takes_its_counts_over_and_who_comes_back_goes_on_counting(anna, boris):
    game = begun(anna, boris)
    play_on(game, until=first_phase_over)
    late, now = kept_and_returned(game)
    seat = load(game.pk).seat_of(late)
    first, bot, again = Tenure.objects.filter(seat=seat)
    assert first.deadlines_missed == 2
    assert first.deadlines_met > 0
    assert (bot.deadlines_met, bot.deadlines_missed) == (again.deadlines_met, again.deadlines_missed) == (0, 0)
    assert (seat.deadlines_met, seat.deadlines_missed) == (0, 0)
    play_on(game, until=lambda play: asked_user(play) == late, now=now)
    answer(game, late, now + HOUR)
    assert kept_deadlines(late) == (first.deadlines_met + 1, 2)
    seats.resign(game_id=game.pk, user=late, source=Source.PAGE, now=now + HOUR)
    assert kept_deadlines(late) == (first.deadlines_met + 1, 2)


def test_they_are_asked_in_one_statement(anna, boris, django_assert_num_queries):
    for _game in range(3):
        begun(anna, boris)
    with django_assert_num_queries(1):
        kept_deadlines(anna)


def test_the_percentage_is_rounded_down():
    assert [DeadlineRecord(*counts).percent for counts in ((999, 1), (3, 0), (0, 2), (2, 1))] == [99, 100, 0, 66]


def test_the_players_page_says_how_many_were_kept(anna, boris):
    path = f"/players/{anna.pk}/"
    assert "deadlines" not in text_of(Client().get(path))
    begun(anna, boris)
    Seat.objects.filter(tenures__user=anna).update(deadlines_met=233, deadlines_missed=7)
    assert "kept 97 % of 240 deadlines" in text_of(signed_in(boris).get(path))


def test_the_end_of_a_game_adds_its_deadlines_to_a_sum_that_goes_along_when_accounts_become_one(anna, boris, clara):
    """A page reads the sum and the tenures that are in none, so a player of thousands of games costs what one of ten does."""
    game = begun(anna, boris)
    play_on(game, until=first_phase_over)
    before = {user: kept_deadlines(user) for user in (anna, boris)}
    for user in (anna, boris):
        agree_to_end(game, user)
    assert Game.objects.get(pk=game.pk).is_finished
    assert not Tenure.objects.filter(seat__game=game, summed=False).exists()
    assert {user: kept_deadlines(user) for user in (anna, boris)} == before
    assert DeadlineSum.objects.get(user=anna).met == before[anna].met > 0
    take_games(gone=anna, stays=clara, now=NOON + DAY)
    assert (kept_deadlines(anna), kept_deadlines(clara)) == ((0, 0), before[anna])
    assert not list(find_outcome_faults())
