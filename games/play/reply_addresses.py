"""Keys of mails about a seat: what an answer to one may speak of (`incoming_mail.tokens`)."""

from collections.abc import Mapping, Sequence

import engine
from accounts.models import User
from games.models import Seat, Tenure
from games.models.notification import game_subject
from games.play.positions import Play
from incoming_mail import tokens
from incoming_mail.models import ReplyToken
from incoming_mail.tokens import is_configured, reply_address

SEAT = "games.seat"
"""The handler of answers to mails about a seat."""

DESK = "games.desk"
"""The handler of answers to mails about no seat: commands."""

CHAT = "games.chat"
"""The handler of answers to emails about a chat, which become messages."""

INVITED = "games.invited"
"""The handler of answers to invitations of addresses without an account."""


PASS_ON = "pass phase"
THEN = "then "
"""Before orders for turns to come."""
THEN_PASS = f", {THEN}{PASS_ON}"
"""Behind a move that an email lists."""


def listed(play: Play, seat: Seat) -> Sequence[str]:
    """What an email lists by number: the moves, and where one may pass, to do so for the rest of the phase. That also follows each
    purchase after which its player could pay for no other card, unless they want to be asked about everything."""
    view = play.view(seat.index)
    if view.question is None or view.question.kind != "turn" or "pass" not in view.moves:
        return view.moves
    user = play.holder(seat.index).user
    may_add = user is not None and user.pass_by_itself
    may_add = may_add and {move.split()[0] for move in view.moves} <= {"buy", "play", "take", "pass"}
    return [*(f"{move}{THEN_PASS}" if may_add and _is_last(play, seat, move) else move for move in view.moves), PASS_ON]


def _is_last(play: Play, seat: Seat, move: str) -> bool:
    if move.split()[0] not in ("buy", "play"):
        return False
    after = engine.apply(play.state, seat.index, engine.parse_move(move, play.state))
    if after.reveals or engine.phase_key(after.state) != engine.phase_key(play.state):
        return False
    view = engine.view_for(after.state, seat.index)
    slots = (*view.upper, *view.lower, *(view.seats[seat.index].hand or ()))
    return not any(offer.short <= 0 for slot in slots if slot is not None for offer in slot.offers)


def tenure_holding(tenure: Tenure) -> str:
    """The key by which tokens end with this tenure."""
    return f"tenure:{tenure.pk}"


def seat_reply_address(
    play: Play,
    seat: Seat,
    *,
    pending: Mapping[str, object] | None = None,
    numbered: bool = True,
    reader: User | None = None,
) -> str:
    """Where the holder of this seat answers an email that shows this position, with its moves `numbered` as in their view; empty
    where the site receives no email. `pending` is what the email asks them to confirm. `reader` is the holder's row, where the
    caller has read all of it."""
    holder = play.holder(seat.index)
    if not is_configured() or holder.user is None:
        return ""
    moves = listed(play, seat) if seat.waiting and play.game.is_running else ()
    data: dict[str, object] = {"moves": list(moves) if numbered else [], "pending": dict(pending or {})}
    if not numbered:
        data["numbered"] = False
    token = ReplyToken(
        user=reader if reader is not None and reader.pk == holder.user_id else holder.user,
        handler=SEAT,
        subject=game_subject(play.game.pk),
        holding=tenure_holding(holder),
        number=seat.asked_number if moves else 0,
        data=data,
    )
    return reply_address(tokens.issue(token).token)


def chat_reply_address(user: User, game_id: int, line: int) -> str:
    """Where a reader of the chat up to this message answers it; who may write there is asked when the answer comes."""
    if not is_configured():
        return ""
    token = ReplyToken(user=user, handler=CHAT, subject=game_subject(game_id), number=line)
    return reply_address(tokens.issue(token).token)


def desk_reply_address(user: User, subject: str, pending: Sequence[str], *, refused: str = "") -> str:
    """Where a user answers an email about no seat; `pending` is what it asks to confirm, `subject` makes it unique. `refused` is
    what a “no” does, where it does anything; then either answer may come more than once."""
    if not is_configured():
        return ""
    data: dict[str, object] = {"pending": list(pending)}
    if refused:
        data["refused"] = refused
    token = ReplyToken(user=user, handler=DESK, subject=subject, data=data)
    return reply_address(tokens.issue(token).token)


def stranger_reply_address(address: str, subject: str, terms: str) -> str:
    """Where a person without an account answers the invitation `subject` to a table with these `terms`."""
    if not is_configured():
        return ""
    return reply_address(
        tokens.issue_to_address(address=address, handler=INVITED, subject=subject, holding=terms).token
    )
