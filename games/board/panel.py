"""The move panel: the question as a heading, what can be answered, the sum of each answer, and buttons whose values are moves.

Here is the panel itself and that of a card; those of questions are in `questions/`. A chosen card that cannot be had now gets
the same panel with the reason instead of the button.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.board.extras import extras_of
from games.board.move_words import move_words
from games.board.tableau import Warned, warned_of
from games.names import words
from games.names.cards import Deck, Face, tile_name
from games.play.moves import uncovered


@dataclass(frozen=True, slots=True)
class Sum:
    """One line of a price: what it is for and how much, signed, and the rule that says so."""

    what: str
    amount: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A small picture by section and key of icons.toml, on a wall of this group."""

    section: str
    key: str
    group: str


def picture_of(face: Face) -> Picture:
    return Picture("cards", face.key, face.tint)


@dataclass(frozen=True, slots=True)
class PanelAnswer:
    """One way to answer. `move` is its text, None when it is not possible now; then `why` says so, and `rule` where it stands.

    `reveals` says on the button that it will uncover something, `ends` that the game is over with it; `effect` is what it changes
    for the viewer, `target` the card replaced, `picture` what stands before an answer that is no card, `place` the row and place
    of the tableau that it is about, `group` the heading of those that it stands among, `warning` what speaks against it, in
    figures.
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
    rule: str = ""
    reveals: str = ""
    ends: bool = False
    picture: Picture | None = None
    warning: str = ""
    is_take: bool = False
    place: tuple[str, int] | None = None
    group: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """What stands in the move panel. `answers` are the alternatives, `others` what can be done besides (take, discard).

    `template` draws it: one that extends `games/board/questions/panel.html`. `closes`: it stands there because somebody chose to
    look at something, not because something has to be answered. `faces` are shown large where several cards matter. `first` is the
    answer that is chosen at first, if it is possible.
    """

    heading: str
    short_heading: str
    text: str
    face: Face | None
    answers: tuple[PanelAnswer, ...]
    others: tuple[PanelAnswer, ...] = ()
    asked: bool = True
    closes: bool = False
    template: str = "games/board/questions/panel.html"
    faces: tuple[Face, ...] = ()
    first: int = 0

    @property
    def preset(self) -> int:
        """Which answer is chosen at first: the one it names, else the cheapest that is possible."""
        if self.first < len(self.answers) and self.answers[self.first].move:
            return self.first
        return next((index for index, answer in enumerate(self.answers) if answer.move), 0)


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card with what it would pay: up to two answers, in rubles and in points. `name` tells its market symbols, where others bear
    other ones, and what lies on it."""

    face: Face
    name: str
    answers: tuple[PanelAnswer, ...]


class Moves:
    """What the viewer may do now, with what each move would uncover. `state` stays with the presenters. Each move is played once,
    whatever is asked about it."""

    def __init__(self, state: engine.State, view: engine.View, *, says_too_late: bool = False) -> None:
        self.state = state
        self.view = view
        self.texts = frozenset(view.moves)
        self.says_too_late = says_too_late
        self._played: dict[str, engine.Transition] = {}
        self._warned: dict[str, Warned | None] = {}

    @cached_property
    def final_points(self) -> Mapping[str, tuple[int, int]]:
        """What of the final scoring a move is weighed by, as the viewer stands now."""
        assert self.view.viewer is not None
        steps = ["nobles"]
        if self.view.ending:
            steps.append("hand")
            if all(
                engine.scorings_left(self.state, one.group) == 0 for one in self.view.seats[self.view.viewer].income
            ):
                steps.append("rubles")
        now = engine.final_points(self.state, self.view.viewer)
        return {step: now[step] for step in steps if step in now}

    def warned(self, text: str) -> Warned | None:
        """What speaks against this legal move, as far as its player can know."""
        if self.view.viewer is None or text not in self.texts:
            return None
        if text not in self._warned:
            self._warned[text] = warned_of(self.state, self.view.viewer, text, late=self.says_too_late)
        return self._warned[text]

    def reveals(self, text: str) -> bool:
        """Would this legal move uncover something hidden? It has to be said before, and nothing shows what comes after."""
        if self.view.viewer is None or text not in self.texts:
            return False
        return uncovered(self.state, self._then(text))

    def says_reveals(self, text: str) -> str:
        """`reveals 2 cards`, for the button of this move; empty where nothing hidden is seen. Where hands are hidden it does not
        tell whether a Pub is asked first."""
        if not self.reveals(text):
            return ""
        count = sum(self.state.left) - sum(self._then(text).state.left)
        if not self.state.rules.options.open_hands:
            return _("can reveal cards")
        if not count:  # the orders that others have chosen
            return _("cannot be undone")
        return ngettext("reveals %(count)s card", "reveals %(count)s cards", count) % {"count": count}

    def ends(self, text: str) -> bool:
        """Is the game over with this move? Then it is asked once more."""
        return self.view.viewer is not None and text in self.texts and self._then(text).state.over

    def _then(self, text: str) -> engine.Transition:
        if text not in self._played:
            assert self.view.viewer is not None
            move = engine.parse_move(text, self.state)
            self._played[text] = engine.apply(self.state, self.view.viewer, move)
        return self._played[text]

    def answer(self, text: str, label: str, button: str = "", **more: Any) -> PanelAnswer:
        """A legal move as an answer, which says whether it reveals something; its button may have words of its own."""
        reveals, ends = self.says_reveals(text), self.ends(text)
        return PanelAnswer(label, button or label, text, reveals=reveals, ends=ends, **more)

    def leads_to(self, text: str) -> engine.State | None:
        """The position after this legal move. Of a card that is bought, played or taken it is that right after it where the action
        part ends or something is uncovered; of other moves that uncover something there is none."""
        if self.view.viewer is None or text not in self.texts:
            return None
        move, later = engine.parse_move(text, self.state), self._then(text).state
        is_open = not self.reveals(text)
        if move.kind in ("buy", "play", "take") and not (
            is_open and engine.phase_key(later) == engine.phase_key(self.state)
        ):
            return engine.resolved(self.state, self.view.viewer, move)
        return later if is_open else None

    def after(self, text: str) -> engine.View | None:
        later = self.leads_to(text)
        return None if later is None else engine.view_for(later, self.view.viewer)


def card_panel(
    slot: engine.Slot,
    moves: Moves,
    deck: Deck,
    *,
    heading: str = "",
    others: Iterable[PanelAnswer] = (),
    template: str = "games/board/questions/panel.html",
) -> Panel:
    """A card of a row or of the hand; with a `heading`, one that an answer has brought up and that has to go somewhere."""
    view, face = moves.view, deck[slot.card]
    rubles = None if view.viewer is None else view.seats[view.viewer].rubles
    answers = tuple(_offer(offer, slot, moves, deck, rubles) for offer in slot.offers)
    besides = []
    if slot.take:
        label = _("Take to hand")
        besides.append(moves.answer(slot.take, label, effect=", ".join(changes(slot.take, moves)), is_take=True))
    elif slot.take_blocked == "hand-full":
        besides.append(PanelAnswer(_("Take to hand"), "", None, why=_("Your hand is full."), rule="TURN-4"))
    closes, heading = not heading, heading or face.name
    short = heading
    if len(answers) > 1:
        heading = _("Which card should %(card)s replace?") % {"card": heading}
        short = _("%(card)s replaces") % {"card": face.name}
    text = face.text
    if not slot.offers and slot.blocked == "no-target":
        text = " ".join(filter(None, [text, _("You have no card it can replace.")]))
    return Panel(
        heading, short, text, face, answers, (*besides, *others), bool(view.moves), closes=closes, template=template
    )


def named_answers(texts: Iterable[str], moves: Moves, deck: Deck) -> tuple[PanelAnswer, ...]:
    return tuple(moves.answer(text, move_words(text, moves.view, deck).label) for text in texts)


def _offer(offer: engine.Offer, slot: engine.Slot, moves: Moves, deck: Deck, rubles: int | None) -> PanelAnswer:
    over = deck[offer.over] if offer.over else None
    price = words.rubles(offer.price)
    verb = _("Play for %(price)s") if slot.row == "hand" else _("Buy for %(price)s")
    why, warned = "", moves.warned(offer.move)
    if offer.short:
        why = ngettext("You are %(count)s ruble short.", "You are %(count)s rubles short.", offer.short)
        why = why % {"count": offer.short}
    elif not offer.legal and moves.texts:
        why = _("Not possible now.")
    return PanelAnswer(
        label=deck.name(offer.over) if offer.over else deck.name(slot.card),
        button=verb % {"price": price},
        move=offer.move if offer.legal else None,
        price=price,
        target=over,
        detail=_("worth %(value)s") % {"value": over.worth} if over else "",
        effect=", ".join(changes(offer.move, moves)),
        sums=sums_of(offer.terms, deck),
        total=price,
        leaves=words.rubles(rubles - offer.price) if rubles is not None and not offer.short else "",
        why=why,
        rule="TURN-3" if offer.short else "",
        reveals=moves.says_reveals(offer.move),
        ends=moves.ends(offer.move),
        warning=warned.text if warned else "",
    )


def changes(text: str, moves: Moves) -> list[str]:
    """What a legal move changes for the viewer, then and at the end; nothing where that would uncover something."""
    seat, state = moves.view.viewer, moves.leads_to(text)
    if seat is None or state is None:
        return []
    found = []
    for was in moves.view.seats[seat].income:
        now = engine.explain(state, seat, was.group)
        before, after = (was.rubles, was.points), (now.rubles, now.points)
        if before == after:
            continue
        if engine.scorings_left(moves.state, was.group) == 0:
            found.append(_("%(group)s: no scoring left") % {"group": words.GROUP_NAMES[was.group]})
            continue
        old, new = (" ".join(words.amounts(*pays)) or "0" for pays in (before, after))
        values = {"group": words.GROUP_NAMES[was.group], "before": old, "after": new}
        found.append(_("%(group)s %(before)s → %(after)s") % values)
    if extras := extras_of(moves.view):
        # they compare what they show, nothing else; a whole view after each move would cost as much as the page
        later = replace(moves.view, over=state.over, extras=engine.extras_for(state, seat))
        for extra in extras:
            if later.extras.get(extra.part) != moves.view.extras[extra.part]:
                found += extra.effect(moves.view, later, seat)
    return found + _at_the_end(moves, state, seat)


def _at_the_end(moves: Moves, later: engine.State, seat: int) -> list[str]:
    """What the move is worth in the final scoring: its Nobles always, what is in hand in the last round, and rubles as soon as
    no more of them come in."""
    after, told = engine.final_points(later, seat), []
    for step, (before, points) in moves.final_points.items():
        if gain := after[step][1] - points:
            values = {"before": before, "after": after[step][0], "points": words.points_of(words.signed(gain))}
            told.append(str(AT_THE_END[step]) % values)
    return told


AT_THE_END = {
    "nobles": gettext_lazy("different Nobles %(before)s → %(after)s, %(points)s at the end"),
    "hand": gettext_lazy("cards in hand %(points)s at the end"),
    "rubles": gettext_lazy("rubles %(points)s at the end"),
}


def sums_of(terms: Iterable[engine.Term], deck: Deck, *, is_own: bool = True) -> tuple[Sum, ...]:
    return tuple(
        Sum(
            term_label(term, deck, is_own=is_own),
            (str if term.kind == "printed" else words.signed)(term.amount),
            term.rule,
        )
        for term in terms
    )


def term_label(term: engine.Term, deck: Deck, *, is_own: bool = True) -> str:
    """What one term of a price is for (COST-12), to the player who pays or to somebody else."""
    card = "" if term.card is None else deck.name(term.card) if term.card in deck else tile_name(term.card)
    match term.kind:
        case "printed":
            return _("Printed cost")
        case "replaces":
            return _("Replaces %(card)s") % {"card": card}
        case "same-name":
            said = _("You already have: %(card)s") if is_own else _("Already there: %(card)s")
            return said % {"card": card}
        case "lower-row":
            return _("Lower row")
        case "minimum":
            return _("At least 1 ruble")
        case "half":
            return _("Half the price, rounded down")
    return card


def find_answer(panels: Sequence[Panel | None], text: str) -> PanelAnswer | None:
    """The answer of these panels that this move text stands for."""
    for panel in panels:
        for answer in (*panel.answers, *panel.others) if panel else ():
            if answer.move == text:
                return answer
    return None
