"""Acts of an organiser that end a game or take what it counts: stopped as it stands, played out by bots, annulled."""

from datetime import datetime

from django.db import transaction

from engine.bots import BOTS
from games.models import EndText, Game, RowKind, Source, Tenure, TenureEnd, TenureStart
from games.play import asked, notifications
from games.play.errors import NotRunning
from games.play.positions import load
from notifications.services import queue

from .advance import Advance, start_clock, stop_clock
from .endings import end_as_it_stands
from .presets import forget
from .seats import new_tenure
from .standstill import go_on

STRONGEST = list(BOTS)[-1]
"""The bot that plays a game out."""


@transaction.atomic
def stop_game(*, game_id: int, now: datetime, text: EndText = EndText.ADJUDICATED) -> None:
    """End the game as it stands: points and rubles as they lie, without a final scoring. Raises NotRunning."""
    play = load(game_id, lock=True)
    if not play.game.is_running:
        raise NotRunning
    advance = Advance(play, now)
    end_as_it_stands(advance, play.seats[0], text, Source.DIRECTOR)
    advance.commit()


@transaction.atomic
def play_out(*, game_id: int, now: datetime) -> None:
    """Hand every seat to the strongest bot for good, also those that bots hold for others already, so that bots play the game
    to its end; whose seat it was is told. A paused game is played out when it goes on. Raises NotRunning."""
    play = load(game_id, lock=True)
    if not play.game.is_running:
        raise NotRunning
    advance = Advance(play, now)
    before = {}
    for seat in play.seats:
        if play.holder(seat.index).bot == STRONGEST:
            continue
        before[seat.index] = play.person_of(seat.index)
        advance.note(RowKind.SEAT, seat.index, TenureEnd.PLAY_OUT.value, Source.DIRECTOR)
        new_tenure(advance, seat, TenureEnd.PLAY_OUT, Tenure(seat=seat, bot=STRONGEST, began=TenureStart.PLAY_OUT))
        stop_clock(seat)
        seat.pass_mode, seat.pass_phase, seat.wants_end = "", "", False
        forget(seat)
        if seat.waiting:
            start_clock(play, seat, now, window=asked.window(play, advance.state))
    go_on(advance)
    advance.commit()
    queue(notifications.seat_lost(play, before, now=now))


@transaction.atomic
def annul_game(*, game_id: int, now: datetime) -> None:
    """Say that a game that has begun counts for nothing. Its log and its result stay as they are. Twice changes nothing.

    Raises NotRunning before it has begun.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    if not game.has_begun:
        raise NotRunning
    if not game.is_annulled:
        game.annulled_at = now
        game.save(update_fields=["annulled_at"])
