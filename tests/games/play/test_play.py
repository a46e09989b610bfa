"""Moves of people: one service, one lock, one log."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import engine
from games.errors import GameError
from games.models import LogRow, PassMode, Source
from games.play import errors
from games.play.moves import order_pass, revoke_pass, submit_move
from games.play.positions import load
from notifications.models import Notification

from ..play_builders import DAY, HOUR, NOON, asked_user, begun, first_phase_over, play_on

pytestmark = pytest.mark.django_db


def submit(game, user, text, version=None, now=NOON):
    version = load(game.pk).game.version if version is None else version
    return submit_move(game_id=game.pk, user=user, text=text, version=version, source=Source.PAGE, now=now)


def first_move(play):
    return str(engine.legal_moves(play.state, engine.waiting_for(play.state)[0])[0])


def test_a_move_is_one_row_with_number_ply_and_source(anna, boris):
    game = begun(anna, boris)
    play = load(game.pk)
    rows = submit(game, asked_user(play), first_move(play))
    assert [(row.number, row.ply, row.source) for row in rows] == [(1, 1, "page")]
    assert load(game.pk).game.version == 1


def test_a_double_click_plays_once(anna, boris):
    game = begun(anna, boris)
    play = load(game.pk)
    user = asked_user(play)
    submit(game, user, first_move(play), version=0)
    with pytest.raises(GameError) as refused:
        submit(game, user, first_move(play), version=0)
    assert refused.value.code == "stale_position"
    assert LogRow.objects.filter(game=game).count() == 1


def test_a_version_from_the_future_is_stale_too(anna, boris):
    game = begun(anna, boris)
    play = load(game.pk)
    with pytest.raises(errors.StalePosition):
        submit(game, asked_user(play), first_move(play), version=7)


def test_only_the_seat_that_is_asked_may_move(anna, boris, clara):
    game = begun(anna, boris)
    play = load(game.pk)
    other = boris if asked_user(play) == anna else anna
    with pytest.raises(errors.NotYourTurn):
        submit(game, other, first_move(play))
    with pytest.raises(errors.NotSeated):
        submit(game, clara, first_move(play))
    assert not LogRow.objects.filter(game=game).exists()


@pytest.mark.parametrize(
    ("text", "error"), [("castle kingside", errors.NotAMove), ("", errors.NotAMove), ("pass", errors.IllegalMove)]
)
def test_what_is_no_move_and_what_is_no_legal_move_are_told_apart_and_write_nothing(anna, boris, text, error):
    """FIRST-2: in the first Worker phase passing is illegal."""
    game = begun(anna, boris)
    with pytest.raises(error):
        submit(game, asked_user(load(game.pk)), text)
    assert load(game.pk).game.version == 0


def test_the_clock_of_the_asked_seat_runs_and_stops_with_its_answer(anna, boris):
    game = begun(anna, boris, pace="bank-quick")
    play = load(game.pk)
    user = asked_user(play)
    seat = play.seat_of(user)
    assert (seat.waiting, seat.due_at) == (True, NOON + DAY)
    submit(game, user, first_move(play), now=NOON + 5 * HOUR)
    play = load(game.pk)
    seat = play.seat_of(user)
    assert (seat.waiting, seat.due_at, seat.running_since, seat.remaining) == (False, None, None, 23 * HOUR)
    other = play.seat_of(asked_user(play))
    assert (other.running_since, other.due_at) == (NOON + 5 * HOUR, NOON + 29 * HOUR)


def test_a_move_after_the_due_time_counts_while_nobody_has_timed_it_out(anna, boris):
    game = begun(anna, boris)
    play = load(game.pk)
    submit(game, asked_user(play), first_move(play), now=NOON + 30 * DAY)
    assert load(game.pk).game.version == 1


def test_a_standing_pass_answers_to_the_end_of_the_phase_and_no_longer(anna, boris, clara):
    """DEC-24, UI-3: pass this phase; automatic passes are ordinary passes for PASS-1 (UI-4)."""
    game = begun(anna, boris, clara)
    play = play_on(game, until=first_phase_over)
    phase = engine.phase_key(play.state)
    first = asked_user(play)
    order_pass(
        game_id=game.pk, user=first, mode=PassMode.PHASE, version=play.game.version, source=Source.PAGE, now=NOON
    )
    takes = iter(["take"])

    def take_once(play, index):
        legal = [str(move) for move in engine.legal_moves(play.state, index)]
        return next((move for move in legal if move.startswith("take")), "pass") if next(takes, None) else "pass"

    play = play_on(game, choose=take_once, until=lambda play: engine.phase_key(play.state) != phase)
    mine = play.seat_of(first)
    passes = [row for row in play.rows if row.seat == mine.index and row.text == "pass"]
    assert [row.source for row in passes] == ["page", "standing"]
    assert mine.pass_mode == ""


def test_passing_until_the_tableau_changes_ends_when_another_player_takes_a_card(anna, boris):
    """DEC-24, UI-2."""
    game = begun(anna, boris)
    play = play_on(game, until=first_phase_over)
    first = asked_user(play)
    order_pass(
        game_id=game.pk, user=first, mode=PassMode.UNTIL_CHANGE, version=play.game.version, source=Source.PAGE, now=NOON
    )
    play = load(game.pk)
    other = asked_user(play)
    assert other != first
    seat = play.seat_of(other).index
    take = next(str(move) for move in engine.legal_moves(play.state, seat) if str(move).startswith("take"))
    submit(game, other, take)
    play = load(game.pk)
    assert asked_user(play) == first
    assert play.seat_of(first).pass_mode == ""


def test_a_standing_pass_can_be_revoked_before_it_is_carried_out(anna, boris):
    """DEC-24, UI-4."""
    game = begun(anna, boris)
    play = play_on(game, until=first_phase_over)
    other = next(user for user in (anna, boris) if user != asked_user(play))
    order_pass(
        game_id=game.pk, user=other, mode=PassMode.PHASE, version=play.game.version, source=Source.PAGE, now=NOON
    )
    assert load(game.pk).seat_of(other).pass_mode == "phase"
    revoke_pass(game_id=game.pk, user=other)
    assert load(game.pk).seat_of(other).pass_mode == ""


def test_no_standing_pass_in_the_compulsory_first_worker_phase(anna, boris):
    """UI-4, FIRST-2."""
    game = begun(anna, boris)
    for user in (anna, boris):
        with pytest.raises(errors.NoStandingPass):
            order_pass(game_id=game.pk, user=user, mode=PassMode.PHASE, version=0, source=Source.PAGE, now=NOON)


def test_a_game_played_to_its_end_has_a_result_and_no_open_question(anna, boris):
    """END-16."""
    game = begun(anna, boris)
    play = play_on(game)
    assert play.game.status == "finished"
    assert play.game.result["ended"] == "played out"
    assert [seat["points"] for seat in play.game.result["seats"]] == [
        score.total for score in engine.final_scores(play.state)
    ]
    assert not any(seat.waiting or seat.due_at or seat.bot_due_at for seat in play.seats)
    assert set(Notification.objects.filter(kind="over").values_list("user_id", flat=True)) == {anna.pk, boris.pk}


def test_replaying_the_rows_gives_the_position_that_was_played(anna, boris):
    game = begun(anna, boris, edition=1)
    play = play_on(game, until=lambda play: play.game.version >= 40)
    assert engine.view_for(play.steps[-1].step.state, 0) == engine.view_for(play.state, 0)
    assert [played.number for played in play.steps] == list(range(len(play.rows) + 1))


def test_a_move_that_sets_off_every_standing_pass_takes_at_most_ten_statements(anna, boris, clara, dmitri):
    """Three of four players have ordered to pass. The last card bought or passed ends the phase, so more than three passes
    can never follow one move; all rows of a move are one insert, so their number costs no statement."""
    game = begun(anna, boris, clara, dmitri)
    play = play_on(game, until=lambda play: play.state.round >= 4 and play.state.phase == "building")
    user = asked_user(play)
    for other in {anna, boris, clara, dmitri} - {user}:
        order_pass(
            game_id=game.pk, user=other, mode=PassMode.PHASE, version=play.game.version, source=Source.PAGE, now=NOON
        )
    with CaptureQueriesContext(connection) as captured:
        rows = submit(game, user, "pass", version=play.game.version)
    assert [row.source for row in rows] == ["page", "standing", "standing", "standing"]
    assert len(captured) <= 10, [query["sql"][:90] for query in captured]
