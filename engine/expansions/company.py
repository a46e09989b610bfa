"""The sets without a phase of their own: In Good Company and SP+ (section 14), Module 2 (section 17, COMBO-12), and the Sack
of five players without the Market (section 15).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from engine.cards import Card, CardId, card_list
from engine.core import Rules, State, Step
from engine.entries import Log, Scored
from engine.errors import OptionsError
from engine.options import Options
from engine.part import Functions, Numbers, RulesPart
from engine.parts.guild import GUILD
from engine.parts.impostor import IMPOSTORS
from engine.parts.search import PRISON


class Module2(RulesPart):
    """With or without the Market (COMBO-6); beside Module 1 without the Debtors' Prison (COMBO-8)."""

    name = "module-2"
    counts_by_facts = True

    def accepts(self, options: Options) -> None:
        if options.edition != 2:
            raise OptionsError("module-2-edition", "Module 2 needs the 2nd edition.", "COMBO-4")

    def brings(self, options: Options) -> Sequence[RulesPart]:
        return (GUILD, IMPOSTORS) if "banquet" in options.sets else (PRISON, GUILD, IMPOSTORS)

    def cards(self, options: Options) -> Sequence[Card]:
        cards = card_list("module2")
        return tuple(c for c in cards if c.id != "debtors-prison") if "banquet" in options.sets else cards


SACK: Final = "sack"
RUBLES: Final = 2
"""More rubles at the start for its holder (FIVE-3)."""
POINTS: Final = 2
"""For its holder at the start of every Worker phase (FIVE-4)."""


class Five(RulesPart):
    """A fifth token; all tokens go two seats to the left (FIVE-2, FIVE-6)."""

    name = "five"
    counts_by_facts = True
    most_players = 5

    def tokens(self) -> Sequence[str]:
        return (SACK,)

    def numbers(self, numbers: Numbers, options: Options) -> Numbers:
        return replace(numbers, token_shift=2)

    def set_up(self, s: State, draws: Mapping[str, Sequence[str]]) -> None:
        s.own(s.tokens[s.rules.token_of[SACK]]).rubles += RUBLES

    def program(self, rules: Rules, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        return (SackPoints(rules.phases[0].name), *steps)


FIVE = Five()


class SackPoints(Step):
    """The start of a Worker phase, the first included."""

    def run(self, s: State, log: Log) -> None:
        seat = s.tokens[s.rules.token_of[SACK]]
        player = s.players[seat]
        if log is not None:
            log.append(Scored(seat, player.rubles, 0, player.points, POINTS, SACK))
        s.rules.gain(s, seat, POINTS, log)


REPLACED: Final[Mapping[CardId, int]] = {
    "czar-and-carpenter": 1,
    "observatory": 2,
    "academy": 1,
    "mistress-of-ceremonies": 2,
    "mariinski-theater": 1,
}
"""Base cards that go to the box; the new version is printed under the same id (IGC-3)."""


class GoodCompany(RulesPart):
    """More cards, more Nobles that count at the end, and five players even without the Market (section 15)."""

    name = "good-company"
    counts_by_facts = True
    most_players = 5

    def accepts(self, options: Options) -> None:
        if options.edition == 2 and "module-2" not in options.sets:
            raise OptionsError("company-module-2", "In the 2nd edition, In Good Company needs Module 2.", "COMBO-9")

    def brings(self, options: Options) -> Sequence[RulesPart]:
        functions = (PRISON, GUILD, IMPOSTORS) if options.edition == 1 else ()
        return (*functions, FIVE) if options.players == 5 and "market" not in options.sets else functions

    def cards(self, options: Options) -> Sequence[Card]:
        return card_list(f"company{options.edition}")

    def without(self, options: Options) -> Mapping[CardId, int]:
        return REPLACED

    def functions(self, functions: Functions) -> Functions:
        """END-12: each different Noble beyond the tenth gives 10 points more."""
        return replace(functions, noble_points=lambda count: functions.noble_points(count) + 10 * max(0, count - 10))


class SpPlus(RulesPart):
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
