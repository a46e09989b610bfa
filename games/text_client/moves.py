"""The text of what can be played: moves in the reader's words, questions in sentences, and what a move would do.

`buy Customs House for 7 rubles` stands for the notation `buy customs-house`. A move is explained before it is played: its price
and how it is made, what is left, what it changes and uncovers.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.board.layout import LaidTable, confirm
from games.board.move_words import HOLE, MoveLine, move_words
from games.board.people import people
from games.board.questions import asking_of
from games.board.table import Wish
from games.board.tableau import CardChoice, name_of, slot_for
from games.models import Seat
from games.names import words
from games.names.cards import Deck
from games.names.words import amount_of_rubles
from games.play import secrecy
from games.play.moves import uncovers
from games.play.positions import Play
from games.text_client.layout import Items, Rows, TextPart, Words, part, present

BUY: Mapping[str, Promise] = {
    "lower": gettext_lazy("buy %(card)s from the lower row for %(price)s"),
    "hand": gettext_lazy("play %(card)s from your hand for %(price)s"),
    "drawn": gettext_lazy("buy the drawn %(card)s for %(price)s"),
    "discard": gettext_lazy("buy %(card)s from the discard pile for %(price)s"),
    "": gettext_lazy("buy %(card)s for %(price)s"),
}
TAKE: Mapping[str, Promise] = {
    "lower": gettext_lazy("take %(card)s from the lower row into your hand"),
    "drawn": gettext_lazy("take the drawn %(card)s into your hand"),
    "discard": gettext_lazy("take %(card)s from the discard pile into your hand"),
    "": gettext_lazy("take %(card)s into your hand"),
}
"""Buying and taking a card by the row it comes from; empty for all other rows."""


def move_lines(view: engine.View, deck: Deck) -> list[MoveLine]:
    """Every legal move of the viewer, in the order of `view.moves`."""
    known = _known(view, deck)
    return [known.get(move) or move_words(move, view, deck) for move in view.moves]


def move_line(text: str, view: engine.View, deck: Deck) -> MoveLine:
    """One move of the viewer in this position."""
    return _known(view, deck).get(text) or move_words(text, view, deck)


def _known(view: engine.View, deck: Deck) -> dict[str, MoveLine]:
    """All moves with cards that lie before the viewer."""
    found: dict[str, MoveLine] = {}
    for slot in _slots(view):
        name = name_of(slot, view, deck)
        for offer in slot.offers:
            over = _("%(card)s over %(over)s") % {"card": name, "over": deck.name(offer.over)} if offer.over else name
            found.setdefault(
                offer.move,
                MoveLine(
                    str(BUY.get(slot.row, BUY[""])) % {"card": HOLE, "price": amount_of_rubles(offer.price)}, over
                ),
            )
        if slot.take:
            found.setdefault(slot.take, MoveLine(str(TAKE.get(slot.row, TAKE[""])) % {"card": HOLE}, name))
    return found


def _slots(view: engine.View) -> Iterator[engine.Slot]:
    yield from (slot for slot in (*view.upper, *view.lower, *view.spread, view.drawn) if slot is not None)
    if view.viewer is not None:
        yield from view.seats[view.viewer].hand or ()


def phase_of(view: engine.View) -> str:
    """`Building phase in round 4`, and that it is the last if it is."""
    values = {"phase": words.PHASE_NAMES[view.phase], "round": view.round}
    if view.ending:
        return _("%(phase)s in round %(round)s (last round)") % values
    return _("%(phase)s in round %(round)s") % values


def question_of(view: engine.View, deck: Deck) -> str:
    """What the viewer is asked to decide; empty when they are not asked."""
    question = view.question
    if question is None or view.viewer not in view.asked:
        return ""
    return asking_of(view).letter(view, deck)


def if_nothing(play: Play, seat: Seat, view: engine.View, deck: Deck) -> list[str]:
    """What the clock plays for this seat when its time runs out, and what follows from it."""
    if seat.due_at is None or not seat.waiting:
        return []
    limit = 0 if secrecy.is_secret(play.state) else play.game.misses_before_bot  # a secret deadline is no miss
    if limit and seat.misses + 1 >= limit:
        text = ngettext(
            "If you do nothing, a bot takes over your seat until you reclaim it.",
            "If you do nothing, you will have missed %(count)s deadlines in a row. A bot then takes over "
            "your seat until you reclaim it.",
            limit,
        )
        return [text % {"count": limit}]
    move = move_line(str(engine.default_move(play.state, seat.index)), view, deck).naming(people(play, seat.index))
    said = [_("If you do nothing, this move is played for you: %(move)s.") % {"move": move}]
    question = view.question
    if question is not None and question.kind == "turn":  # standing passes answer nothing else (UI-4)
        said.append(_("After that, you auto-pass until the end of the phase unless you act yourself."))
    if limit:
        said.append(
            ngettext(
                "After %(count)s missed deadline, a bot takes over your seat.",
                "After %(count)s missed deadlines in a row, a bot takes over your seat.",
                limit,
            )
            % {"count": limit}
        )
    return said


MOST = 12


def likely(view: engine.View) -> Sequence[int]:
    """Places of the list, from 1. All moves of a short list; of a long one a pass, each card in the cheapest way to have it, and
    answers that are about no card."""
    if len(view.moves) <= MOST:
        return range(1, len(view.moves) + 1)
    dearer: set[str] = set()
    held = view.seats[view.viewer].hand or () if view.viewer is not None else ()
    for slot in (*view.upper, *view.lower, *held):
        if slot is not None:
            legal = [offer.move for offer in slot.offers if offer.legal]
            dearer.update(legal[1:])
            if legal and slot.take:
                dearer.add(slot.take)
    wanted = [place for place, move in enumerate(view.moves, start=1) if move not in dearer]
    passes = [place for place in wanted if view.moves[place - 1] == "pass"]
    return sorted({*[place for place in wanted if place not in passes][: MOST - len(passes)], *passes})


class _Before(LaidTable):
    """The position of a question that waits for its seat, as its player sees it."""

    holds = True


@dataclass(frozen=True, slots=True)
class Consequence:
    """`what` is the move in words, `reveals` that it uncovers something hidden, so that it cannot be taken back."""

    what: str
    parts: tuple[TextPart, ...]
    reveals: bool


def consequence(play: Play, seat: Seat, move: str) -> Consequence:
    """Of a legal move of this seat, for its player's eyes. What it uncovers is not told, only that it does."""
    view = play.view(seat.index)
    slot = slot_for(move, view, view.seats[seat.index].hand or ())
    card = str(CardChoice(slot.row, slot.place, slot.card)) if slot else ""
    table = _Before(play, seat.index, wish=Wish(card=card, do=move))
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
