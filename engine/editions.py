"""The editions of the base game; each is a part like any other."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card, card_list
from engine.core import Rules, Step
from engine.options import Options
from engine.part import Part
from engine.parts.observatory import Observatory
from engine.parts.pub import Pub
from engine.round import FirstRefill, Refill
from engine.steps import replaced
from engine.turns import Actions, FirstWorkers

OBSERVATORY = Observatory()
PUB = Pub()


class Edition(Part):
    """A base game. `data` names its card list."""

    counts_by_facts = True
    data: str

    def brings(self, options: Options) -> Sequence[Part]:
        return OBSERVATORY, PUB

    def cards(self, options: Options) -> Sequence[Card]:
        return card_list(self.data)

    def first_round(self, rules: Rules, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        first = rules.phases[0].name
        steps = replaced(steps, first, Refill, lambda _: FirstRefill(first, 0, rules.target))
        if rules.options.first_workers == "free":  # FIRST-10
            return steps
        return replaced(steps, first, Actions, lambda _: FirstWorkers(first, rules.options.players))


class FirstEdition(Edition):
    """Edition 1: its own figures, above all the Mariinski Theater that pays rubles (CARD-MAR-1)."""

    name = "edition 1"
    data = "base1"


class SecondEdition(Edition):
    """Edition 2: dearer Observatory, Judge, Mistress and Mariinski Theater, which scores points (CARD-MAR-1)."""

    name = "edition 2"
    data = "base2"
