"""What both editions share: their special cards, and the first Worker phase (section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.cards import Card, card_list
from engine.part import Part
from engine.parts.observatory import Observatory
from engine.parts.pub import Pub
from engine.round import FirstRefill, Refill
from engine.turns import Actions, FirstWorkers

if TYPE_CHECKING:
    from engine.options import Options
    from engine.rulebook import Rulebook
    from engine.steps import Step

OBSERVATORY = Observatory()
PUB = Pub()


class Edition(Part):
    """A base game. `data` names its card list."""

    data: str

    def brings(self, options: Options) -> Sequence[Part]:
        return OBSERVATORY, PUB

    def cards(self, options: Options) -> Sequence[Card]:
        return card_list(self.data)

    def first_round(self, rules: Rulebook, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        first = rules.phases[0].name
        steps = rules.replaced(steps, first, Refill, lambda _: FirstRefill(first, 0, rules.target))
        if rules.options.first_workers == "free":  # FIRST-10
            return steps
        return rules.replaced(steps, first, Actions, lambda _: FirstWorkers(first, rules.options.players))
