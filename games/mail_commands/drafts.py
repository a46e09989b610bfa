"""Moves that a player keeps by email without sending them, beside the draft of the page."""

from django.utils.translation import gettext as _

import engine
from games.errors import GameError
from games.mail_commands.parts import order_part, refused
from games.mail_commands.telling import MailAnswer
from games.mail_commands.words import Word
from games.models import PassMode, Seat
from games.play.moves import draft_move, drafted, parse_for_player, revoke_pass, turn_goes_on, undo_draft, with_draft
from games.play.positions import Play
from games.text_client.playing import ORDERS
from incoming_mail.handlers import Incoming


def undo(mail: Incoming, play: Play, seat: Seat, waiting: list[str], answer: MailAnswer) -> str:
    """Take back the last move that is not played yet: of those that the email asks about, else of the draft on the page."""
    assert mail.token is not None
    on_page = list(drafted(play, seat))
    if waiting:
        answer.pending, answer.number = waiting[:-1], mail.token.number
    if on_page and waiting in ([], on_page):
        waiting = on_page
        undo_draft(game_id=play.game.pk, user=mail.user, version=play.game.version, acts=len(on_page))
    if not waiting:
        answer.said.append(_("There is no draft to undo. A move that is played cannot be undone."))
        return "nothing_pending"
    answer.said.append(_("Undone: %(order)s.") % {"order": waiting[-1]})
    return Word.UNDO.value


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
        answer.said.append(no_draft())
        return "nothing_pending"
    for acts in range(on_page, 0, -1):
        undo_draft(game_id=play.game.pk, user=mail.user, version=play.game.version, acts=acts)
    answer.said.append(_("The draft is dropped. No move was made."))
    return Word.DROP.value


def draft(mail: Incoming, play: Play, seat: Seat, wanted: list[str], answer: MailAnswer) -> str:
    """Keep moves without sending them: in the draft of the page as far as the turn goes on after each of them, the rest in the
    answer alone, because it would end the turn or uncover something."""
    assert mail.token is not None
    moves = list(drafted(play, seat))
    try:
        for place, order in enumerate(wanted):
            part = order_part(mail, play, seat, order, mail.token.number, first=place == 0)
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
        answer.said.append(refused(order, error))
        answer.left = wanted[place + 1 :]
        if not place:
            return error.code
    answer.pending, answer.number, answer.is_draft = moves, seat.asked_number, True
    return "drafted"
