"""The move panel: the question as a heading, what can be answered, the sum of each answer, and buttons whose values are moves.

The panel is shown for a chosen card, for a drawn card, for an Observatory and for the Pub. A chosen card that cannot be had
now gets the same panel with the reason instead of the button.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine

from . import words
from .cards import Deck, Face


@dataclass(frozen=True, slots=True)
class Sum:
    """One line of a price: what it is for and how much, signed."""

    what: str
    amount: str


@dataclass(frozen=True, slots=True)
class Answer:
    """One way to answer. `move` is its text, None when it is not possible now; then `why` says so.

    `reveals` says that it will uncover something; `effect` what it changes for the viewer; `target` is the card replaced,
    `key` the pile drawn from.
    """

    label: str
    button: str
    move: str | None
    price: str = ""
    target: Face | None = None
    detail: str = ""
    effect: str = ""
    sums: tuple[Sum, ...] = ()
    total: str = ""
    leaves: str = ""
    why: str = ""
    reveals: bool = False
    key: str = ""
    is_take: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """What stands in the move panel. `answers` are the alternatives, `others` what can be done besides (take, discard)."""

    kind: str  # "card" | "drawn" | "observatory" | "pub"
    heading: str
    short_heading: str
    text: str
    face: Face | None
    answers: tuple[Answer, ...]
    others: tuple[Answer, ...] = ()
    asked: bool = True


class Moves:
    """What the viewer may do now, with what each move would uncover. `state` stays with the presenters."""

    def __init__(self, state: engine.State, view: engine.View) -> None:
        self.state = state
        self.view = view
        self.texts = frozenset(view.moves)

    def reveals(self, text: str) -> bool:
        """Would this legal move uncover something hidden? It has to be said before, and nothing shows what comes after.

        Where rubles and hands are hidden the end of an action part is such a moment, too: the rubles of others decide
        whether a Pub is asked, and the end of the game shows all hands (INFO-2).
        """
        if self.view.viewer is None or text not in self.texts:
            return False
        after = engine.apply(self.state, self.view.viewer, engine.parse_move(text, self.state))
        if after.reveals or self.state.rules.options.open_hands:
            return after.reveals
        kinds = {one.kind for state in (self.state, after.state) if (one := engine.question_for(state, None))}
        return "pub" in kinds or engine.phase_key(after.state) != engine.phase_key(self.state)


def card_panel(slot: "engine.Slot", moves: Moves, deck: Deck) -> Panel:
    """A card of a row, of the hand, or drawn from a pile."""
    view, face = moves.view, deck[slot.card]
    rubles = None if view.viewer is None else view.seats[view.viewer].rubles
    answers = tuple(_offer(offer, slot, moves, deck, rubles) for offer in slot.offers)
    others = []
    if slot.take:
        label = _("Take to hand")
        others.append(Answer(label, label, slot.take, reveals=moves.reveals(slot.take), is_take=True))
    elif slot.take_blocked == "hand-full":
        others.append(Answer(_("Take to hand"), "", None, why=_("Your hand is full.")))
    if slot.row == "drawn":
        discard = next((text for text in view.moves if text.startswith("discard ")), None)
        if discard:
            others.append(Answer(_("Discard it"), _("Discard it"), discard, reveals=moves.reveals(discard)))
    heading = face.name
    if slot.row == "drawn":
        heading = _("You drew %(card)s") % {"card": face.name}
    short = heading
    if len(answers) > 1:
        heading = _("%(card)s: which card does it replace?") % {"card": heading}
        short = _("%(card)s replaces") % {"card": face.name}
    text = face.text
    if not slot.offers and slot.blocked == "no-target":
        text = " ".join(filter(None, [text, _("Your display has no card that it may replace.")]))
    return Panel(
        "drawn" if slot.row == "drawn" else "card", heading, short, text, face, answers, tuple(others), bool(view.moves)
    )


def _offer(offer: "engine.Offer", slot: "engine.Slot", moves: Moves, deck: Deck, rubles: int | None) -> Answer:
    over = deck[offer.over] if offer.over else None
    price = words.rubles(offer.price)
    verb = _("Play for %(price)s") if slot.row == "hand" else _("Buy for %(price)s")
    why = ""
    if offer.short:
        why = ngettext("You are %(count)s ruble short.", "You are %(count)s rubles short.", offer.short)
        why = why % {"count": offer.short}
    elif not offer.legal and moves.texts:
        why = _("Not possible now.")
    return Answer(
        label=over.name if over else deck.name(slot.card),
        button=verb % {"price": price},
        move=offer.move if offer.legal else None,
        price=price,
        target=over,
        detail=_("worth %(value)s") % {"value": over.worth} if over else "",
        effect=effect_of(offer, moves, deck[slot.card]),
        sums=tuple(Sum(term_label(term, deck), _signed(term)) for term in offer.terms),
        total=price,
        leaves=words.rubles(rubles - offer.price) if rubles is not None and not offer.short else "",
        why=why,
        reveals=offer.legal and moves.reveals(offer.move),
    )


def effect_of(offer: "engine.Offer", moves: Moves, face: Face) -> str:
    """How the income of the card's colour changes, worked out by playing the move where that uncovers nothing."""
    view = moves.view
    if view.viewer is None or not offer.legal or moves.reveals(offer.move):
        return ""
    after = engine.apply(moves.state, view.viewer, engine.parse_move(offer.move, moves.state)).state
    seat = view.viewer
    before = {income.group: income for income in view.seats[seat].income}
    later = {income.group: income for income in engine.view_for(after, seat).seats[seat].income}
    changes = []
    for group, income in later.items():
        old = before[group]
        if (old.rubles, old.points) != (income.rubles, income.points):
            values = {"group": words.GROUP_NAMES[group], "before": _pays(old), "after": _pays(income)}
            changes.append(_("%(group)s %(before)s → %(after)s") % values)
    return ", ".join(changes)


def _pays(income: "engine.Income") -> str:
    parts = [words.rubles(income.rubles)] if income.rubles else []
    parts += [words.points(income.points)] if income.points else []
    return " ".join(parts) or "0"


def term_label(term: "engine.Term", deck: Deck) -> str:
    """What one term of a price is for (COST-12)."""
    card = deck.name(term.card) if term.card else ""
    match term.kind:
        case "printed":
            return _("Printed cost")
        case "replaces":
            return _("Replaces %(card)s") % {"card": card}
        case "same-name":
            return _("You have a %(card)s") % {"card": card}
        case "lower-row":
            return _("Lower row")
        case "minimum":
            return _("At least 1 ruble")
    return card


def _signed(term: "engine.Term") -> str:
    if term.kind == "printed":
        return str(term.amount)
    return f"+{term.amount}" if term.amount > 0 else f"−{-term.amount}"


def observatory_panel(moves: Moves, deck: Deck) -> Panel | None:
    """Which pile to draw from; None when no Observatory can be used now (CARD-OBS-2)."""
    draws = [text for text in moves.view.moves if text.startswith("draw ")]
    if not draws:
        return None
    left = {phase.name: phase.left for phase in moves.view.phases}
    answers = []
    for text in draws:
        pile = text.removeprefix("draw ")
        label = _("Draw from %(pile)s") % {"pile": words.PILES[pile]}
        detail, reveals = words.cards_left(left[pile]), moves.reveals(text)
        answers.append(Answer(str(words.PILES[pile]), label, text, detail=detail, reveals=reveals, key=pile))
    heading = _("Observatory: draw from which pile?")
    return Panel(
        "observatory",
        heading,
        heading,
        _("The card you draw must then be bought, taken or discarded."),
        None,
        tuple(answers),
    )


def pub_panel(question: "engine.Question", moves: Moves, rubles: int | None) -> Panel:
    """How many points to buy in the Pub (UI-7)."""
    answers = []
    for text in moves.view.moves:
        amount = int(text.removeprefix("pub "))
        price = words.rubles(2 * amount)
        button = _("Buy %(points)s for %(price)s") % {"points": words.points(amount), "price": price}
        leaves = words.rubles(rubles - 2 * amount) if rubles is not None else ""
        answers.append(
            Answer(
                str(amount), button if amount else _("Buy none"), text, price=price, total=price, leaves=leaves,
                reveals=moves.reveals(text),
            )
        )  # fmt: skip
    heading = _("Pub: how many points do you buy?")
    text = _("2 rubles for each point.")
    return Panel("pub", heading, heading, text, None, tuple(answers))


def find_answer(panels: Sequence["Panel | None"], text: str) -> Answer | None:
    """The answer of these panels that this move text stands for."""
    for panel in panels:
        for answer in (*panel.answers, *panel.others) if panel else ():
            if answer.move == text:
                return answer
    return None
