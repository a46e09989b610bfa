"""What can be asked or decided beforehand, and what a turn offers besides cards: the shapes of controls, and who speaks for what.

A panel with a shape of its own has a template in jinja/games/board/questions/ that extends `panel.html`. A question that
nobody speaks for lists its moves as named buttons; a preset that nobody has words for is shown by its name and its values.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.board.extras import Extra, Lying
from games.board.move_words import always
from games.board.panel import Panel, named_answers
from games.board.registry import listed
from games.board.sentences import Say
from games.board.table import ViewedTable
from games.names.cards import Deck, Face


class Deciding:
    """The words of one kind of preset. `kinds` are names in `engine.Preset.name`, or how such names begin (`impostor` for
    `impostor-4-1`)."""

    kinds: ClassVar[tuple[str, ...]] = ()
    rule: ClassVar[str] = ""
    """Where it can be read."""
    note_words: ClassVar[str | Promise] = ""
    """What has to be known about it, in a sentence."""

    def question(self, preset: engine.Preset, deck: Deck) -> str:
        """What is decided, in few words."""
        return deck.name(preset.card) if preset.card else preset.name.replace("-", " ")

    def label(self, value: str) -> str:
        """A button."""
        return value

    def badge(self, value: str) -> str:
        """What stands on the card while this holds; empty for nothing."""
        return ""


@dataclass(frozen=True, slots=True)
class PresetChoice:
    """One value that may be chosen; `holds` while it is what has been decided."""

    value: str
    label: str
    holds: bool


@dataclass(frozen=True, slots=True)
class PresetDecision:
    """One preset with its form. `number` tells it from others about an equal card, from 1; 0 where there is only one."""

    name: str
    face: Face | None
    question: str
    note: str
    choices: tuple[PresetChoice, ...]
    badge: str
    number: int = 0
    rule: str = ""


def decisions(offered: Sequence[engine.Preset], decided: Mapping[str, str], deck: Deck) -> list[PresetDecision]:
    """`offered` is what `engine.presets_for` gives for the seat of the viewer, `decided` what was chosen of it."""
    about, seen = Counter(_kind(preset.name) for preset in offered), Counter[str]()
    found = []
    for preset in offered:
        kind = _kind(preset.name)
        seen[kind] += 1
        says, value = _deciding().get(kind, PLAIN), chosen(preset, decided)
        choices = tuple(PresetChoice(one, says.label(one), one == value) for one in preset.values)
        found.append(
            PresetDecision(
                preset.name,
                deck[preset.card] if preset.card else None,
                says.question(preset, deck),
                str(says.note_words),
                choices,
                says.badge(value),
                seen[kind] if about[kind] > 1 else 0,
                says.rule,
            )
        )
    return found


def chosen(preset: engine.Preset, decided: Mapping[str, str]) -> str:
    """What holds of this preset now."""
    value = decided.get(preset.name, preset.default)
    return value if value in preset.values else preset.default


def badges(found: Sequence[PresetDecision]) -> dict[str, str]:
    """What stands on cards of the own display, by card: `1 × goes` where it is not all of them."""
    words: dict[str, Counter[str]] = {}
    for one in found:
        if one.face and one.badge:
            words.setdefault(one.face.id, Counter())[one.badge] += 1
    about = Counter(one.face.id for one in found if one.face)
    return {
        card: ", ".join(text if count == about[card] else f"{count} × {text}" for text, count in texts.items())
        for card, texts in words.items()
    }


PLAIN = Deciding()


@cache
def _deciding() -> Mapping[str, Deciding]:
    return {kind: one for one in listed("presets") for kind in one.kinds}


def _kind(name: str) -> str:
    """The kind that speaks for a preset: its name, or as much of its beginning as somebody has words for."""
    kind = name
    while kind not in _deciding() and "-" in kind:
        kind = kind.rpartition("-")[0]
    return kind if kind in _deciding() else name


class Asking:
    """A kind of question: how it is put to the seat that is asked, and how others are told."""

    kinds: ClassVar[tuple[str, ...]] = ()
    """The kinds of `engine.Question` this speaks for."""
    goes_round: ClassVar[bool] = False
    """The same is asked of the next seat after this one, so that who waits wants to know the order."""
    ends_turns: ClassVar[bool] = False
    """No turn comes after it, so that nobody can pass ahead."""
    is_seen_by_watchers: ClassVar[bool] = False
    """Its panel also shows something to spectators with the eyes of the seat, as in a replay."""
    title_words: ClassVar[str | Promise] = gettext_lazy("Your turn")
    hint_words: ClassVar[str | Promise] = ""
    letter_words: ClassVar[str | Promise] = ""
    """Where `title`, `hint` and `letter` always say the same."""

    def panel(self, table: ViewedTable) -> Panel | None:
        """The panel with its answers, for the viewer who is asked; None when the page asks without one, as in a turn."""
        return None

    def title(self, view: engine.View) -> str:
        """The turn bar of the seat that is asked."""
        return str(self.title_words)

    def hint(self, view: engine.View) -> str:
        """What to do, in one short sentence, for the seat that is asked and for those who wait."""
        return str(self.hint_words)

    def letter(self, view: engine.View, deck: Deck) -> str:
        """What an email asks; the hint where it has no words of its own."""
        return str(self.letter_words) or self.hint(view)


class Tool:
    """Something a turn offers beside its cards: a button near the own hand, which opens a panel with moves.

    `name` stands in the address as `?card=name`; it is no card in a place. `verb` begins the moves the tool is for; `card` is
    the key of cards in the own display that open it, too.
    """

    name: ClassVar[str]
    verb: ClassVar[str] = ""
    card: ClassVar[str] = ""
    button_words: ClassVar[str | Promise] = ""
    """On the button near the own hand; empty for a tool that something else on the page opens."""

    def hint(self, view: engine.View) -> str:
        """What a turn bar and a mail say of it, a sentence; asked only where a move begins with its verb."""
        return ""

    def panel(self, table: ViewedTable) -> Panel | None:
        """What it opens; asked only when it can be used now."""
        raise NotImplementedError

    def is_usable(self, table: ViewedTable) -> bool:
        """Asked only where a move that is possible now begins with its verb."""
        return True


class OfCard:
    """What a card of the own hand offers instead of a price: a card that is played in a way of its own."""

    def moves(self, view: engine.View) -> Collection[str]:
        """All moves that panels of such cards offer now."""
        return ()

    def panel(self, slot: engine.Slot, table: ViewedTable) -> Panel | None:
        """The panel of a card that the viewer looks at; None for a card this does not speak for."""
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """What a part of the game adds to the board; `games.board.registry` lists them.

    | field | value |
    |---|---|
    | askings | questions of a new kind |
    | tools | what a turn offers besides cards |
    | of_cards | hand cards that are played in a way of their own, without a price |
    | verbs | words of moves by their first word (`games.board.move_words`), for panels, confirmation and emails |
    | presets | what can be decided before it is asked |
    | extras | panels, lines of the overview and of emails |
    | marks | what can lie on a card, by the name of its mark in the view |
    | sentences | whole sentences of the log by the kind of the entry |
    | deeds | the same without the name, for what a seat did itself |
    | scorings | names of payouts that are no phase |
    | final_steps | names of steps of the final scoring |
    | after_scorings | kinds of entries that a scoring of all players may set off in between |
    """

    askings: tuple[Asking, ...] = ()
    tools: tuple[Tool, ...] = ()
    of_cards: tuple[OfCard, ...] = ()
    verbs: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    presets: tuple[Deciding, ...] = ()
    extras: tuple[Extra, ...] = ()
    marks: Mapping[str, Lying] = field(default_factory=dict)
    sentences: Mapping[str, Say] = field(default_factory=dict)
    deeds: Mapping[str, Say] = field(default_factory=dict)
    scorings: Mapping[str, str | Promise] = field(default_factory=dict)
    final_steps: Mapping[str, str | Promise] = field(default_factory=dict)
    after_scorings: tuple[str, ...] = ()


class Turn(Asking):
    kinds = ("turn",)
    goes_round = True

    def hint(self, view: engine.View) -> str:
        if any(text.startswith("draw ") for text in view.moves):
            return _with_tools(_("Buy, take or play a card, use your Observatory, or pass."), view)
        return _with_tools(_("Buy, take or play a card, or pass."), view) if view.moves else ""

    def letter(self, view: engine.View, deck: Deck) -> str:
        return _with_tools(_("Buy a card, take one into your hand, play one from your hand, or pass."), view)


def _with_tools(text: str, view: engine.View) -> str:
    """The sentence of the turn, and those of what it offers beside cards."""
    return " ".join(filter(None, [text, *(tool.hint(view) for tool in tools(view))]))


class FirstWorker(Asking):
    kinds = ("first-worker",)
    goes_round = True
    hint_words = gettext_lazy("Buy a Worker.")
    letter_words = gettext_lazy("Buy your first Worker.")


TURN = Addition(
    askings=(Turn(), FirstWorker()),
    verbs={"pass": always(gettext_lazy("pass"))},
)


NAMED = "games/board/questions/named.html"
"""A button for each move; radio buttons are for choices that somebody has thought about."""


class Unknown(Asking):
    """Speaks for every kind that nobody else speaks for."""

    title_words = gettext_lazy("Your decision")
    letter_words = gettext_lazy("Choose one of the answers below.")

    def panel(self, table: ViewedTable) -> Panel | None:
        question = table.view.question
        card = question.card if question else None
        heading = _("Decide: %(card)s") % {"card": table.deck.name(card)} if card else _("Decide")
        face = table.deck[card] if card else None
        answers = named_answers(table.view.moves, table.moves, table.deck)
        return Panel(heading, heading, face.text if face else "", face, answers, template=NAMED)

    def hint(self, view: engine.View) -> str:
        return _("Choose one of the answers.") if view.moves else ""


class Further(Tool):
    """The moves of a turn that neither a card before the viewer nor another tool offers."""

    name = "further"
    button_words = gettext_lazy("Other moves")

    def moves(self, table: ViewedTable) -> list[str]:
        offered = {"pass"}.union(*(one.moves(table.view) for one in listed("of_cards")))
        for slot in (*table.view.upper, *table.view.lower, *(table.own_hand or ())):
            if slot is not None:
                offered.update(offer.move for offer in slot.offers)
                offered.add(slot.take or "pass")
        verbs = {tool.verb for tool in listed("tools")}
        return [text for text in table.view.moves if text not in offered and text.partition(" ")[0] not in verbs]

    def is_usable(self, table: ViewedTable) -> bool:
        asking = asking_of(table.view)
        return type(asking) is not Unknown and asking.panel(table) is None and bool(self.moves(table))

    def panel(self, table: ViewedTable) -> Panel | None:
        heading = _("Other moves")
        answers = named_answers(self.moves(table), table.moves, table.deck)
        return Panel(heading, heading, "", None, answers, closes=True, template=NAMED)


UNKNOWN, FURTHER = Unknown(), Further()


@cache
def _askings() -> Mapping[str, Asking]:
    return {kind: asking for asking in listed("askings") for kind in asking.kinds}


def tools(view: engine.View) -> Sequence[Tool]:
    """What this turn offers beside cards and pass; the last one has whatever nobody else offers."""
    verbs = {text.partition(" ")[0] for text in view.moves}
    return [*(tool for tool in listed("tools") if tool.verb in verbs), FURTHER]


def panel_of_card(slot: engine.Slot, table: ViewedTable) -> Panel | None:
    """The panel of a card of the hand that is played in a way of its own; None for one with a price."""
    return next((panel for one in listed("of_cards") if (panel := one.panel(slot, table)) is not None), None)


def asking_of(view: engine.View) -> Asking:
    """Who speaks for the question of this view; a kind that nobody knows is asked with named buttons."""
    return _askings().get(view.question.kind if view.question else "turn", UNKNOWN)
