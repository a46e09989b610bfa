"""The alarm: what should have been done a minute ago."""

from datetime import timedelta

import pytest

from games.due import counts
from games.models import Seat
from games.play import automatic
from games.play.positions import load

from ..play_builders import NOON, begun, play_on

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


def the_bot(game):
    (seat,) = [seat for seat in play_on(game, until=bot_is_asked).seats if seat.bot_due_at is not None]
    return seat


def bot_is_asked(play):
    return any(seat.bot_due_at is not None for seat in play.seats)


def test_a_bot_that_fails_at_every_try_is_alarmed_although_each_try_moves_its_time_on(anna):
    seat = the_bot(begun(anna, "plain"))
    for tries in range(1, 4):
        Seat.objects.filter(pk=seat.pk).update(bot_due_at=NOON + tries * automatic.LEASE)  # claimed, and died of it
    assert counts(NOON + 59 * SECOND)["bots"] == 0
    assert counts(NOON + 61 * SECOND)["bots"] == 1


def test_a_bot_that_has_just_been_asked_is_in_time_however_old_its_game(anna):
    game = begun(anna, "plain", now=NOON - timedelta(days=9))
    play_on(game, until=lambda play: bot_is_asked(play) and play.game.version >= 1, now=NOON)
    assert load(game.pk).rows[-1].at == NOON
    assert counts(NOON + 30 * SECOND)["bots"] == 0
