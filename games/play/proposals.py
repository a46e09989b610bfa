"""One player proposes, all others answer: a pause, more time, an undo, quick play, the end. One proposal at a time.

A proposal never blocks play, expires, and fails at the first no. Bots, also those that hold a player's seat, agree to everything
but an undo past revealed cards. Games of tournaments and of shared deals allow only the end, because others wait for them or play
the same cards. A player can give another time without agreement.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from accounts.models import User
from games import extensions
from games.models import Game, Proposal, ProposalKind, RowKind, Seat, Source, Status, TimeText, VoteText
from games.play import notifications, secrecy, seen
from games.play.advance import Advance, write_times
from games.play.errors import NoClock, NoGift, NoProposal, NotProposable, ProposalOpen, TooManyProposals
from games.play.interventions import add_time, start_clocks, start_quick_play, stop_clocks
from games.play.moves import uncovers
from games.play.positions import Play, load, load_running
from games.play.seats import end_if_agreed, everybody_agrees
from notifications.models import Notification

logger = logging.getLogger("games")

OPEN_FOR = timedelta(days=7)
QUICK_OPEN_FOR = timedelta(minutes=10)
QUICK_PLAY = timedelta(hours=1)
LONGEST_PAUSE = timedelta(days=60)
DAYS = {ProposalKind.PAUSE: 30, ProposalKind.PROLONG: 30, ProposalKind.TIME: 7}
"""The most that can be proposed; a day is the least."""
MOST_UNDONE = 20
MOST_A_DAY = 3
A_DAY = timedelta(days=1)
"""Also the time of one gift, or that of one move where it is shorter."""


@transaction.atomic
def propose(
    *, game_id: int, user: User, kind: str, value: int = 0, source: Source, now: datetime, play: Play | None = None
) -> None:
    """Propose, or agree if the same is proposed already. Carried out at once if nobody else has to answer. `value` is a number
    of days, or for an undo the row up to which moves stay in force.

    Raises NotRunning, NotSeated, ProposalOpen, TooManyProposals or NotProposable.
    """
    play = play or load(game_id, lock=True)
    seat, game = play.acting_seat(user), play.game
    known = game.proposed
    if known is not None:
        if known.kind != kind or known.value != value:
            raise ProposalOpen
        return _agree(play, seat, known, source, now)
    sent = (row for row in play.rows if row.kind == RowKind.VOTE and row.seat == seat.index and row.at > now - A_DAY)
    if not game.is_solo and sum(row.text.startswith(VoteText.PROPOSED) for row in sent) >= MOST_A_DAY:
        raise TooManyProposals
    proposal = _made(play, seat, kind, value, now)
    advance = Advance(play, now)
    advance.note(RowKind.VOTE, seat.index, f"{VoteText.PROPOSED} {proposal.text}", source)
    _settle(advance, seat, proposal, source, lambda: notifications.proposal(play, proposal, now=now))


def kinds_for(play: Play) -> list[ProposalKind]:
    game = play.game
    if not game.is_running:
        return []
    if game.is_solo or game.deal_id is not None or extensions.origin(game) is not None:
        return [ProposalKind.END]
    if game.is_paused:
        lifts = [ProposalKind.RESUME, ProposalKind.PROLONG] if game.paused_until else []
        return [*lifts, ProposalKind.END]
    undo = [ProposalKind.UNDO] if (not game.rated or game.undo_when_rated) and play.moves else []
    quick = [ProposalKind.QUICK] if game.quick_until is None and all_are_here(play) else []
    return [ProposalKind.PAUSE, ProposalKind.TIME, *undo, *quick, ProposalKind.END]


def all_are_here(play: Play) -> bool:
    """Whether all players have the game open and show when they are online, so that quick play makes sense."""
    people = [user for one in play.seats if (user := play.holder(one.index).user) is not None]
    return len(people) > 1 and all(user.shows_presence and seen.is_open(user.pk, play.game.pk) for user in people)


def _made(play: Play, seat: Seat, kind: str, value: int, now: datetime) -> Proposal:
    """Check the proposal and return it."""
    if kind not in kinds_for(play):
        raise NotProposable
    until = now + (QUICK_OPEN_FOR if kind == ProposalKind.QUICK else OPEN_FOR)
    made = Proposal(kind, seat.index, play.game.version + 1, now, until, (seat.index,), value)
    if kind == ProposalKind.UNDO:
        return replace(made, reveals=_undone(play, value))
    if kind not in DAYS:
        return replace(made, value=0)
    if not 1 <= value <= DAYS[ProposalKind(kind)]:
        raise NotProposable(_("Choose from 1 to %(most)s days.") % {"most": DAYS[ProposalKind(kind)]})
    ends = (play.game.paused_until or now) + timedelta(days=value)
    if kind == ProposalKind.PROLONG and ends > (play.game.paused_at or now) + LONGEST_PAUSE:
        raise NotProposable(_("A pause can last 60 days at most."))
    return made


def _undone(play: Play, last: int) -> tuple[str, ...]:
    """The cards revealed by the moves above this row, which an undo cannot hide again. Raises NotProposable."""
    steps = play.steps
    end = steps.after(last)
    undone = [steps[place] for place in range(max(end, len(steps) - MOST_UNDONE - 1), len(steps))]
    if not undone or end < 1 or len(steps) - end > MOST_UNDONE:
        raise NotProposable(_("Choose one of the last %(most)s moves to undo.") % {"most": MOST_UNDONE})
    before = [steps[place] for place in range(end - 1, len(steps))]
    if any(secrecy.is_secret(one.step.state) for one in before):
        raise NotProposable(_("Moves around a secret decision cannot be undone. Choose a later move."))
    found: list[str] = []
    for start, played in zip(before, undone, strict=False):
        step = played.step
        if step.seat is None or step.move is None or not uncovers(start.step.state, step.seat, step.move):
            continue
        shown = [entry.for_viewer(None, play.options, False) for entry in step.entries]
        known = [card for entry in shown if isinstance(entry, engine.Dealt) for card in entry.cards]
        found += known or ["?"]
    if found and any(play.holder(one.index).is_bot for one in play.seats):
        raise NotProposable(_("Bots do not agree to undo once cards were revealed. Choose a later move."))
    return tuple(dict.fromkeys(found))


@transaction.atomic
def answer(
    *, game_id: int, user: User, number: int, agrees: bool, source: Source, now: datetime, play: Play | None = None
) -> None:
    """Agree to the proposal of log row `number`, or decline; its proposer withdraws it.

    Raises NotRunning, NotSeated or NoProposal.
    """
    play = play or load(game_id, lock=True)
    seat, proposal = play.acting_seat(user), play.game.proposed
    if proposal is None or proposal.number != number or proposal.until <= now:
        raise NoProposal
    if agrees:
        _agree(play, seat, proposal, source, now)
    else:
        is_own = proposal.seat == seat.index
        _close(Advance(play, now), seat, proposal, VoteText.WITHDRAWN if is_own else VoteText.DECLINED, source)


def _agree(play: Play, seat: Seat, proposal: Proposal, source: Source, now: datetime) -> None:
    if seat.index in proposal.agreed:
        return
    advance = Advance(play, now)
    advance.note(RowKind.VOTE, seat.index, VoteText.AGREED, source)
    _settle(advance, seat, replace(proposal, agreed=(*proposal.agreed, seat.index)), source)


def _settle(
    advance: Advance, seat: Seat, proposal: Proposal, source: Source, tell: Callable[[], list[Notification]] = list
) -> None:
    """Store the answers so far; carry the proposal out once all agree."""
    write_times(advance.play.game, proposal=proposal.to_json(), proposal_until=proposal.until)
    if everybody_agrees(advance.play, proposal):
        _carry_out(advance, seat, proposal, source)
    else:
        advance.commit(tell=tell)


def _close(advance: Advance, seat: Seat, proposal: Proposal, outcome: VoteText, source: Source) -> None:
    advance.note(RowKind.VOTE, seat.index, outcome, source)
    write_times(advance.play.game, proposal=None, proposal_until=None)
    tells = outcome != VoteText.WITHDRAWN and seat.game.is_running
    closed = partial(notifications.proposal_closed, advance.play, proposal, outcome, now=advance.now)
    advance.commit(tell=closed if tells else tuple)


def _carry_out(advance: Advance, seat: Seat, proposal: Proposal, source: Source) -> None:
    play, game, now = advance.play, advance.play.game, advance.now
    if end_if_agreed(advance, seat, source):
        advance.commit()
        return
    write_times(game, proposal=None, proposal_until=None)
    is_open = proposal.kind in kinds_for(play) or (proposal.kind == ProposalKind.QUICK and not game.is_paused)
    if not is_open:  # a director was quicker
        return _close(advance, seat, proposal, VoteText.EXPIRED, Source.AUTO)
    advance.note(RowKind.VOTE, seat.index, f"{VoteText.CARRIED} {proposal.text}", source)
    told: Callable[[], list[Notification]] = list
    match proposal.kind:
        case ProposalKind.PAUSE:
            stop_clocks(advance, now + timedelta(days=proposal.value))
        case ProposalKind.PROLONG:
            write_times(game, paused_until=(game.paused_until or now) + timedelta(days=proposal.value))
        case ProposalKind.RESUME:
            start_clocks(advance)
            told = partial(notifications.resumed, play, now=now)
        case ProposalKind.TIME:
            told = partial(list, _more_time(play, timedelta(days=proposal.value), now))
        case ProposalKind.QUICK:
            start_quick_play(advance, now + QUICK_PLAY)
        case ProposalKind.UNDO:
            advance.undo(proposal.value, proposal.seat, source)
            advance.answer_standing_orders()
    closed = (
        [] if seat.index == proposal.seat else notifications.proposal_closed(play, proposal, VoteText.CARRIED, now=now)
    )
    advance.commit(tell=lambda: [*told(), *closed])


def _more_time(play: Play, by: timedelta, now: datetime) -> list[Notification]:
    told: list[Notification] = []
    for seat in play.seats:
        try:
            told += add_time(play, seat, by, now)
        except NoClock:  # a bot, or nothing is asked
            continue
    return told


@transaction.atomic
def give_time(*, game_id: int, user: User, seat: int, source: Source, now: datetime) -> None:
    """Give another player a day, or the time of one move if shorter: once in 24 hours, while their clock runs and the giver may
    know that. Raises NotRunning, NotSeated, NoGift, or NotProposable if others wait for the end of the game."""
    play = load_running(game_id)
    giver, to, game = play.acting_seat(user), play.seat_at(seat), play.game
    if ProposalKind.TIME not in kinds_for(play):
        raise NotProposable
    begins = f"{TimeText.GIFT} {seat} "
    given = (row for row in play.rows if row.kind == RowKind.TIME and row.seat == giver.index and row.at > now - A_DAY)
    is_known = to in secrecy.known_waiting(play, play.state, giver.index) and to.due_at is not None
    if to is giver or not is_known or game.quick_until or any(row.text.startswith(begins) for row in given):
        raise NoGift
    by = min(A_DAY, game.pace_base)
    advance = Advance(play, now)
    advance.note(RowKind.TIME, giver.index, f"{begins}{int(by.total_seconds())}", source)
    told = add_time(play, to, by, now)
    advance.commit(tell=lambda: told)


def settle_due(*, now: datetime, limit: int) -> int:
    """Expire unanswered proposals, and carry out those that only players who left had not answered."""
    due = Game.objects.filter(status=Status.RUNNING, proposal_until__lte=now).order_by("proposal_until")
    found = list(due.values_list("pk", flat=True)[:limit])
    for game_id in found:
        try:
            _settle_due(game_id, now)
        except Exception:  # the others must not wait
            logger.exception("the proposal of game %s could not be settled", game_id)
    return len(found)


@transaction.atomic
def _settle_due(game_id: int, now: datetime) -> None:
    play = load(game_id, lock=True)
    proposal, until = play.game.proposed, play.game.proposal_until
    if proposal is None or until is None or until > now:
        return
    advance, seat = Advance(play, now), play.seats[proposal.seat]
    if everybody_agrees(play, proposal):
        _carry_out(advance, seat, proposal, Source.AUTO)
    else:
        _close(advance, seat, proposal, VoteText.EXPIRED, Source.AUTO)
