"""How seats change hands, and how a game ends early once its players agree or leave.

When the last person has resigned or deleted their account, the game ends in the same transaction. Where a bot only keeps
somebody's seat, all bots stop (they would only keep the workers busy), and `Game.breaks_off_at` says when the sweep ends the
game (`ABANDONED_DAYS`). Taking a seat back clears it. Owners get an email three days before.
"""

import logging
from dataclasses import replace
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from engine.record import Ended
from games import extensions
from games.models import (
    LEFT,
    EndText,
    Game,
    Preset,
    Proposal,
    ProposalKind,
    RowKind,
    Seat,
    SeatOffer,
    Source,
    Status,
    Tenure,
    TenureEnd,
    TenureStart,
    Visibility,
    VoteText,
)
from games.models.seat import COUNTED
from games.play import notifications, secrecy
from games.play.advance import Advance, start_clock, stop_clock, write_times
from games.play.errors import NotSeated
from games.play.positions import Play, load, load_running
from games.play.reply_addresses import tenure_holding
from games.play.results import result_as_it_stands
from incoming_mail.tokens import revoke_holding
from notifications.services import queue

logger = logging.getLogger("games")

KEEPER = "plain"
"""The bot that takes over seats, whatever bots the host chose.

Nobody agreed to an opponent of another strength, so it is the plain one: leaving must not pay by bringing in a stronger player,
a returning player must find a position like their own, and results must mean the same in every game.
"""

OPENS_AFTER = timedelta(days=3)
"""How long the player of a kept seat alone may come back; then others may take it (`games.play.open_seats`)."""

EARLY = 2
"""Rounds in which a game can still become that of a substitute alone."""

ENDED: dict[EndText, Ended] = {
    EndText.AGREED: "agreement",
    EndText.ABANDONED: "broken off",
    EndText.ADJUDICATED: "adjudicated",
}


def end_if_agreed(advance: Advance, seat: Seat, source: Source) -> bool:
    """End the game as it stands if every person still in it agrees; `seat` is the one whose act decided it.

    Also asked when a seat goes to a bot: a player who leaves no longer stands in the way of the others.
    """
    proposal = advance.play.game.proposed
    if proposal is None or proposal.kind != ProposalKind.END or not everybody_agrees(advance.play, proposal):
        return False
    end_as_it_stands(advance, seat, EndText.AGREED, source)
    return True


def everybody_agrees(play: Play, proposal: Proposal) -> bool:
    """Bots agree to what may be proposed."""
    people = [one.index for one in play.seats if not play.holder(one.index).is_bot]
    return bool(people) and set(people) <= set(proposal.agreed)


def end_as_it_stands(advance: Advance, seat: Seat, text: EndText, source: Source) -> None:
    """Append the row that ends the game before its end, with the points and rubles of the moment."""
    advance.note(RowKind.END, seat.index, text.value, source)
    game: Game = advance.play.game
    game.status, game.finished_at = Status.FINISHED, advance.now
    game.result = result_as_it_stands(advance.state, game.players, ENDED[text])


@transaction.atomic
def resign(*, game_id: int, user: User, source: Source, now: datetime) -> None:
    """Give the seat to a bot for good. Raises NotRunning or NotSeated."""
    play = load_running(game_id)
    seat = play.owned_seat(user)
    if seat is None:
        raise NotSeated
    advance = Advance(play, now)
    hand_to_bot(advance, seat, TenureEnd.RESIGNED, source)
    advance.commit()


@transaction.atomic
def take_back_seat(*, game_id: int, user: User, source: Source, now: datetime) -> None:
    """Let the player whose seat a bot keeps play on, with one increment on a bank. Raises NotRunning or NotSeated."""
    play = load_running(game_id)
    seat = play.can_take_back(user)
    if seat is None:
        raise NotSeated
    advance = Advance(play, now)
    change_holder(advance, seat, TenureEnd.RETURNED, Tenure(user=user, began=TenureStart.RETURNED), source)
    seat.misses, seat.remaining = 0, play.game.clock.after_timeout()
    put_question(advance, seat)
    end_standstill(advance)
    advance.commit()


def leave_games(*, user: User, now: datetime) -> None:
    """Let go of every running game of an account that is about to be deleted: bots take its seats for good, also those that
    they only kept."""
    played = Game.objects.filter(status=Status.RUNNING, seats__tenures__user=user)
    for game_id in list(played.values_list("pk", flat=True).distinct()):
        with transaction.atomic():
            play = load(game_id, lock=True)
            seat = play.owned_seat(user)
            if seat is not None and play.game.is_running:
                advance = Advance(play, now)
                hand_to_bot(advance, seat, TenureEnd.DELETED, Source.PAGE)
                advance.commit()


def hand_to_bot(advance: Advance, seat: Seat, ended: TenureEnd, source: Source) -> None:
    """Let the keeper hold the seat, and put the open question to it, unless nobody plays any more. Offer the seat to others."""
    tenure = Tenure(bot=KEEPER, began=TenureStart(ended.value))
    change_holder(advance, seat, ended, tenure, source)
    if not end_if_agreed(advance, seat, source) and not rest_or_end(advance, seat, source):
        put_question(advance, seat)
    if advance.play.game.is_running and _may_be_offered(advance.play.game):
        opens_at = advance.now + (OPENS_AFTER if ended == TenureEnd.KEPT else timedelta())
        SeatOffer.objects.create(seat=seat, opens_at=opens_at, look_at=opens_at)


def _may_be_offered(game: Game) -> bool:
    """Not where directors choose who plays, nor at a private table."""
    is_public = game.visibility == Visibility.PUBLIC and game.deal_id is None and not game.is_closed
    return is_public and extensions.origin(game) is None


def change_holder(advance: Advance, seat: Seat, ended: TenureEnd, tenure: Tenure, source: Source) -> None:
    """End the tenure of the seat's holder with a row in the log, and let `tenure` begin, without a clock yet.

    What was ordered for the seat is forgotten, but for the presets of a player who may come back, or has.
    """
    play = advance.play
    advance.note(RowKind.SEAT, seat.index, ended.value, source)
    advance.drop_draft(seat)
    old = play.holder(seat.index)
    old.until, old.until_number, old.ended = advance.now, advance.version, ended
    # the seat counts deadlines while it is held, so that a move writes one row less
    for name in COUNTED:
        setattr(old, name, getattr(seat, name))
        setattr(seat, name, 0)
    revoke_holding(tenure_holding(old))
    old.save(update_fields=["until", "until_number", "ended", *COUNTED])
    if old.began in LEFT:
        SeatOffer.objects.filter(seat=seat).delete()
    tenure.seat, tenure.since, tenure.since_number = seat, advance.now, advance.version
    tenure.save()
    play.tenures[seat.index].append(tenure)
    stop_clock(seat)
    seat.pass_mode, seat.pass_phase, seat.planned, seat.ordered, seat.stopped = "", "", "", "", ""
    _forget_answer(advance, seat)
    if ended not in (TenureEnd.KEPT, TenureEnd.RETURNED):
        Preset.objects.filter(seat=seat).delete()


def _forget_answer(advance: Advance, seat: Seat) -> None:
    """Who leaves neither proposes nor agrees any more. Where that was all that was missing, the next sweep carries it out."""
    proposal = advance.play.game.proposed
    if proposal is None:
        return
    proposal = replace(proposal, agreed=tuple(one for one in proposal.agreed if one != seat.index))
    if not proposal.agreed:
        advance.note(RowKind.VOTE, proposal.seat, VoteText.EXPIRED, Source.AUTO)
        write_times(advance.play.game, proposal=None, proposal_until=None)
        return
    until = advance.now if everybody_agrees(advance.play, proposal) else proposal.until
    write_times(advance.play.game, proposal=proposal.to_json(), proposal_until=until)


def put_question(advance: Advance, seat: Seat) -> None:
    """Ask the seat's new holder what the game waits for: start a person's clock and notify them, or make the bot due."""
    if seat.waiting:
        window = secrecy.open_window(advance.play, advance.state)
        if start_clock(advance.play, seat, advance.now, window=window):
            seat.asked_number = advance.version
            queue(notifications.your_turn(advance.play, [seat], now=advance.now))


def leaves_nobody(play: Play, seat: Seat) -> bool:
    """Whether the game is over as soon as the player of this seat leaves for good."""
    others = (play.holder(one.index) for one in play.seats if one.index != seat.index)
    return all(holder.is_bot and holder.began != TenureStart.KEPT for holder in others)


def price_of_leaving(play: Play, seat: Seat) -> list[str]:
    """What it costs to leave for good, a sentence each, and that nothing else follows (docs/ratings.md)."""
    said: list[str] = []
    if leaves_nobody(play, seat):
        return said
    if play.game.rated:
        said.append(_("You get last place in this rated game."))
        if play.state.round <= EARLY:
            said.append(_("If another player takes over the seat, the game does not count for you."))
    said.append(_("Your page counts this as a game left early. To make up for it, finish a game from an open seat."))
    return [*said, _("There are no other consequences.")]


def rest_or_end(advance: Advance, seat: Seat, source: Source) -> bool:
    """Called when `seat` has gone to a bot. True when nobody plays any more, so that nobody is to be asked now.

    Where a player may still come back, bots stand still and the game gets the time when it ends, unless it has one.
    """
    play = advance.play
    holders = [play.holder(one.index) for one in play.seats]
    if not all(holder.is_bot for holder in holders):
        return False
    if not any(holder.began == TenureStart.KEPT for holder in holders):
        end_as_it_stands(advance, seat, EndText.ABANDONED, source)
        write_times(play.game, breaks_off_at=None)
    elif play.game.breaks_off_at is None:
        for one in play.seats:
            stop_clock(one)
        write_times(play.game, breaks_off_at=advance.now + timedelta(days=settings.ABANDONED_DAYS))
        queue(notifications.standing_still(play, now=advance.now))
    return True


def end_standstill(advance: Advance) -> None:
    """Somebody plays again: bots answer what is open, and the game no longer has a time when it ends."""
    play = advance.play
    if play.game.breaks_off_at is not None:
        write_times(play.game, breaks_off_at=None)
        for seat in play.seats:
            if play.holder(seat.index).is_bot:
                put_question(advance, seat)


def deserted_games(now: datetime, limit: int) -> list[int]:
    """Games that have stood still long enough, the oldest first."""
    still = Game.objects.filter(status=Status.RUNNING, breaks_off_at__lte=now, paused_at=None)
    return list(still.order_by("breaks_off_at").values_list("pk", flat=True)[:limit])


@transaction.atomic
def end_deserted(*, game_id: int, now: datetime) -> bool:
    """End a game that nobody came back to. May run twice or too late: the locked row decides. True when it ended."""
    play = load(game_id, lock=True)
    game = play.game
    if not game.is_running or game.is_paused or game.breaks_off_at is None or game.breaks_off_at > now:
        return False
    advance = Advance(play, now)
    last = max(play.seats, key=lambda seat: play.holder(seat.index).since_number)
    end_as_it_stands(advance, last, EndText.ABANDONED, Source.TIMEOUT)
    write_times(game, breaks_off_at=None)
    advance.commit()
    logger.info("game %s broken off at ply %s: nobody was left", game_id, game.ply)
    return True
