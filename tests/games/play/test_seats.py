"""Seats change hands, games end by agreement, bots answer."""

import pytest

import engine
from games.models import Source
from games.play import errors, seats
from games.play.automatic import LEASE, answer_for_bot
from games.play.moves import submit_move
from games.play.positions import load

from ..play_builders import NOON, asked_user, begun, play_on
from ..table_builders import agree_to_end

pytestmark = pytest.mark.django_db


def resign(game, user):
    seats.resign(game_id=game.pk, user=user, source=Source.PAGE, now=NOON)


def test_a_resigned_seat_goes_to_a_bot_for_good(anna, boris):
    game = begun(anna, boris)
    resign(game, anna)
    play = load(game.pk)
    assert (play.seat_of(anna), play.can_take_back(anna), play.eyes_of(anna)) == (None, None, None)
    assert [row.text for row in play.rows] == ["resigned"]
    with pytest.raises(errors.NotSeated):
        seats.take_back_seat(game_id=game.pk, user=anna, source=Source.PAGE, now=NOON)


def test_the_open_question_of_a_resigned_seat_is_put_to_the_bot(anna, boris):
    game = begun(anna, boris)
    first = asked_user(load(game.pk))
    resign(game, first)
    play = load(game.pk)
    (seat,) = [seat for seat in play.seats if seat.waiting]
    assert (seat.bot_due_at, seat.due_at) == (NOON, None)
    assert answer_for_bot(seat_id=seat.pk, now=NOON)
    assert load(game.pk).rows[-1].source == "bot"


def test_resigning_does_not_make_the_page_of_the_others_stale(anna, boris):
    game = begun(anna, boris)
    play = load(game.pk)
    user = asked_user(play)
    resign(game, boris if user == anna else anna)
    text = str(engine.legal_moves(play.state, play.seat_of(user).index)[0])
    rows = submit_move(game_id=game.pk, user=user, text=text, version=0, source=Source.PAGE, now=NOON)
    assert rows[0].number == 2


def test_a_game_of_bots_and_people_is_played_to_its_end_by_the_same_services(anna):
    game = begun(anna, "plain", "plain", "plain", edition=1)
    play = play_on(game)
    assert play.game.is_finished
    assert {row.source for row in play.rows} == {"page", "bot"}


def test_a_bot_that_is_at_work_is_not_asked_a_second_time_until_its_lease_is_over(anna):
    game = begun(anna, "plain")
    play = play_on(game, until=lambda play: play.holder(engine.waiting_for(play.state)[0]).is_bot)
    (seat,) = [seat for seat in play.seats if seat.waiting]
    type(seat).objects.filter(pk=seat.pk).update(bot_due_at=NOON + LEASE)  # as another worker's claim leaves it
    assert not answer_for_bot(seat_id=seat.pk, now=NOON)
    assert answer_for_bot(seat_id=seat.pk, now=NOON + LEASE)


def test_a_late_second_message_to_a_bot_changes_nothing(anna):
    game = begun(anna, "plain")
    play = play_on(game, until=lambda play: play.holder(engine.waiting_for(play.state)[0]).is_bot)
    (seat,) = [seat for seat in play.seats if seat.waiting]
    assert answer_for_bot(seat_id=seat.pk, now=NOON)
    version = load(game.pk).game.version
    if not load(game.pk).seats[seat.index].waiting:
        assert not answer_for_bot(seat_id=seat.pk, now=NOON)
        assert load(game.pk).game.version == version


def test_a_game_ends_by_agreement_of_all_people_and_counts_as_it_stands(anna, boris):
    game = begun(anna, boris, "plain")
    play = play_on(
        game, until=lambda play: play.state.round == 2 and not play.holder(engine.waiting_for(play.state)[0]).is_bot
    )
    standing = [play.state.points(seat) for seat in range(3)]
    agree_to_end(game, anna)
    assert load(game.pk).game.is_running
    agree_to_end(game, boris)
    play = load(game.pk)
    assert play.game.is_finished
    assert play.game.result["ended"] == "agreement"
    assert [seat["points"] for seat in play.game.result["seats"]] == standing
    assert not any(seat.waiting or seat.due_at for seat in play.seats)
    assert play.rows[-1].kind == "end"


def test_who_resigns_no_longer_stands_in_the_way_of_those_who_wish_to_end(anna, boris, clara):
    game = begun(anna, boris, clara)
    for user in (anna, boris):
        agree_to_end(game, user)
    resign(game, clara)
    play = load(game.pk)
    assert [row.text for row in play.rows] == ["propose end", "agree", "resigned", "agreed"]
    assert (play.game.status, play.game.result["ended"]) == ("finished", "agreement")
    assert not any(seat.waiting or seat.due_at or seat.bot_due_at for seat in play.seats)


def test_whoever_is_no_player_can_neither_resign_nor_end(anna, boris, clara):
    game = begun(anna, boris)
    with pytest.raises(errors.NotSeated):
        resign(game, clara)
    with pytest.raises(errors.NotSeated):
        agree_to_end(game, clara)


def test_when_an_account_goes_its_running_games_go_on_with_bots(anna, boris):
    game = begun(anna, boris)
    seats.leave_games(user=anna, now=NOON)
    play = load(game.pk)
    assert play.seat_of(anna) is None
    assert [row.text for row in play.rows] == ["deleted"]
