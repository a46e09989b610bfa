"""What a move would do, before it is played: its price and how it is made, what is left, what it changes and uncovers."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

import engine
from games.board.confirm import confirm
from games.board.layout import LaidTable
from games.board.table import Wish
from games.board.tableau import Choice
from games.models import Seat
from games.names.words import amount_of_rubles
from games.play.positions import Play
from games.play.uncovers import uncovers

from .layout import Items, Part, Rows, Words, part, present
from .moves import move_line


class _Before(LaidTable):
    """The position of a question that waits for its seat, as its player sees it."""

    holds = True


@dataclass(frozen=True, slots=True)
class Consequence:
    """`what` is the move in words, `reveals` that it uncovers something hidden, so that it cannot be taken back."""

    what: str
    parts: tuple[Part, ...]
    reveals: bool


def consequence(play: Play, seat: Seat, move: str) -> Consequence:
    """Of a legal move of this seat, for its player's eyes. What it uncovers is not told, only that it does."""
    view = play.view(seat.index)
    table = _Before(play, seat.index, wish=Wish(card=_card(view, move), do=move))
    ask, words = confirm(table), move_line(move, view, table.deck).naming(table.names)
    answer = ask.answer if ask else None
    sums = tuple((one.what, one.amount) for one in answer.sums) if answer else ()
    pays = ((_("You pay"), answer.total),) if answer and answer.total else ()
    left = ((_("Leaves you"), answer.leaves),) if answer and answer.leaves else ()
    told = [answer.effect, answer.warning] if answer else []
    if move == "pass":
        told.append(_("You pass this turn. You get another turn if another player still plays a card."))
    reveals = uncovers(play.state, seat.index, engine.parse_move(move, play.state))
    if reveals:
        told.append(_("This reveals hidden information and cannot be undone."))
    now = view.seats[seat.index].rubles
    have = Words(_("You have %(rubles)s.") % {"rubles": amount_of_rubles(now)}) if now is not None else None
    price = part(_("Cost"), Rows((*sums, *pays, *left)) if pays or left else None, have if pays else None)
    does = part(_("Effect"), Items(tuple(filter(None, told))))
    return Consequence(words.label, present(price, does), reveals)


def _card(view: engine.View, move: str) -> str:
    """The card that the move is about, as an address names it; empty where none is chosen first."""
    hand = view.seats[view.viewer].hand or () if view.viewer is not None else ()
    for slot in (*view.upper, *view.lower, *hand):
        if slot is not None and (move == slot.take or any(move == offer.move for offer in slot.offers)):
            return str(Choice(slot.row, slot.place, slot.card))
    return ""
