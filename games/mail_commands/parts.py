"""What one order of an email means in a position: a move as text, or an auto-pass."""

from django.utils.translation import gettext as _

from games.errors import GameError
from games.mail_commands.reading import NotPlain, number_before, number_said, without_article
from games.models import PassMode, Seat
from games.play.errors import IllegalMove, NotAMove, NotYourTurn, StalePosition
from games.play.moves import ORDERED, parse_for_player, read_orders
from games.play.positions import Play
from games.text_client.lines import NoSuchNumber, NumberAfterFirst, move_in, number_in, order_in
from games.text_client.playing import ORDERS, LinePart, listed_moves
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
    assert mail.token is not None
    moves: list[str] = mail.token.data.get("moves") or []
    copied = [line for line in mail.lines if moves and number_said(line) is None]
    number = next(filter(None, map(number_before, copied)), None)
    if number is None:
        return
    if not 1 <= number <= len(moves) or str(parse_for_player(play, play.state, part)) != moves[number - 1]:
        raise NotPlain


def _in_words(play: Play, seat: Seat, order: str) -> LinePart:
    if (mode := order_in(order)) is not None:
        return mode
    listed = listed_moves(play, seat) if seat.waiting else ((), ())
    move = move_in(order, *listed)
    return move if move in listed[0] else move_in(without_article(order))


def _numbered(mail: Incoming, chosen: int, *, first: bool) -> LinePart:
    """The move with this number in the list of the mail."""
    assert mail.token is not None
    moves: list[str] = mail.token.data.get("moves") or []
    if not first:
        raise NumberAfterFirst
    if not mail.token.data.get("numbered", True):
        raise NoSuchNumber(_("That email has no numbered moves. Write the move in words, such as “pass”."))
    if not moves:
        raise StalePosition(_("The game has moved on since that email. No move was made."))
    if not 1 <= chosen <= len(moves):
        raise NoSuchNumber(_("That email has no move with this number."))
    return order_in(moves[chosen - 1]) or moves[chosen - 1]


def refused(order: str, error: GameError) -> str:
    return str(error) if isinstance(error, StalePosition | NotPlain) else f"“{order}”: {error}"
