"""The card table: every card of a game as a row of small integers, and what it adds to the facts of its owner.

Cards that differ in nothing that is in play share a row. A card with a mark on it (face down, under a chip) is a row of
its own, so that prices and scorings need no special case.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.acquire import fits
from engine.cards import BASE_PHASES, Card, CardId, Effect, Phase
from engine.core import Rules
from engine.errors import CompositionError
from engine.options import Options
from engine.part import CardMark, RulesPart
from engine.player import IncomeRule, OwnIncome, Row, own_income

HAND_LIMIT: Final = 3


class CardTable(Rules):
    """The columns of one selection, composed from the cards and marks of its parts."""

    def __init__(self, options: Options, parts: tuple[RulesPart, ...]) -> None:
        self.options = options
        self.parts = parts
        phases: tuple[Phase, ...] = BASE_PHASES
        for part in parts:
            phases = part.phases(phases)
        self.phases = phases
        self.piles = tuple(phase.name for phase in phases)
        self.known = {}
        self._number_cards()
        self._make_rows()
        self._make_facts()
        self._make_targets()

    def _number_cards(self) -> None:
        """Every printed copy has a number, from 1 in printed order; what goes to the box keeps its number. A card that
        went there wholly may be printed again, by a part whose version replaces it."""
        printed: list[Card] = []
        copies: dict[CardId, int] = {}
        numbers: dict[CardId, range] = {}
        number = 1
        for part in self.parts:
            for card, taken in part.without(self.options).items():
                copies[card] -= taken
            for card_ in part.cards(self.options):
                if copies.get(card_.id):
                    raise CompositionError("card-twice", f"Two parts print a card {card_.id}.")
                if card_.pile not in self.piles:
                    raise CompositionError(
                        "card-pile", f"{card_.id} belongs to a pile {card_.pile!r} that is not in this game."
                    )
                printed = [card for card in printed if card.id != card_.id]
                printed.append(card_)
                copies[card_.id] = card_.copies
                numbers[card_.id] = range(number, number + card_.copies)
                number += card_.copies
        self.printed_cards = tuple(replace(card, copies=copies[card.id]) for card in printed if copies[card.id] > 0)
        self._numbers = {card.id: tuple(numbers[card.id])[: card.copies] for card in self.printed_cards}
        self.card_numbers: Mapping[str, tuple[int, ...]] = {
            pile: tuple(n for card in self.printed_cards if card.pile == pile for n in self._numbers[card.id])
            for pile in self.piles
        }

    def _make_rows(self) -> None:
        """One row for cards that differ in nothing that is in play; then one for each mark a part can put on a card."""
        alike: dict[object, list[Card]] = {}
        effects = {card.id: self._effects_of(card) for card in self.printed_cards}
        marks = {card.id: self._marks_of(card) for card in self.printed_cards}
        for card in self.printed_cards:
            figures = (card.key, card.pile, card.group, card.exchange, card.cost, card.value_when_replaced)
            alike.setdefault((figures, card.worker_symbol, card.replaces, effects[card.id], marks[card.id]), []).append(
                card
            )
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
        self.printed_rows = range(1, len(rows) + 1)
        self.marked: list[frozenset[str]] = [frozenset()] * (len(rows) + 1)
        for (card, _, _, _, row), cards in zip(tuple(rows), tuple(alike.values()), strict=True):
            for mark in marks[cards[0].id]:
                self.marked.append(frozenset(mark.names))
                rows.append((card, mark.words or card.id, mark.effects, mark.replaceable, row))
        self.size = len(rows) + 1
        nothing = "", "", "", 0, 0, False, False
        columns = [nothing, *((c.id, w, c.key, c.cost, c.value_when_replaced, c.exchange, r) for c, w, _, r, _ in rows)]
        self.ids, self.words, self.key, self.cost, self.value, self.exchange, self.replaceable = map(
            list, zip(*columns, strict=True)
        )
        self.group: list[str] = ["", *(card.group for card, *_ in rows)]
        self.printed: list[Row] = [0, *(row for *_, row in rows)]
        self._row_with = {(self.printed[row], names): row for row, names in enumerate(self.marked)}
        passing = {name for part in self.parts for name in part.passing_marks()}
        self.lasting: list[Row] = [
            self._row_with[self.printed[row], names - passing] for row, names in enumerate(self.marked)
        ]
        self._named_effects: list[tuple[Effect, ...]] = [(), *(e for _, _, e, _, _ in rows)]

    def _marks_of(self, card: Card) -> tuple[CardMark, ...]:
        bare = CardMark((), self._effects_of(card), replaceable=not card.exchange)
        marks: tuple[CardMark, ...] = (bare,)
        for part in self.parts:
            marks += tuple(part.marks(card, marks))
        return marks[1:]

    def _effects_of(self, card: Card) -> tuple[Effect, ...]:
        """Everything a card puts into facts: its name, its group, its income, its line's effects, those of the
        parts."""
        found = [(f"named {card.key}", 1), (f"count {card.group}", 1), (f"rubles {card.group}", card.rubles)]
        found.append((f"points {card.group}", card.points))
        symbols = dict.fromkeys(c.worker_symbol for c in self.printed_cards if c.worker_symbol not in ("", "all"))
        found += [(f"count {symbol}", 1) for symbol in symbols if card.worker_symbol in (symbol, "all")]
        found += [*card.effects, *(effect for part in self.parts for effect in part.effects(card))]
        return tuple(effect for effect in found if effect[1])

    def _make_facts(self) -> None:
        """Number the facts that anything can read; a fact nobody reads or nobody changes shares slot 0, always zero."""
        names = {name for effects in self._named_effects for name, _ in effects} | {"hand limit"}
        own = {name for part in self.parts for name in part.facts()}
        copies: dict[str, int] = {}
        for card in self.cards:
            copies[card.key] = copies.get(card.key, 0) + card.copies
        names -= {f"named {key}" for key, number in copies.items() if number == 1}  # no second card to make cheaper
        counted = {name.partition(" per ")[2] for name in names if " per " in name}
        symbols = {f"count {card.worker_symbol}" for card in self.cards if card.worker_symbol}
        names -= {name for name in symbols if name.removeprefix("count ") not in counted}
        self.facts = ("", *sorted(names | own))
        self.slots = {name: slot for slot, name in enumerate(self.facts) if name}
        self._slots_of: dict[str, tuple[int, ...]] = {}
        for name, slot in self.slots.items():
            kind = name.split(" ", 1)[0]
            self._slots_of[kind] = (*self._slots_of.get(kind, ()), slot)
        self.effects: list[tuple[tuple[int, int], ...]] = []
        for effects in self._named_effects:
            sums: dict[int, int] = {}
            for name, amount in effects:
                if name in self.slots:
                    sums[self.slots[name]] = sums.get(self.slots[name], 0) + amount
            self.effects.append(tuple(sums.items()))
        self.hand_limit = self.slots["hand limit"]
        start = [0] * len(self.facts)
        start[self.hand_limit] = HAND_LIMIT
        self.facts_at_start = tuple(start)
        self.named: list[int] = [self.slot(f"named {key}") for key in self.key]
        self.cheaper: list[int] = [
            self.slot(f"cheaper {group} exchange" if exchange else f"cheaper {group}")
            for group, exchange in zip(self.group, self.exchange, strict=True)
        ]
        marked = [dict(effects) for effects in self._named_effects]
        self.for_sale: list[bool] = [not effects.get("not for sale") for effects in marked]
        self.burden: list[int] = [1 - effects.get("no burden", 0) for effects in marked]
        self.incomes = {phase.group: self._income_rule(phase.group) for phase in self.phases if phase.group}
        self.own_income: list[OwnIncome | None] = [
            own_income(rule, effects) if (rule := self.incomes.get(group)) else None
            for group, effects in zip(self.group, self.effects, strict=True)
        ]

    def _income_rule(self, group: str) -> IncomeRule:
        def per(currency: str) -> tuple[tuple[int, int], ...]:
            stem = f"{currency} {group} per "
            return tuple(
                (slot, self.slots["count " + name.removeprefix(stem)])
                for name, slot in self.slots.items()
                if name.startswith(stem)
            )

        fixed = self.slot(f"rubles {group}"), self.slot(f"points {group}")
        return IncomeRule(
            group,
            *fixed,
            per("rubles"),
            per("points"),
            or_rubles=self.slot(f"or rubles {group}"),
            or_points=self.slot(f"or points {group}"),
        )

    def _make_targets(self) -> None:
        """What each Exchange card may replace: basic cards of its colour that fit, unless a mark protects them (EXCH-1
        to EXCH-6)."""
        self.targets: list[tuple[Row, ...]] = [()] * self.size
        for row in self.printed_rows:
            card = self.cards[row - 1]
            self.targets[row] = tuple(
                over
                for over in range(1, self.size)
                if self.replaceable[over] and fits(card, self.cards[self.printed[over] - 1])
            )
