"""Who answers when no person does: the bot of a seat, and the clock of a player who is late."""

import logging
from datetime import datetime, timedelta

from django.db import transaction

import engine
from engine.bots import BOTS
from games.errors import GameError
from games.models import Game, PassMode, Seat, Source, TenureEnd
from games.play import secrecy
from games.play.advance import Advance
from games.play.errors import NotYourTurn
from games.play.interventions import end_quick_play
from games.play.moves import drafted, play_answer
from games.play.notifications import GameNotification, to_owner
from games.play.positions import Play, load, lock_again
from games.play.seats import hand_to_bot
from games.play.vacation import put_off
from statements import Prepared

logger = logging.getLogger("games")

LEASE = timedelta(seconds=30)
"""How long one worker may think before another tries again."""


def due_bots(now: datetime, limit: int) -> list[int]:
    return list(Seat.objects.filter(bot_due_at__lte=now).order_by("bot_due_at").values_list("pk", flat=True)[:limit])


CLAIMED = 5
"""How many bots one worker claims at once: few, because a worker that dies keeps them waiting for the length of a lease."""

_next_bots = Prepared(
    lambda now: (
        Seat.objects.filter(bot_due_at__lte=now)
        .order_by("bot_due_at")
        .select_for_update(skip_locked=True)
        .values_list("pk", "game_id", "index")[:CLAIMED]
    ),
    0,
    moments=1,
)


@transaction.atomic
def claim_next_bots(now: datetime) -> list[tuple[int, int]]:
    """The games and places of the seats whose bots have waited longest, claimed for the length of a lease. Workers that ask at once
    get different ones."""
    found = _next_bots(now)
    if found:
        Seat.objects.filter(pk__in=[seat_id for seat_id, _game, _index in found]).update(bot_due_at=now + LEASE)
    return [(game_id, index) for _seat, game_id, index in found]


def answer_for_bot(*, seat_id: int, now: datetime) -> bool:
    """Let the bot of this seat answer its question. May run twice or late: a claim lets one in, a stale answer is dropped.

    True when a move was played.
    """
    if not Seat.objects.filter(pk=seat_id, bot_due_at__lte=now).update(bot_due_at=now + LEASE):
        return False
    game_id, index = Seat.objects.values_list("game_id", "index").get(pk=seat_id)
    return answer_claimed(game_id=game_id, index=index, now=now)


def answer_claimed(*, game_id: int, index: int, now: datetime) -> bool:
    """The same for a seat that the caller has claimed."""
    play = load(game_id)
    play.brief = True
    version = play.game.version
    if not _answers(play, index) or index not in engine.waiting_for(play.state):
        return False
    rng = play.chance(index)
    view = engine.view_for(play.state, index)
    move = BOTS[play.holder(index).bot].choose(view, engine.guess(view, rng), rng)
    try:
        with transaction.atomic():
            play = lock_again(play)
            if not _answers(play, index):
                raise NotYourTurn
            advance = Advance(play, now)
            play_answer(advance, play.seats[index], str(move), version=version, source=Source.BOT)
            advance.answer_standing_orders()
            advance.commit()
    except GameError as error:
        logger.info("bot of game %s seat %s came too late: %s", game_id, index, error.code)
        return False
    return True


def _answers(play: Play, index: int) -> bool:
    """A bot holds the seat, and somebody plays the game."""
    return play.holder(index).is_bot and not play.game.stands_still and not play.game.is_paused


def overdue_seats(now: datetime, limit: int) -> list[int]:
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
    """Answer for a seat whose time has run out. May run twice: the locked row decides. True when it was late.

    A game that somebody has locked is passed over, where rows can be locked: another worker answers, or the player does.

    Vacation comes first where the game allows it: `vacation.put_off`. Then the seat plays what its player had drafted, then
    `engine.default_move`, and passes to the end of the action part until its player acts. With `misses_before_bot` misses in a row
    a bot keeps the seat instead and answers. A secret question is answered and changes nothing else, because everything else would
    tell whom it asked (BANQ-THIEF-6).
    """
    found = _lock_due(seat_id, now)
    if not found:
        return False
    game_id = found[0][0]
    play = load(game_id)
    play.brief = True  # before anything asks for the position: alone it is a third of the work
    seat = next(seat for seat in play.seats if seat.pk == seat_id)
    if not play.game.is_running or seat.due_at is None or seat.due_at > now:
        return False
    if not secrecy.is_secret(play.state) and put_off(play, seat, now):
        return False
    advance = Advance(play, now)
    if play.game.quick_until is not None and not secrecy.is_secret(play.state):
        end_quick_play(advance)
        advance.commit()
        return False
    for text in drafted(play, seat):  # what the player had decided in time counts (UI-15)
        advance.move(seat.index, engine.parse_move(text, advance.state), Source.PAGE)
    is_secret, limit = secrecy.is_secret(play.state), play.game.misses_before_bot
    seat.misses += not is_secret
    seat.deadlines_missed += not is_secret
    if limit and seat.misses >= limit and not is_secret:
        hand_to_bot(advance, seat, TenureEnd.KEPT, Source.TIMEOUT)
        kind = GameNotification.KEPT
    else:
        if not is_secret:
            seat.remaining = play.game.clock.after_timeout()
            seat.pass_mode, seat.pass_phase, seat.planned = PassMode.TIMEOUT, engine.phase_key(play.state), ""
        advance.move(seat.index, engine.default_move(advance.state, seat.index), Source.TIMEOUT)
        kind = GameNotification.TIMED_OUT
    number = advance.version
    advance.answer_standing_orders()
    advance.commit(tell=lambda: to_owner(kind, play, seat, number=number, now=now))
    logger.info("game %s timed out at ply %s, seat %s, miss %s", game_id, play.game.ply, seat.index, seat.misses)
    return True
