"""Module 2 for edition 2: 12 cards, all or none (section 17, COMBO-12)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card, card_list
from engine.errors import OptionsError
from engine.options import Options
from engine.part import Part
from engine.parts.guild import GUILD
from engine.parts.impostor import IMPOSTORS
from engine.parts.search import PRISON


class Module2(Part):
    """With or without the Market (COMBO-6); beside Module 1 without the Debtors' Prison (COMBO-8)."""

    name = "module-2"
    counts_by_facts = True

    def accepts(self, options: Options) -> None:
        if options.edition != 2:
            raise OptionsError("module-2-edition", "Module 2 needs the 2nd edition.", "COMBO-4")

    def brings(self, options: Options) -> Sequence[Part]:
        return (GUILD, IMPOSTORS) if _with_banquet(options) else (PRISON, GUILD, IMPOSTORS)

    def cards(self, options: Options) -> Sequence[Card]:
        cards = card_list("module2")
        return tuple(c for c in cards if c.id != "debtors-prison") if _with_banquet(options) else cards


def _with_banquet(options: Options) -> bool:
    return "banquet" in options.sets
