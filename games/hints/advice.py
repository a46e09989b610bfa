"""Advice of a searching bot in sentences, with its reason in figures; only in practice games, where it harms nobody."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from django.utils.formats import number_format
from django.utils.translation import gettext as _

import engine
from engine.bots import ADVISER
from games.board.confirm import intention
from games.board.layout import LaidTable
from games.board.panel import PanelAnswer, changes
from games.board.tableau import CardChoice
from games.names import words
from games.play.positions import Play


def is_practice(play: Play) -> bool:
    """One person plays bots at a table of their own, and nothing counts: no rating, no deal that others play, no list of best
    results."""
    game = play.game
    if game.rated or game.deal_id is not None or game.host_id is None or game.is_solo:
        return False
    owners = [play.owner(seat.index) for seat in play.seats]
    return sum(owner is not None for owner in owners) == 1


def seat_for_hint(play: Play, user: object) -> int | None:
    """The seat for which this person may ask for a hint now; None where they may not."""
    seat = play.seat_of(user) if user is not None and play.game.is_running and not play.game.is_paused else None
    return seat.index if seat is not None and seat.waiting and is_practice(play) else None


@dataclass(frozen=True, slots=True)
class Advice:
    """The move that the bot would make, and by how many points at the end it expects more of it than of the `next` best;
    without another possible move there is none."""

    move: str
    next: str
    gain: float


def advise(view: engine.View, seed: str) -> Advice:
    """What the bot would do in the place of the viewer, who is asked. It gets their view and nothing else, so its advice tells
    nothing they could not know; `seed` drives its guesses and is no secret."""
    chance = Random(seed)
    if len(view.moves) == 1:
        return Advice(view.moves[0], "", 0.0)
    best, other, *_rest = ADVISER.weighed(view, engine.guess(view, chance), chance)
    return Advice(str(best.move), str(other.move), best.ahead - other.ahead)


CLOSE = 0.05
"""Less than this between two moves is no difference worth a figure."""


@dataclass(frozen=True, slots=True)
class Hint:
    """`what` the bot would do, `why`, what the move `changes`, and the card that it is about as the address names cards."""

    what: str
    why: str
    changes: str
    card: str


def hint_in_words(advice: Advice, table: LaidTable) -> Hint | None:
    """The advice for this table; None where it is no move of the question that is asked."""
    if not {advice.move, advice.next or advice.move} <= table.moves.texts:
        return None
    found = _found(advice.move, table)
    card = str(CardChoice(found[0].row, found[0].place, found[0].card)) if found else ""
    effect = ", ".join(changes(advice.move, table.moves))
    return Hint(deed_in_words(advice.move, table), _why(advice, table), effect, card)


def _why(advice: Advice, table: LaidTable) -> str:
    if not advice.next:
        return _("It is the only legal move.")
    other = deed_in_words(advice.next, table)
    if advice.gain < CLOSE:
        return _("It rates another move equally: %(other)s.") % {"other": other}
    values = {"points": number_format(round(advice.gain, 1), decimal_pos=1), "other": other}
    return _("It expects %(points)s more points from it than from the next best move: %(other)s.") % values


def deed_in_words(text: str, table: LaidTable) -> str:
    """A move in words, a purchase with its price."""
    found = _found(text, table)
    offer = next((offer for offer in found[0].offers if offer.move == text), None) if found else None
    answer = PanelAnswer("", "", text, price=words.rubles(offer.price)) if offer else None
    return intention(text, table, answer)


def _found(text: str, table: LaidTable) -> list[engine.Slot]:
    """The card that a move buys, takes or plays."""
    slots = (*table.view.upper, *table.view.lower, *(table.own_hand or ()), table.view.drawn, *table.view.spread)
    return [one for one in slots if one and (one.take == text or any(offer.move == text for offer in one.offers))]
