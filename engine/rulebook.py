"""A rulebook: one edition and the sets in play, composed once per selection into columns and moves, and once per
`Options` into steps. `EDITIONS` and `SETS` list the parts there are: a new one is one file and one line here.

Nobody asks for a card by name. Every card is a row of small integers; while it lies in a display it adds its effects to
the facts of its owner, and prices, incomes, limits and offers read the sums. A card with a mark on it is another row.

Columns, moves and their words follow from edition, players and sets: up to 8 MB and 160 ms. What else a table may agree
on (hidden hands, the first Workers, its own hurdles) changes the draws and the steps only, so all rulebooks of a
selection share the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from threading import RLock
from typing import Final
from weakref import WeakValueDictionary

from engine import places
from engine import round as rounds
from engine.acquire import HAND, LOWER, UPPER, Pass, offers_from
from engine.cards import Card, card_list
from engine.cardtable import CardTable
from engine.core import Move, Rules, State, Step
from engine.errors import CompositionError, OptionsError
from engine.expansions.banquet import Banquet
from engine.expansions.company import GoodCompany, Module2, SpPlus
from engine.expansions.events import Events
from engine.expansions.helpers import Helpers
from engine.expansions.hurdles import Hurdles
from engine.expansions.market import Market
from engine.expansions.orders import Orders
from engine.immutable import Handle
from engine.options import Options, judged_by
from engine.part import Functions, Numbers, RulesPart
from engine.parts.pub import Pub
from engine.parts.search import Observatory
from engine.round import FirstRefill, Refill
from engine.scoring import noble_points
from engine.steps import replaced
from engine.turns import Actions, FirstWorkers
from engine.words import Dictionary, Replacements

OBSERVATORY = Observatory()
PUB = Pub()


class Edition(RulesPart):
    """A base game. `data` names its card list."""

    counts_by_facts = True

    def __init__(self, name: str, data: str) -> None:
        self.name = name
        self.data = data

    def brings(self, options: Options) -> Sequence[RulesPart]:
        return OBSERVATORY, PUB

    def cards(self, options: Options) -> Sequence[Card]:
        return card_list(self.data)

    def first_round(self, rules: Rules, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        first = rules.phases[0].name
        steps = replaced(steps, first, Refill, lambda _: FirstRefill(first, 0, rules.target))
        if rules.options.first_workers == "free":  # FIRST-10
            return steps
        return replaced(steps, first, Actions, lambda _: FirstWorkers(first, rules.options.players))


EDITIONS: Final[dict[int, RulesPart]] = {1: Edition("edition 1", "base1"), 2: Edition("edition 2", "base2")}
"""The first has a Mariinski Theater that pays rubles; in the second it scores points, and it, Observatory, Judge and Mistress are
dearer (CARD-MAR-1)."""
SETS: Final[dict[str, RulesPart]] = {
    part.name: part
    for part in (
        Market(),
        Module2(),
        GoodCompany(),
        SpPlus(),
        Banquet(),
        Helpers(),
        Events(),
        Orders(),
        Hurdles(),
    )
}
"""By name, in the order in which their cards are numbered."""


RULES_VERSION: Final = 2
"""Changes whenever an old record could end otherwise; docs/record.md tells what each changed."""
MOST_KEPT: Final = 32
"""How many rulebooks are kept that no position needs: 90 MB of the mean selection, 260 MB if all are the largest."""


class Rulebook(CardTable):
    """The rules of one selection: its card table, its moves by their words, and the steps of its rounds."""

    def __init__(self, options: Options, parts: tuple[RulesPart, ...], shared: Rulebook | None = None) -> None:
        """`shared` is one of the same selection, of which this one has all rows and moves, themselves and no copies."""
        if shared is None:
            super().__init__(options, parts)
            self._compose(options, parts)
        else:
            attributes = shared.__getstate__()  # not __dict__, which a compiled rulebook lacks
            assert isinstance(attributes, dict)
            for name, value in attributes.items():
                setattr(self, name, value)
        self._agree_on(options)

    def _compose(self, options: Options, parts: tuple[RulesPart, ...]) -> None:
        """What follows from edition, players and sets alone."""
        self.facts_of_parts = tuple((part.reduction_rule, part.facts_of) for part in parts)
        self.tokens = self.piles + tuple(name for part in parts for name in part.tokens())
        self.token_of = {name: place for place, name in enumerate(self.tokens)}
        self.extra_of = {part.name: place for place, part in enumerate(parts)}
        numbers = Numbers()
        functions = Functions(rounds.gain, rounds.creditable, noble_points)
        for part in parts:
            numbers = part.numbers(numbers, options)
            functions = part.functions(functions)
        self.target = numbers.target
        self.start_rubles = numbers.start_rubles
        self.token_shift = numbers.token_shift
        self.gain = functions.gain
        self.creditable = functions.creditable
        self.noble_points = functions.noble_points
        self.entered = tuple(hook for part in parts if (hook := part.entered(self)))
        self.laid = tuple(hook for part in parts if (hook := part.laid()))
        self.left_display = tuple(left for part in parts if (left := part.left_display()))
        self._make_moves()

    def _agree_on(self, options: Options) -> None:
        """What a table may agree on beside the selection: draws and steps."""
        self.options = options
        self.handle = Handle(self)
        self.draws: dict[str, tuple[str, ...]] = {}
        for part in self.parts:
            self.draws |= {what: tuple(items) for what, items in part.draws(options).items()}
        self._make_steps()

    def _make_moves(self) -> None:
        """Every move of the game, once. Two parts that claim the same words do not fit together."""
        self.upper = offers_from(self, UPPER)
        self.lower = offers_from(self, LOWER)
        self.hand = offers_from(self, HAND)
        self.pass_move = Pass(self, "pass", "pass")
        self.offers = {"upper": self.upper, "lower": self.lower, "hand": self.hand}
        self.moves = {}
        self._claim("the rules", (*self.upper.all(), *self.lower.all(), *self.hand.all(), self.pass_move))
        for part in self.parts:
            for source in part.sources():
                self.offers[source.name] = offers_from(self, source)
                self._claim(part.name, self.offers[source.name].all())
        self.places = {}
        if any(part.places_matter for part in self.parts):
            self.places = places.tables(self)
            for placed in self.places.values():
                self._claim("the rules", (move for offers in placed for move in offers.all()))
        for part in self.parts:
            self._claim(part.name, part.moves(self))
        self.hand_moves = tuple(add for part in self.parts if (add := part.hand_moves(self)))
        worded = {words: self.cards[self.printed[row] - 1] for row, words in enumerate(self.words) if row}
        self.dictionary = Dictionary(self.cards, self.words[1:], self.moves, Replacements(worded, self.moves))
        for part in self.parts:
            for word, names in part.other_words().items():
                self.dictionary.add_names(word, names)

    def _claim(self, owner: str, moves: Iterable[Move]) -> None:
        for move in moves:
            if move.text in self.moves:
                raise CompositionError(
                    "words-claimed", f"The words {move.text!r} of {owner} are taken by another part."
                )
            self.moves[move.text] = move

    def _make_steps(self) -> None:
        options = self.options
        stop = not options.play_on_empty_tableau
        steps: list[Step] = []
        for place, phase in enumerate(self.phases):
            more = tuple(add for part in self.parts if (add := part.turn_moves(self, phase.name)))
            if self.places:
                more = (places.in_turn, *more)
            steps.append(rounds.Refill(phase.name, place, self.target))
            steps.append(Actions(phase.name, options.players, more, stop_when_empty=stop))
            if phase.group:
                steps.append(rounds.Payday(phase.name, phase.group, options.players))
        last = self.phases[-1].name
        steps.append(rounds.RoundEnd(last))
        steps += [rounds.FinalNobles(last), rounds.FinalRubles(last), rounds.FinalHand(last), rounds.GameOver(last)]
        program: tuple[Step, ...] = tuple(steps)
        for part in self.parts:
            program = part.program(self, program)
        self.every_round = program
        for part in self.parts:
            program = part.first_round(self, program)
        if len(program) != len(self.every_round):
            raise CompositionError("first-round", "The first round must have as many steps as every round.")
        self.opening = program

    def __reduce__(self) -> tuple[Callable[[Options], Rulebook], tuple[Options]]:
        return rulebook_for, (self.options,)

    def __repr__(self) -> str:
        return f"<Rulebook {', '.join(part.name for part in self.parts)}>"


_living: WeakValueDictionary[tuple[Options, tuple[RulesPart, ...]], Handle[Rulebook]] = WeakValueDictionary()
"""Every rulebook that something still needs, so that there are never two of the same options: positions compare their
rulebooks and moves by identity."""
_composing = RLock()


@lru_cache(maxsize=MOST_KEPT)
def rulebook_for(options: Options) -> Rulebook:
    """The rulebook of these options: the one that positions and moves of these options have, else composed. Those asked
    for last are kept, so that the next game of the same options finds its own."""
    parts = parts_of(options)
    with _composing:
        handle = _living.get((options, parts))
        if handle is None:
            selection = Options(edition=options.edition, players=options.players, sets=options.sets)
            rules = Rulebook(options, parts, None if options == selection else rulebook_for(selection))
            handle = _living[options, parts] = rules.handle
        return handle.of


def whole(state: State) -> Rulebook:
    """The rulebook of a state, with its parts and its dictionary."""
    rules = state.rules
    assert isinstance(rules, Rulebook)
    return rules


def parts_of(options: Options) -> tuple[RulesPart, ...]:
    """The parts in play: the edition and what it brings, then the sets in their fixed order."""
    chosen: list[RulesPart] = []

    def add(part: RulesPart) -> None:
        if part not in chosen:
            for brought in part.brings(options):
                add(brought)
            chosen.append(part)

    add(EDITIONS[options.edition])
    for name, part in SETS.items():
        if name in options.sets:
            add(part)
    return tuple(chosen)


@lru_cache(maxsize=1024)
def _selected(options: Options) -> tuple[str, ...]:
    """The sets in the order of the registry, so that one selection has one name. Raises OptionsError, with the rule, unless
    every part accepts the selection (section 2)."""
    for name in options.sets:
        if name not in SETS:
            known = ", ".join(SETS) or "none yet"
            raise OptionsError(
                "unknown-set", f"There is no set {name!r}; the sets beside the base game are: {known}.", "COMBO-3"
            )
    parts = parts_of(options)
    most = max(part.most_players for part in parts)
    if not 1 <= options.players <= most:
        raise OptionsError(
            "players", f"This selection does not work for {options.players} players. Choose 1 to {most}.", "COMBO-13"
        )
    for part in parts:
        part.accepts(options)
    return tuple(name for name in SETS if name in options.sets)


judged_by(_selected)
