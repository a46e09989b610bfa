"""What a set or an edition may add to the game. Each question has a neutral answer, so a part says only what it brings.

Parts are asked when a rulebook is composed, never in the walk; a question that no part answers costs nothing. What a table
agrees on beside edition, players and sets may change the answers of `draws`, `initial`, `set_up`, `program`, `first_round`
and `turn_moves` only: all other answers are given once for all tables of a selection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from engine.cards import Card, CardId, Effect, Phase
from engine.core import MoreMoves, Move, Rules, Source, State, Step
from engine.entries import Log
from engine.options import Options
from engine.player import Row, Seat


@dataclass(frozen=True, slots=True)
class CardMark:
    """A printed card with something on it, as a row of its own: its effects instead of the card's, and whether an
    Exchange card may replace it. `names` tells all that lies on it, in any order; `words` names it in moves where it
    can stand in one."""

    names: tuple[str, ...]
    effects: tuple[Effect, ...]
    replaceable: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True)
class Functions:
    """Named functions of the rules that a part may replace or wrap."""

    gain: Callable[[State, Seat, int, Log], None]
    creditable: Callable[[State, Seat, int], int]
    noble_points: Callable[[int], int]


@dataclass(frozen=True, slots=True)
class Numbers:
    """Figures of the rules that a part may change: cards the tableau is filled up to (REFILL-2), rubles at the start
    (SETUP-3), seats that a token moves to the left (ROUND-3)."""

    target: int = 8
    start_rubles: int = 25
    token_shift: int = 1


@dataclass(frozen=True, slots=True)
class Preset:
    """An answer given before the question (DEC-14, DEC-19 to DEC-21). `name` is what `Decision.by_preset` looks up,
    `values` what may be chosen, `default` what holds while nothing is chosen, `card` the card it is about. `lasts`: it
    holds until it is changed, and not only for the phase in which it is offered."""

    name: str
    values: tuple[str, ...]
    default: str
    card: CardId | None = None
    lasts: bool = True


class RulesPart:
    """A piece of the rules. `name` is unique; for a set it is its name in Options.sets. Parts are ordered as the cards
    are numbered; where the answers of several parts are chained, each is given the answer of those before."""

    name: str = ""
    most_players: int = 4
    """How many can play when this part is in play (COMBO-13)."""
    reduction_rule: str = "COST-5"
    """By which rule what this part, and no card, puts into facts makes cards cheaper."""
    places_matter: bool = False
    """Must a move say which of equal cards of a row it means, where it is not the leftmost (TURN-13)?"""

    counts_by_facts: bool = False
    """Do cards count in this part by what they put into facts, and by nothing else (engine/late.py)?"""

    def brings(self, options: Options) -> Sequence[RulesPart]:
        """Parts that always come with this one."""
        return ()

    def accepts(self, options: Options) -> None:
        """Raise OptionsError, with the rule, if this part does not go with the rest of the selection."""

    def phases(self, phases: tuple[Phase, ...]) -> tuple[Phase, ...]:
        """The phases of a round in order (SEQ-1); each has a pile and a start token of its name."""
        return phases

    def tokens(self) -> Sequence[str]:
        """Start tokens that start no phase."""
        return ()

    def cards(self, options: Options) -> Sequence[Card]:
        """Printed cards added, in printed order. One with the id of a card that went to the box in all its copies
        stands in its place."""
        return ()

    def without(self, options: Options) -> Mapping[CardId, int]:
        """Cards of parts before this one that go to the box, with the number of copies."""
        return {}

    def effects(self, card: Card) -> Iterable[Effect]:
        """What a card puts into facts because this part is in play, beside the effects of its own line."""
        return ()

    def marks(self, card: Card, others: Sequence[CardMark]) -> Iterable[CardMark]:
        """What this part can put on a card. `others` are what the card can be so far: the bare one first, with no
        names, then what parts before this one put on it."""
        return ()

    def passing_marks(self) -> Iterable[str]:
        """Names of marks that last to the next scoring only; what a single card is worth ignores them (M2-2)."""
        return ()

    def sources(self) -> Sequence[Source]:
        """Places beside the rows and the hand that cards are acquired from."""
        return ()

    def moves(self, rules: Rules) -> Iterable[Move]:
        return ()

    def other_words(self) -> Mapping[str, Iterable[str]]:
        """Other names of words of its moves that are no cards, in both languages and all prints."""
        return {}

    def hand_moves(self, rules: Rules) -> MoreMoves | None:
        """A function that adds moves that play a card from the hand in a way of its own."""
        return None

    def turn_moves(self, rules: Rules, phase: str) -> MoreMoves | None:
        """A function that adds moves to the turns of this phase."""
        return None

    def program(self, rules: Rules, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """The steps of a round, given those of the parts before."""
        return steps

    def first_round(self, rules: Rules, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """The steps of the first round, as many as `program` has."""
        return steps

    def numbers(self, numbers: Numbers, options: Options) -> Numbers:
        """Changed figures of the rules."""
        return numbers

    def functions(self, functions: Functions) -> Functions:
        return functions

    def entered(self, rules: Rules) -> Callable[[State, Seat, Row, Log], None] | None:
        """Called when a card has come into a display, whatever way."""
        return None

    def laid(self) -> Callable[[State, Seat, Row, Log], None] | None:
        """Called when an owner has laid something on a card of their display that changes what it puts into facts."""
        return None

    def left_display(self) -> Callable[[State, Seat, Row], object] | None:
        """Called when a card has left a display."""
        return None

    def initial(self, rules: Rules) -> object:
        """What this part remembers at the start: a frozen value, kept in `state.extras`; None if it remembers
        nothing."""
        return None

    def draws(self, options: Options) -> Mapping[str, Sequence[str]]:
        """Chance of this part beside piles and tokens: what is drawn, and the items, whose drawn order is in
        `Deal.draws` (SETUP-12)."""
        return {}

    def set_up(self, s: State, draws: Mapping[str, Sequence[str]]) -> None:
        """Change the state before the first step; `draws` are the orders that were drawn, of all parts."""

    def facts(self) -> Iterable[str]:
        """Facts that this part changes although no card of the game may."""
        return ()

    def facts_of(self, s: State, seat: Seat) -> Iterable[tuple[CardId, str, int]]:
        """What this part, and no card, has put into the facts of a seat: source, fact, amount. A part that changes it
        during the game does so with `state.shift_facts`."""
        return ()

    def view(self, s: State, value: object, seat: Seat | None) -> object:
        """What a viewer may see of the remembered value, None for nothing. The type that a part says it returns is what
        programs are told (`set_views`); `View.to_json` makes plain JSON of it."""
        return None

    def guess(self, view: object, rng: Random) -> object:
        """A remembered value that agrees with what `view` gave; what it does not tell is drawn."""
        return None

    def presets(self, s: State, seat: Seat) -> Iterable[Preset]:
        """What this seat may decide now for questions that are still to come."""
        return ()
