"""Somebody else plays on: an act of an organiser."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.models import Deal, Game, Participant, RowKind, Source, Tenure, TenureEnd, TenureStart
from games.play import asked, notifications
from games.play.errors import HasSat, NotRunning, NotSeated
from games.play.positions import load
from notifications.services import queue

from .advance import Advance, start_clock, stop_clock
from .presets import forget
from .seats import new_tenure
from .standstill import go_on


@transaction.atomic
def replace_player(*, game_id: int, seat: int, by: User, now: datetime) -> None:
    """`by` takes the seat over for good from whoever holds it, a person or a bot, with a clock as at the start; what was decided
    beforehand is forgotten. Both are told, the person also where a bot kept the seat for him.

    Raises NotRunning, NotSeated where there is no such seat, and HasSat when `by` has ever held a seat of this game or of
    another with the same deal.
    """
    play = load(game_id, lock=True)
    if not play.game.is_running:
        raise NotRunning
    if not 0 <= seat < len(play.seats):
        raise NotSeated
    if _has_sat(play.game, by):
        raise HasSat(user=by.pk)
    one = play.seats[seat]
    before = play.person_of(seat)
    advance = Advance(play, now)
    advance.note(RowKind.SEAT, seat, TenureEnd.REPLACED.value, Source.DIRECTOR)
    new_tenure(advance, one, TenureEnd.REPLACED, Tenure(seat=one, user=by, began=TenureStart.SUBSTITUTE))
    Participant.objects.get_or_create(game=play.game, user=by, defaults={"joined_at": now})
    stop_clock(one)
    one.misses, one.remaining = 0, play.game.clock.at_start()
    one.pass_mode, one.pass_phase, one.wants_end = "", "", False
    forget(one)
    if one.waiting:
        one.asked_number = advance.version
        start_clock(play, one, now, window=asked.window(play, advance.state))
        queue(notifications.asked(play, [one], now=now))
    go_on(advance)
    advance.commit()
    queue([*notifications.substitute(play, one, now=now), *notifications.seat_lost(play, {one.index: before}, now=now)])


def _has_sat(game: Game, user: User) -> bool:
    held = Tenure.objects.filter(user=user)
    if game.deal_id is not None:
        Deal.objects.select_for_update().get(
            pk=game.deal_id
        )  # nobody sits down at another of its tables in this moment
        return held.filter(seat__game__deal=game.deal_id).exists()
    return held.filter(seat__game=game).exists()
