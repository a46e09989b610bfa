"""A rulebook: one edition and the sets in play, composed once per `Options` into columns, steps and moves.

Nobody asks for a card by name. Every card is a row of small integers; while it lies in a display it adds its effects to
the facts of its owner, and prices, incomes, limits and offers read the sums. A card with a mark on it is another row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Final

from engine import round as rounds
from engine.acquire import HAND, LOWER, UPPER, Pass
from engine.cards import Card, CardId, Effect
from engine.errors import CompositionError, OptionsError
from engine.moves import Move, Offers, Source
from engine.options import Options
from engine.part import Functions, Mark, Part
from engine.scoring import IncomeRule, noble_points
from engine.turns import Actions
from engine.words import Dictionary

if TYPE_CHECKING:
    from engine.state import Row
    from engine.steps import Step

RULES_VERSION: Final = 1
"""Changes whenever an old record could end otherwise."""
START_RUBLES: Final = 25
HAND_LIMIT: Final = 3
TARGET: Final = 8


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of the round, with a pile and a start token of its name, and the group it scores, if any (SCORE-1)."""

    name: str
    group: str | None


BASE_PHASES: Final = (Phase("worker", "green"), Phase("building", "blue"), Phase("noble", "red"), Phase("exchange", None))


class Rulebook:
    """The rules of one selection. Columns are indexed by row; row 0 is no card, marks stand after the printed rows."""

    def __init__(self, options: Options, parts: tuple[Part, ...]) -> None:
        self.options: Final = options
        self.parts: Final = parts
        self.target = TARGET
        self.start_rubles = START_RUBLES
        self.token_shift = 1
        phases = BASE_PHASES
        for part in parts:
            phases = part.phases(phases)
        self.phases: Final = phases
        self.piles: Final = tuple(phase.name for phase in phases)
        self.tokens: Final = self.piles + tuple(name for part in parts for name in part.tokens())
        self.token_of: Final = {name: place for place, name in enumerate(self.tokens)}
        self._number_cards()
        self._make_rows()
        self._make_facts()
        self._make_targets()
        self._make_moves()
        self._make_steps()
        functions = Functions(rounds.gain, rounds.creditable, noble_points)
        for part in parts:
            functions = part.functions(functions)
        self.gain: Final = functions.gain
        self.creditable: Final = functions.creditable
        self.noble_points: Final = functions.noble_points
        self.entered: Final = tuple(hook for part in parts if (hook := part.entered()))
        self.left_display: Final = tuple(hook for part in parts if (hook := part.left_display()))

    # --- cards -----------------------------------------------------------------------------------------------------
    def _number_cards(self) -> None:
        """Every printed copy has a number, from 1 in printed order; what goes to the box keeps its number."""
        printed: list[Card] = []
        copies: dict[CardId, int] = {}
        numbers: dict[CardId, range] = {}
        number = 1
        for part in self.parts:
            for card, taken in part.without(self.options).items():
                copies[card] -= taken
            for card_ in part.cards(self.options):
                if card_.id in copies:
                    raise CompositionError("card-twice", f"Two parts print a card {card_.id}.")
                if card_.pile not in self.piles:
                    raise CompositionError("card-pile", f"{card_.id} belongs to a pile {card_.pile!r} that is not in this game.")
                printed.append(card_)
                copies[card_.id] = card_.copies
                numbers[card_.id] = range(number, number + card_.copies)
                number += card_.copies
        self.printed_cards: Final = tuple(replace(card, copies=copies[card.id]) for card in printed if copies[card.id] > 0)
        self._numbers: Final = {card.id: tuple(numbers[card.id])[: card.copies] for card in self.printed_cards}
        self.card_numbers: Final[Mapping[str, tuple[int, ...]]] = {
            pile: tuple(n for card in self.printed_cards if card.pile == pile for n in self._numbers[card.id])
            for pile in self.piles
        }

    def _make_rows(self) -> None:
        """One row for cards that differ in nothing that is in play; then one for each mark a part can put on a card."""
        alike: dict[object, list[Card]] = {}
        effects = {card.id: self._effects_of(card) for card in self.printed_cards}
        marks = {card.id: tuple(mark for part in self.parts for mark in part.marks(card)) for card in self.printed_cards}
        for card in self.printed_cards:
            figures = (card.key, card.pile, card.group, card.exchange, card.cost, card.value_when_replaced)
            alike.setdefault((figures, card.worker_symbol, card.replaces, effects[card.id], marks[card.id]), []).append(card)
        taken = {cards[0].id for cards in alike.values() if len(cards) == 1}
        self.cards: list[Card] = []
        self.row_of_number: dict[int, Row] = {}
        self.row_of: dict[CardId, Row] = {}
        rows: list[tuple[Card, str, tuple[Effect, ...], bool, Row]] = []
        for cards in alike.values():
            card, row = cards[0], len(self.cards) + 1
            if len(cards) > 1:
                name = card.key if card.key not in taken else card.id
                taken.add(name)
                card = replace(card, id=name, copies=sum(c.copies for c in cards), market_symbols=())
            self.cards.append(card)
            self.row_of[card.id] = row
            self.row_of_number |= {number: row for c in cards for number in self._numbers[c.id]}
            rows.append((card, card.id, effects[cards[0].id], not card.exchange, row))
        self.printed_rows: Final = range(1, len(rows) + 1)
        self.mark_rows: dict[tuple[Row, str], Row] = {}
        self.mark_names: dict[Row, str] = {}
        for (card, _, _, _, row), cards in zip(tuple(rows), tuple(alike.values()), strict=True):
            for mark in marks[cards[0].id]:
                self.mark_rows[row, mark.name] = len(rows) + 1
                self.mark_names[len(rows) + 1] = mark.name
                rows.append((card, mark.words or card.id, mark.effects, mark.replaceable, row))
        self.size: Final = len(rows) + 1
        nothing = "", "", "", 0, 0, False, False
        columns = [nothing, *((c.id, w, c.key, c.cost, c.value_when_replaced, c.exchange, r) for c, w, _, r, _ in rows)]
        self.ids, self.words, self.key, self.cost, self.value, self.exchange, self.replaceable = map(list, zip(*columns, strict=True))
        self.group: list[str] = ["", *(card.group for card, *_ in rows)]
        self.printed: list[Row] = [0, *(row for *_, row in rows)]
        self._named_effects: list[tuple[Effect, ...]] = [(), *(e for _, _, e, _, _ in rows)]

    def _effects_of(self, card: Card) -> tuple[Effect, ...]:
        """Everything a card puts into facts: its name, its group, its income, its line's effects, those of the parts."""
        return tuple(effect for effect in self.common_effects(card) + self._special_effects(card) if effect[1])

    def common_effects(self, card: Card, points: int | None = None) -> tuple[Effect, ...]:
        """What every card puts into facts; a mark that changes only its points gives them."""
        found = [(f"named {card.key}", 1), (f"count {card.group}", 1), (f"rubles {card.group}", card.rubles)]
        found.append((f"points {card.group}", card.points if points is None else points))
        symbols = dict.fromkeys(c.worker_symbol for c in self.printed_cards if c.worker_symbol not in ("", "all"))
        found += [(f"count {symbol}", 1) for symbol in symbols if card.worker_symbol in (symbol, "all")]
        return tuple(found)

    def _special_effects(self, card: Card) -> tuple[Effect, ...]:
        return card.effects + tuple(effect for part in self.parts for effect in part.effects(card))

    # --- facts -----------------------------------------------------------------------------------------------------
    def _make_facts(self) -> None:
        """Number the facts that anything can read; a fact nobody reads or nobody changes shares slot 0, always zero."""
        names = {name for effects in self._named_effects for name, _ in effects} | {"hand limit"}
        copies: dict[str, int] = {}
        for card in self.cards:
            copies[card.key] = copies.get(card.key, 0) + card.copies
        names -= {f"named {key}" for key, number in copies.items() if number == 1}  # no second card to make cheaper
        counted = {name.partition(" per ")[2] for name in names if " per " in name}
        symbols = {f"count {card.worker_symbol}" for card in self.cards if card.worker_symbol}
        names -= {name for name in symbols if name.removeprefix("count ") not in counted}
        self.facts: Final = ("", *sorted(names))
        self.slots: Final = {name: slot for slot, name in enumerate(self.facts) if name}
        self.effects: list[tuple[tuple[int, int], ...]] = []
        for effects in self._named_effects:
            sums: dict[int, int] = {}
            for name, amount in effects:
                if name in self.slots:
                    sums[self.slots[name]] = sums.get(self.slots[name], 0) + amount
            self.effects.append(tuple(sums.items()))
        self.hand_limit: Final = self.slots["hand limit"]
        start = [0] * len(self.facts)
        start[self.hand_limit] = HAND_LIMIT
        self.facts_at_start: Final = tuple(start)
        self.named: list[int] = [self.slot(f"named {key}") for key in self.key]
        self.cheaper: list[int] = [
            self.slot(f"cheaper {group} exchange" if exchange else f"cheaper {group}")
            for group, exchange in zip(self.group, self.exchange, strict=True)
        ]
        marked = [dict(effects) for effects in self._named_effects]
        self.for_sale: list[bool] = [not effects.get("not for sale") for effects in marked]
        self.burden: list[int] = [1 - effects.get("no burden", 0) for effects in marked]
        self.incomes: Final = {phase.group: self._income_rule(phase.group) for phase in self.phases if phase.group}

    def slot(self, fact: str) -> int:
        """The number of a fact; 0, which is always zero, if no card of this game changes it."""
        return self.slots.get(fact, 0)

    def most(self, fact: str) -> int:
        """The sum of a fact if one display had every card of the game."""
        slot = self.slots.get(fact)
        return sum(n * card.copies for row, card in enumerate(self.cards, 1) for s, n in self.effects[row] if s == slot)

    def _income_rule(self, group: str) -> IncomeRule:
        def per(currency: str) -> tuple[tuple[int, int], ...]:
            stem = f"{currency} {group} per "
            return tuple((slot, self.slots["count " + name.removeprefix(stem)])
                         for name, slot in self.slots.items() if name.startswith(stem))

        return IncomeRule(group, self.slot(f"rubles {group}"), self.slot(f"points {group}"), per("rubles"), per("points"))

    def _make_targets(self) -> None:
        """What each Exchange card may replace: basic cards of its colour that fit, unless a mark protects them (EXCH-1
        to EXCH-6)."""
        self.targets: list[tuple[Row, ...]] = [()] * self.size
        for row in self.printed_rows:
            card = self.cards[row - 1]
            if not card.exchange:
                continue
            what, _, which = card.replaces.partition(":")

            def fits(other: Card, what: str = what, which: str = which, group: str = card.group) -> bool:
                if other.exchange or other.group != group:
                    return False
                if what == "card":
                    return other.key == which
                return other.pile == what and (which == "any" or other.worker_symbol in (which, "all"))

            self.targets[row] = tuple(
                over for over in range(1, self.size) if self.replaceable[over] and fits(self.cards[self.printed[over] - 1])
            )

    # --- moves -----------------------------------------------------------------------------------------------------
    def _make_moves(self) -> None:
        """Every move of the game, once. Two parts that claim the same words do not fit together."""
        self.upper = Offers(self, UPPER, self.size)
        self.lower = Offers(self, LOWER, self.size)
        self.hand = Offers(self, HAND, self.size)
        self.pass_move = Pass(self.options, "pass", "pass")
        self.offers: dict[str, Offers] = {"upper": self.upper, "lower": self.lower, "hand": self.hand}
        self.moves: dict[str, Move] = {}
        self._claim("the rules", (*self.upper.all(), *self.lower.all(), *self.hand.all(), self.pass_move))
        for part in self.parts:
            for source in part.sources():
                self.offers[source.name] = Offers(self, source, self.size)
                self._claim(part.name, self.offers[source.name].all())
        for part in self.parts:
            self._claim(part.name, part.moves(self))
        self.dictionary: Final = Dictionary(self.cards, self.words[1:], self.moves)

    def _claim(self, owner: str, moves: Iterable[Move]) -> None:
        for move in moves:
            if move.text in self.moves:
                raise CompositionError("words-claimed", f"The words {move.text!r} of {owner} are taken by another part.")
            self.moves[move.text] = move

    # --- steps -----------------------------------------------------------------------------------------------------
    def _make_steps(self) -> None:
        options = self.options
        stop = not options.play_on_empty_tableau
        steps: list[Step] = []
        for place, phase in enumerate(self.phases):
            more = tuple(add for part in self.parts if (add := part.turn_moves(self, phase.name)))
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
        self.every_round: Final = program
        for part in self.parts:
            program = part.first_round(self, program)
        if len(program) != len(self.every_round):
            raise CompositionError("first-round", "The first round must have as many steps as every round.")
        self.opening: Final = program

    def program(self, round_number: int) -> tuple[Step, ...]:
        """The steps of a round in order."""
        return self.opening if round_number == 1 else self.every_round

    def replaced(
        self, steps: tuple[Step, ...], phase: str, kind: type[Step], by: Callable[[Step], Step]
    ) -> tuple[Step, ...]:
        """The program with the step of this kind in this phase replaced."""
        return tuple(by(step) if isinstance(step, kind) and step.phase == phase else step for step in steps)

    def mark(self, row: Row, name: str) -> Row:
        """The row of a printed card with a mark on it."""
        return self.mark_rows[row, name]

    def place_of(self, part: Part) -> int:
        """Where a part's remembered value stands in `state.extras`."""
        return self.parts.index(part)

    def __reduce__(self) -> tuple[Callable[[Options], Rulebook], tuple[Options]]:
        return rulebook_for, (self.options,)

    def __repr__(self) -> str:
        return f"<Rulebook {', '.join(part.name for part in self.parts)}>"


@cache
def rulebook_for(options: Options) -> Rulebook:
    """The rulebook of these options, composed once."""
    return Rulebook(options, parts_of(options))


def parts_of(options: Options) -> tuple[Part, ...]:
    """The parts in play: the edition and what it brings, then the sets in their fixed order."""
    from engine.registry import EDITIONS, SETS

    chosen: list[Part] = []

    def add(part: Part) -> None:
        if part not in chosen:
            for brought in part.brings():
                add(brought)
            chosen.append(part)

    add(EDITIONS[options.edition])
    for name, part in SETS.items():
        if name in options.sets:
            add(part)
    return tuple(chosen)


def check_selection(options: Options) -> None:
    """Raise OptionsError, with the rule, unless every part accepts the selection (section 2)."""
    from engine.registry import SETS

    for name in options.sets:
        if name not in SETS:
            known = ", ".join(SETS) or "none yet"
            raise OptionsError("unknown-set", f"There is no set {name!r}; the sets beside the base game are: {known}.", "COMBO-3")
    parts = parts_of(options)
    most = max(part.most_players for part in parts)
    if options.players > most:
        raise OptionsError("players", f"{options.players} players cannot play this selection; choose 1 to {most}.", "COMBO-13")
    for part in parts:
        part.accepts(options)


__all__ = ["Mark", "Phase", "Rulebook", "Source", "check_selection", "rulebook_for"]
