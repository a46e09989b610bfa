"""Displays and hands: grouped green, blue, red; equal cards stacked; what each group pays."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.board.extras import Lying, lying_on
from games.board.panel import Panel
from games.board.people import Person
from games.board.tableau import Spot, Warn, spot, unwarned
from games.names import words
from games.names.cards import Deck, Face

ORDER = ("green", "yellow", "blue", "red")


@dataclass(frozen=True, slots=True)
class OnTop:
    """A thing that lies on a card: a card itself, or a picture by section and key of icons.toml with what it means."""

    name: str
    note: str
    face: Face | None = None
    section: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Stack:
    """Equal cards on one place. `target` is the index of the answer of the open panel that replaces this card, `opens` the
    tool that a click on it opens, `look` classes for what lies on it, `badge` what its owner has decided about it. `on_top` are
    the things that lie on it, `pays` is what it pays now, with them (UI-10)."""

    face: Face
    count: int
    face_down: bool
    target: int | None
    opens: str
    label: str
    look: str = ""
    badge: str = ""
    on_top: tuple[OnTop, ...] = ()
    pays: str = ""

    @property
    def copies(self) -> range:
        return range(min(self.count, 2))


class IncomeLine(NamedTuple):
    name: str
    pays: str


@dataclass(frozen=True, slots=True)
class Group:
    """The cards of one colour. `pays` is what its next scoring brings, `income` the sum card by card."""

    colour: str
    name: str
    icon: str
    pays: str
    stacks: tuple[Stack, ...]
    income: tuple[IncomeLine, ...]


@dataclass(frozen=True, slots=True)
class SeatBoard:
    """One seat: its display, its hand as far as it may be seen, and its figures."""

    person: Person
    rubles: str
    points: str
    groups: tuple[Group, ...]
    hand: tuple[Spot, ...] | None
    hand_count: int
    hand_limit: int
    free_places: range
    nobles: str
    tokens: tuple[str, ...]


def board(
    seat: engine.SeatView,
    deck: Deck,
    person: Person,
    *,
    panel: Panel | None,
    chosen: engine.Slot | None,
    openers: Mapping[str, str],
    warn: Warn = unwarned,
) -> SeatBoard:
    """`panel` is the viewer's open panel, for their own board only; `openers` are the tools that cards of it open, by key, `warn`
    says what speaks against playing a card of the hand."""
    hand = None if seat.hand is None else tuple(spot(slot, deck, chosen, warn) for slot in seat.hand)
    different, worth = seat.nobles
    nobles = ""
    if different:
        text = ngettext(
            "%(count)s noble, +%(points)s at the end",
            "%(count)s different nobles, +%(points)s at the end",
            different,
        )
        nobles = text % {"count": different, "points": words.points(worth)}
    return SeatBoard(
        person=person,
        rubles="" if seat.rubles is None else words.rubles(seat.rubles),
        points=words.points(seat.points),
        groups=groups(seat, deck, panel, openers=openers),
        hand=hand,
        hand_count=seat.hand_count,
        hand_limit=seat.hand_limit,
        free_places=range(max(seat.hand_limit - seat.hand_count, 0)),
        nobles=nobles,
        tokens=tuple(seat.tokens),
    )


def badged(shown: SeatBoard, badges: Mapping[str, str]) -> SeatBoard:
    """Puts on each card what its owner has decided about it beforehand, by card."""

    def on(stack: Stack) -> Stack:
        text = badges.get(stack.face.id, "")
        return replace(stack, badge=text, label=f"{stack.label}, {text}") if text else stack

    return replace(shown, groups=tuple(replace(group, stacks=tuple(map(on, group.stacks))) for group in shown.groups))


def groups(seat: engine.SeatView, deck: Deck, panel: Panel | None, *, openers: Mapping[str, str]) -> tuple[Group, ...]:
    """The cards of a display by their colours, `panel` and `openers` as for `board`."""
    answers = panel.answers if panel else ()
    targets = tuple((answer.target.id, index) for index, answer in enumerate(answers) if answer.target is not None)
    return _groups(seat.display, seat.income, deck, targets, tuple(openers.items()))


@lru_cache(maxsize=2048)
def _groups(
    display: tuple[engine.DisplayCard, ...],
    income: tuple[engine.Income, ...],
    deck: Deck,
    targets: tuple[tuple[str, int], ...],
    openers: tuple[tuple[str, str], ...],
) -> tuple[Group, ...]:
    """The same from what it depends on, so that a display nobody has changed is not made again."""
    incomes = {one.group: one for one in income}
    found = []
    for colour in ORDER:
        cards = [shown for shown in display if deck[shown.card].group == colour]
        if stacks := _stacks(cards, deck, dict(targets), dict(openers)):
            name, icon = str(words.GROUP_NAMES.get(colour, colour)), words.GROUP_ICONS.get(colour, colour)
            paid = incomes.get(colour)
            pays = words.gains(paid.rubles, paid.points) if paid else "–"
            found.append(Group(colour, name, icon, pays, stacks, _income(paid, deck) if paid else ()))
    return tuple(found)


def _income(income: engine.Income, deck: Deck) -> tuple[IncomeLine, ...]:
    """Equal cards in one line: `2 × Market +2 VP`, `Mariinsky Theater (4 counted) +4 VP`."""
    sums: dict[tuple[str, int | None], tuple[int, int, int]] = {}
    for term in income.terms:
        count, rubles, points = sums.get((term.card, term.counted), (0, 0, 0))
        sums[term.card, term.counted] = count + 1, rubles + term.rubles, points + term.points
    lines = []
    for (card, counted), (count, rubles, points) in sums.items():
        name = deck.name(card) if count == 1 else f"{count} × {deck.name(card)}"
        if counted is not None:
            name = _("%(card)s (%(count)s counted)") % {"card": name, "count": counted}
        lines.append(IncomeLine(name, words.gains(rubles, points)))
    return tuple(lines)


def _stacks(
    cards: Sequence[engine.DisplayCard], deck: Deck, targets: Mapping[str, int], openers: Mapping[str, str]
) -> tuple[Stack, ...]:
    counts = Counter((shown.card, shown.face_down, shown.marks) for shown in cards)
    pays = {(shown.card, shown.face_down, shown.marks): words.gains(*shown.pays) for shown in cards}
    stacks = []
    for (card, face_down, marks), count in counts.items():
        face, lying = deck[card], lying_on(marks)
        label = ", ".join([face.label, *(str(one.words) for one in lying)])
        if count > 1:
            label = _("%(count)s times %(card)s") % {"count": count, "card": label}
        if face_down:
            label = _("%(card)s, face down until the next round") % {"card": label}
        for one in lying:
            face = one.dress(face)
        target = None if face_down else targets.get(card)
        opens = "" if face_down else openers.get(face.key, "")
        look = " ".join(one.look for one in lying if one.look)
        on_top = tuple(_on_top(one, deck) for one in lying if one.card or one.picture[0])
        worth = pays[card, face_down, marks]
        stacks.append(Stack(face, count, face_down, target, opens, label, look, on_top=on_top, pays=worth))
    return tuple(stacks)


def _on_top(lying: Lying, deck: Deck) -> OnTop:
    if lying.card:
        face = deck[lying.card]
        return OnTop(face.name, face.text, face)
    section, key = lying.picture
    return OnTop(str(lying.words), str(lying.note), None, section, key)
