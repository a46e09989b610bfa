"""In Good Company, for edition 1 with 35 cards, for edition 2 with 23 beside Module 2, and SP+, which is the seven cards of
edition 1 that stand in the place of base cards (section 14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from engine.cards import Card, CardId, card_list
from engine.errors import OptionsError
from engine.expansions.five import FIVE
from engine.options import Options
from engine.part import Functions, Part
from engine.parts.guild import GUILD
from engine.parts.impostor import IMPOSTORS
from engine.parts.search import PRISON

REPLACED: Final[Mapping[CardId, int]] = {
    "czar-and-carpenter": 1,
    "observatory": 2,
    "academy": 1,
    "mistress-of-ceremonies": 2,
    "mariinski-theater": 1,
}
"""Base cards that go to the box; the new version is printed under the same id (IGC-3)."""


class GoodCompany(Part):
    """More cards, more Nobles that count at the end, and five players even without the Market (section 15)."""

    name = "good-company"
    counts_by_facts = True
    most_players = 5

    def accepts(self, options: Options) -> None:
        if options.edition == 2 and "module-2" not in options.sets:
            raise OptionsError("company-module-2", "In the 2nd edition, In Good Company needs Module 2.", "COMBO-9")

    def brings(self, options: Options) -> Sequence[Part]:
        functions = (PRISON, GUILD, IMPOSTORS) if options.edition == 1 else ()
        return (*functions, FIVE) if options.players == 5 and "market" not in options.sets else functions

    def cards(self, options: Options) -> Sequence[Card]:
        return card_list(f"company{options.edition}")

    def without(self, options: Options) -> Mapping[CardId, int]:
        return REPLACED

    def functions(self, functions: Functions) -> Functions:
        """END-12: each different Noble beyond the tenth gives 10 points more."""
        return replace(functions, noble_points=lambda count: functions.noble_points(count) + 10 * max(0, count - 10))


class SpPlus(Part):
    """The new versions alone: as many cards as the base game, no fifth player, no END-12 (SPP-1, SPP-2)."""

    name = "sp-plus"
    counts_by_facts = True

    def accepts(self, options: Options) -> None:
        if options.edition != 1:
            raise OptionsError("sp-plus-edition", "SP+ needs the 1st edition.", "COMBO-11")
        if "good-company" in options.sets:
            raise OptionsError("sp-plus-company", "SP+ and In Good Company cannot be combined.", "COMBO-11")

    def cards(self, options: Options) -> Sequence[Card]:
        return tuple(card for card in card_list("company1") if card.id in REPLACED)

    def without(self, options: Options) -> Mapping[CardId, int]:
        return REPLACED
