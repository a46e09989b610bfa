"""What one order of an email means in a position, a move as text or an auto-pass; and moves that a player keeps by email without
sending them, beside the draft of the page."""

from django.utils.translation import gettext as _

import engine
from games.errors import GameError
from games.mail_commands.reading import NotPlain, number_before, number_said, without_article
from games.mail_commands.telling import MailAnswer
from games.mail_commands.words import Word
from games.models import PassMode, Seat
from games.names.cards import Deck
from games.play.errors import IllegalMove, NotAMove, NotYourTurn, StalePosition
from games.play.moves import (
    ORDERED,
    draft_move,
    drafted,
    parse_for_player,
    read_orders,
    revoke_pass,
    turn_goes_on,
    undo_draft,
    with_draft,
)
from games.play.positions import Play
from games.play.reply_addresses import PASS_ON, THEN, THEN_PASS
from games.text_client.lines import NoSuchNumber, NumberAfterFirst, move_in, number_in, order_in
from games.text_client.playing import ORDERS, LinePart, listed_moves
from games.text_client.telling import order_said
from incoming_mail.handlers import Incoming


def order_part(mail: Incoming, play: Play, seat: Seat, order: str, version: int, *, first: bool) -> LinePart:
    """The move or standing pass that an order means. Raises GameError where it means none, or nothing is asked any more."""
    chosen = number_in(order)
    part = _in_words(play, seat, order) if chosen is None else _numbered(mail, chosen, first=first)
    if first and part != PassMode.NONE and (not seat.waiting or seat.asked_number > version):
        raise StalePosition(_("The game has moved on since that email. No move was made."))
    if not first and not seat.waiting and not isinstance(part, PassMode):
        raise NotYourTurn
    if first and isinstance(part, str):
        _check_copied(mail, play, part)
    return part


def planned_part(mail: Incoming, play: Play, seat: Seat, order: str) -> str:
    """What an order for a turn to come means, as words of `engine.standing_words`; its number is that of the list of the mail.
    Raises GameError where it means nothing."""
    chosen = number_in(order)
    if chosen is None and (mode := order_in(order)) in ORDERED:
        return ORDERS[mode]
    try:
        part = _in_words(play, seat, order) if chosen is None else _numbered(mail, chosen, first=True)
        return ORDERS[part] if isinstance(part, PassMode) else str(parse_for_player(play, play.state, part))
    except GameError as error:
        if not isinstance(error, NotAMove | IllegalMove):
            raise
        read_orders(play, order)
        return order


def _check_copied(mail: Incoming, play: Play, part: str) -> None:
    """Raises NotPlain where a line copied from the list of the mail has the number of another move."""
    moves: list[str] = mail.answered.data.get("moves") or []
    copied = [line for line in mail.lines if moves and number_said(line) is None]
    number = next(filter(None, map(number_before, copied)), None)
    if number is None:
        return
    if not 1 <= number <= len(moves) or str(parse_for_player(play, play.state, part)) != _alone(moves[number - 1]):
        raise NotPlain


def with_its_pass(mail: Incoming, wanted: list[str]) -> list[str]:
    """Where all that is wanted is one number of the list, with the pass that the list has behind that move."""
    chosen, moves = number_in(wanted[0]) if len(wanted) == 1 else None, mail.answered.data.get("moves") or []
    is_both = chosen is not None and 1 <= chosen <= len(moves) and moves[chosen - 1].endswith(THEN_PASS)
    return [*wanted, f"{THEN}{PASS_ON}"] if is_both else wanted


def _alone(listed: str) -> str:
    """A move of the list without the pass behind it."""
    return listed.removesuffix(THEN_PASS)


def _in_words(play: Play, seat: Seat, order: str) -> LinePart:
    if (mode := order_in(order)) is not None:
        return mode
    listed = listed_moves(play, seat) if seat.waiting else ((), ())
    move = move_in(order, *listed)
    return move if move in listed[0] else move_in(without_article(order))


def _numbered(mail: Incoming, chosen: int, *, first: bool) -> LinePart:
    moves: list[str] = mail.answered.data.get("moves") or []
    if not first:
        raise NumberAfterFirst
    if not mail.answered.data.get("numbered", True):
        raise NoSuchNumber(_("That email has no numbered moves. Write the move in words, such as “pass”."))
    if not moves:
        raise StalePosition(_("The game has moved on since that email. No move was made."))
    if not 1 <= chosen <= len(moves):
        raise NoSuchNumber(_("That email has no move with this number."))
    return order_in(moves[chosen - 1]) or _alone(moves[chosen - 1])


def refused(play: Play, order: str, error: GameError) -> str:
    """What is wrong with an order, which is named in the reader's words; what is wrong with a move names it."""
    if isinstance(error, StalePosition | NotPlain | IllegalMove) or "text" in error.details:
        return str(error)
    return _("“%(text)s”: %(why)s") % {"text": order_said(order, Deck(play.options)), "why": error}


def undo(mail: Incoming, play: Play, seat: Seat, waiting: list[str], answer: MailAnswer) -> str:
    """Take back the last move that is not played yet: of those that the email asks about, else of the draft on the page."""
    on_page = list(drafted(play, seat))
    if waiting:
        answer.pending, answer.number = waiting[:-1], mail.answered.number
    if on_page and waiting in ([], on_page):
        waiting = on_page
        undo_draft(game_id=play.game.pk, user=mail.user, version=play.game.version, acts=len(on_page))
    if not waiting:
        return answer.end(_("There is no draft to undo. A move that is played cannot be undone."), "nothing_pending")
    return answer.end(_("Undone: %(order)s.") % {"order": order_said(waiting[-1], Deck(play.options))}, Word.UNDO.value)


def no_draft() -> str:
    return _("There is no draft. Reply “%(example)s” to make one.") % {"example": f"{Word.DRAFT.spelled} 2"}


def drop(mail: Incoming, play: Play, seat: Seat, pending: dict[str, list[str]], answer: MailAnswer) -> str:
    """Forget what the email asks about, and the draft on the page."""
    on_page, has_plan = len(drafted(play, seat)), seat.pass_mode == PassMode.PLAN
    if has_plan:
        revoke_pass(game_id=play.game.pk, user=mail.user)
        answer.said.append(_("Your orders have been dropped."))
        if not on_page and not pending.get("orders"):
            return Word.DROP.value
    if not on_page and not pending.get("orders"):
        return answer.end(no_draft(), "nothing_pending")
    for acts in range(on_page, 0, -1):
        undo_draft(game_id=play.game.pk, user=mail.user, version=play.game.version, acts=acts)
    return answer.end(_("The draft is dropped. No move was made."), Word.DROP.value)


def draft(mail: Incoming, play: Play, seat: Seat, wanted: list[str], answer: MailAnswer) -> str:
    """Keep moves without sending them: in the draft of the page as far as the turn goes on after each of them, the rest in the
    answer alone, because it would end the turn or uncover something."""
    moves = list(drafted(play, seat))
    try:
        for place, order in enumerate(wanted):
            part = order_part(mail, play, seat, order, mail.answered.number, first=place == 0)
            after = with_draft(play, seat, moves, now=mail.now)
            if isinstance(part, PassMode):
                moves += [ORDERS[part], *wanted[place + 1 :]]
                break
            move = parse_for_player(play, after.state, part)
            if engine.is_legal(after.state, seat.index, move) and not turn_goes_on(play, after.state, seat, move):
                moves += [str(move), *wanted[place + 1 :]]
                break
            draft_move(
                game_id=play.game.pk,
                user=mail.user,
                text=str(move),
                version=play.game.version,
                acts=len(moves),
                now=mail.now,
            )
            moves.append(str(move))
    except GameError as error:
        answer.said.append(refused(play, order, error))
        answer.left = wanted[place + 1 :]
        if not place:
            return error.code
    answer.pending, answer.number, answer.is_draft = moves, seat.asked_number, True
    return "drafted"
