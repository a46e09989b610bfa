"""What a process keeps of what it has said of positions."""

import pytest

import engine
from games.board import kept
from games.board.laid import LaidTable
from games.play.positions import load
from tests.games.boards import wander_on
from tests.games.play_builders import begun

pytestmark = pytest.mark.django_db


def told(game, seat):
    table = LaidTable(load(game.pk), seat)
    return table, table.overview, table.others, table.own


def test_who_looks_again_is_told_the_same_and_nobody_what_was_said_to_others(anna, boris):
    game = begun(anna, boris, sets=["market"], open_hands=False)
    first, again, other = told(game, 0), told(game, 0), told(game, 1)
    assert first[0].view is again[0].view
    assert first[1] is again[1]
    assert first[0].said is again[0].said is not other[0].said
    assert other[0].view.seats[0].hand is None is first[0].view.seats[1].hand
    kept.forget()
    anew = told(game, 0)
    assert anew[0].said is not first[0].said
    assert anew[1:] == first[1:]


def test_a_position_after_a_move_is_looked_at_anew(anna, boris):
    game = begun(anna, boris)
    before = told(game, 0)
    asked = engine.waiting_for(load(game.pk).state)
    wander_on(game, until=lambda state: engine.waiting_for(state) != asked)
    assert told(game, 0)[0].view != before[0].view


def test_a_position_that_stands_in_no_log_is_not_kept(anna, boris):
    play = load(begun(anna, boris).pk)
    ahead = play.going_on([])
    assert LaidTable(ahead, 0).said is not LaidTable(ahead, 0).said
    assert LaidTable(play, 0).said is LaidTable(play, 0).said


def test_what_is_kept_is_bounded():
    for number in range(kept.MOST + 5):
        kept.said_of(number)
    assert len(kept._kept) == kept.MOST
    assert 4 not in kept._kept
    assert 5 in kept._kept
