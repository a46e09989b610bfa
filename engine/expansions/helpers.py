"""The Helpers (section 19): each player has one who makes some cards cheaper, and passes it on after every round.

A helper is no card of the display (HELP-10): it puts its reduction into the facts of its holder and nothing else.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import ClassVar, Final, TypedDict

from engine.acquire import shift_facts
from engine.cards import Effect
from engine.core import Rules, State, Step
from engine.entries import Entry, Log
from engine.errors import OptionsError
from engine.immutable import entry
from engine.options import Options
from engine.part import RulesPart
from engine.parts.tally import needs_market
from engine.player import Seat
from engine.round import RoundEnd

CRAFTSMAN_MASTER: Final = "craftsman-master"
LIEGE_LADY: Final = "liege-lady"
ARCHITECT: Final = "architect"
LAWYER: Final = "lawyer"
CZARS_DAUGHTER: Final = "czars-daughter"

REDUCTIONS: Final[Mapping[str, tuple[Effect, ...]]] = {
    CRAFTSMAN_MASTER: (("cheaper green", 1), ("cheaper green exchange", 1)),
    LIEGE_LADY: (("cheaper yellow", 1),),
    ARCHITECT: (("cheaper blue", 1), ("cheaper blue exchange", 1)),
    LAWYER: (("cheaper red", 1), ("cheaper red exchange", 1)),
    CZARS_DAUGHTER: tuple((f"cheaper {colour} exchange", 2) for colour in ("green", "blue", "red")),
}
"""What each helper does for its holder (HELP-1 to HELP-5)."""
AT_RANDOM: Final = {
    2: (ARCHITECT, LAWYER),
    **dict.fromkeys((3, 4, 5), (ARCHITECT, LAWYER, CZARS_DAUGHTER)),
}
"""The helpers that go to random seats, by number of players (HELP-6)."""
NEIGHBOURS: Final[Mapping[int, Mapping[str, str]]] = {
    2: {},
    3: {},
    4: {LIEGE_LADY: "market"},
    5: {LIEGE_LADY: "market", CRAFTSMAN_MASTER: "worker"},
}
"""The helpers that go to the right neighbour of who holds the token of this phase (HELP-6, HELP-7)."""
NAME: Final = "helpers"
DRAW: Final = "helper"

Holders = tuple[str, ...]
"""The helper of each seat."""


@entry
class HelpersPassed(Entry):
    """Every helper went to the right neighbour (HELP-9); `holders` are the helpers by seat from now on."""

    kind: ClassVar[str] = "helpers-passed"
    holders: Holders


class HelpersView(TypedDict):
    """`holders`: the helper of each seat."""

    holders: list[str]


class Helpers(RulesPart):
    """Who holds which helper is all there is to remember."""

    name = NAME
    counts_by_facts = True
    reduction_rule = "COST-6"

    def accepts(self, options: Options) -> None:
        needs_market(options, NAME, "Helpers")
        if options.players == 1:
            raise OptionsError("helpers-solo", "Helpers need at least two players.", "SOLO-6")

    def facts(self) -> Iterable[str]:
        return {fact for effects in REDUCTIONS.values() for fact, _ in effects}

    def facts_of(self, s: State, seat: Seat) -> Iterable[tuple[str, str, int]]:
        helper = holders(s)[seat]
        return [(helper, fact, amount) for fact, amount in REDUCTIONS[helper]]

    def draws(self, options: Options) -> Mapping[str, Sequence[str]]:
        return {DRAW: AT_RANDOM[options.players]}

    def initial(self, rules: Rules) -> Holders:
        players = rules.options.players
        return (*NEIGHBOURS[players], *AT_RANDOM[players])

    def set_up(self, s: State, draws: Mapping[str, Sequence[str]]) -> None:
        s.remember(NAME, dealt(s, draws[DRAW]))

    def program(self, rules: Rules, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        place = next(place for place, step in enumerate(steps) if isinstance(step, RoundEnd))
        return (*steps[:place], PassHelpers(steps[place].phase), *steps[place:])

    def view(self, s: State, value: object, seat: Seat | None) -> HelpersView:
        return {"holders": list(holders(s))}

    def guess(self, view: object, rng: Random) -> object:
        assert isinstance(view, dict)
        return tuple(view["holders"])


def holders(s: State) -> Holders:
    value = s.extras[s.rules.extra_of[NAME]]
    assert isinstance(value, tuple)
    return value


def dealt(s: State, drawn: Sequence[str]) -> Holders:
    """Some helpers sit to the right of start tokens; those drawn go to the other seats, clockwise from seat 0 in drawn
    order (HELP-6)."""
    players = len(s.players)
    found = {(s.tokens[s.rules.token_of[token]] - 1) % players: helper for helper, token in NEIGHBOURS[players].items()}
    others = iter(drawn)
    return tuple(found[seat] if seat in found else next(others) for seat in range(players))


class PassHelpers(Step):
    """At the end of a round each helper goes to the right neighbour (ROUND-5); not after the last one (ROUND-8)."""

    def run(self, s: State, log: Log) -> None:
        if s.ending:
            return
        before = holders(s)
        after = (*before[1:], before[0])
        for seat in range(len(after)):
            gone = [(fact, -amount) for fact, amount in REDUCTIONS[before[seat]]]
            shift_facts(s, seat, [*gone, *REDUCTIONS[after[seat]]])
        s.remember(NAME, after)
        if log is not None:
            log.append(HelpersPassed(after))
