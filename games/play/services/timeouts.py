"""Deadlines. A row that is overdue is answered for; nobody waits for somebody who has vanished."""

import logging
from datetime import datetime

from django.db import transaction

import engine
from games.models import Game, PassMode, Seat, Source, TenureEnd, TenureStart
from games.play import asked, notifications
from games.play.drafts import drafted
from games.play.positions import load
from statements.prepared import Prepared

from .advance import Advance
from .seats import hand_to_bot

logger = logging.getLogger("games")


def overdue(now: datetime, limit: int) -> list[int]:
    """Seats whose time has run out, the oldest first."""
    return list(Seat.objects.filter(due_at__lte=now).order_by("due_at").values_list("pk", flat=True)[:limit])


_lock_due = Prepared(
    lambda seat, now: (
        Game.objects.filter(pk__in=Seat.objects.filter(pk=seat, due_at__lte=now).order_by().values("game"))
        .select_for_update(skip_locked=True)
        .values_list("pk")
    ),
    1,
    moments=1,
)


@transaction.atomic
def time_out(*, seat_id: int, now: datetime) -> bool:
    """Answer for a seat whose time has run out. May run twice: the row under its lock decides. True when it was late.

    A game that somebody has locked is passed over, where rows can be locked: another worker answers, or the player themselves.

    The seat plays what its player had drafted, then `engine.default_move`, and passes to the end of the action part until its
    player acts. With `misses_before_bot` misses in a row a bot keeps the seat instead and answers. A question that may not tell
    whom it asks is answered and changes nothing else, for everything else would tell (BANQ-THIEF-6).
    """
    found = _lock_due(seat_id, now)
    if not found:
        return False
    game_id = found[0][0]
    play = load(game_id)
    seat = next(seat for seat in play.seats if seat.pk == seat_id)
    if not play.game.is_running or seat.due_at is None or seat.due_at > now:
        return False
    advance = Advance(play, now)
    for text in drafted(play, seat):  # what he had decided in time counts (UI-15)
        advance.move(seat.index, engine.parse_move(text, advance.state), Source.PAGE)
    is_secret, limit = asked.is_secret(play.state), play.game.misses_before_bot
    seat.misses += not is_secret
    seat.deadlines_missed += not is_secret
    if limit and seat.misses >= limit and not is_secret:
        hand_to_bot(advance, seat, TenureEnd.KEPT, TenureStart.KEPT, Source.TIMEOUT)
        tell = notifications.kept
    else:
        if not is_secret:
            seat.remaining = play.game.clock.after_timeout()
            seat.pass_mode, seat.pass_phase = PassMode.TIMEOUT, engine.phase_key(play.state)
        advance.move(seat.index, engine.default_move(advance.state, seat.index), Source.TIMEOUT)
        tell = notifications.timed_out
    number = advance.version
    advance.answer_standing_orders()
    advance.commit(tell=lambda: tell(play, seat, number=number, now=now))
    logger.info("game %s timed out at ply %s, seat %s, miss %s", game_id, play.game.ply, seat.index, seat.misses)
    return True
