"""The Banquet as a part: its cards, what lies on cards, the steps it brings, and what it remembers, the box."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Final

from engine.cards import Card, Effect, card_list
from engine.core import MoreMoves, Move, Rules, Source, State, Step
from engine.errors import CompositionError, OptionsError
from engine.expansions.banquet import attached, rivals, single
from engine.expansions.banquet.purple import GROUP, NAME, PurpleCard
from engine.expansions.banquet.rivals import Parasite
from engine.expansions.banquet.single import AwayWithIt, BlackMarket, DoubleMove, GoldenDonkey
from engine.options import Options
from engine.part import Mark, Part, Preset
from engine.parts.search import SEARCH
from engine.player import Player, Row, Seat
from engine.round import Payday, Refill

KINDS: Final[Mapping[str, PurpleCard]] = {
    "money-collector": single.MoneyCollector(),
    "black-market": BlackMarket(),
    "double-move": DoubleMove(),
    "parasite": Parasite(),
    attached.JESTER: attached.Jester(),
    "golden-donkey": GoldenDonkey(),
    attached.BANQUET: attached.Banquet(),
    "away-with-it": AwayWithIt(),
    rivals.THIEF: rivals.Thief(),
}
"""By name, that is by key: copies on different backs are played alike."""


class Banquet(Part):
    """Module 1. Beside it Module 2 leaves its Debtors' Prison in the box (COMBO-8)."""

    name = NAME

    def accepts(self, options: Options) -> None:
        if options.edition != 2:
            raise OptionsError("banquet-edition", "The Banquet needs the 2nd edition.", "COMBO-4")

    def brings(self, options: Options) -> Sequence[Part]:
        return (SEARCH,)

    def cards(self, options: Options) -> Sequence[Card]:
        """All fifteen; without the Market those with its back go to the box (COMBO-7)."""
        cards = tuple(card for card in card_list(NAME) if card.pile != "market" or "market" in options.sets)
        if any(card.group == GROUP and card.pile == "worker" for card in cards):
            raise CompositionError("purple-worker", "The first deal must be Workers only (FIRST-7).")
        return cards

    def effects(self, card: Card) -> Iterable[Effect]:
        if card.group == GROUP:
            yield "not for sale", 1  # COST-11
            yield "no burden", 1  # BANQ-6

    def marks(self, card: Card, others: Sequence[Mark]) -> Iterable[Mark]:
        yield from single.marks(card, others)
        yield from attached.marks(card, others)

    def passing_marks(self) -> Iterable[str]:
        return attached.JESTER, attached.BANQUET

    def sources(self) -> Sequence[Source]:
        return *single.SOURCES.values(), *rivals.STOLEN_FROM.values()

    def moves(self, rules: Rules) -> Iterable[Move]:
        for row, kind in _purple(rules):
            yield from kind.moves(rules, row)

    def hand_moves(self, rules: Rules) -> MoreMoves:
        adders = {row: kind.in_hand(rules, row) for row, kind in _purple(rules)}
        purple = frozenset(adders)

        def add(s: State, player: Player, out: list[Move]) -> None:
            if not purple.isdisjoint(player.hand):
                for row in dict.fromkeys(player.hand):
                    if row in purple:
                        adders[row](s, player, out)

        return add

    def program(self, rules: Rules, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        found: list[Step] = []
        for step in steps:
            found.append(step)
            if isinstance(step, Refill):
                found.append(rivals.Window(rules, step.phase))
            elif isinstance(step, Payday) and attached.meets(rules, step.group):
                found.append(attached.TakeOff(rules, step.phase, step.group))
        return tuple(found)

    def left_display(self) -> Callable[[State, Seat, Row], None]:
        return attached.left

    def initial(self, rules: Rules) -> object:
        return ()

    def view(self, s: State, value: object, seat: Seat | None) -> object:
        """`box`: purple cards that were played, in order. `hand`: the viewer's own ones, each with `moves` that would play it
        in a turn now, else `blocked` (no-use, no-target, thief-later), `why` and `rule`."""
        assert isinstance(value, tuple)
        return {"box": list(value), "hand": [] if seat is None else list(_in_hand(s, seat))}

    def guess(self, view: object, rng: Random) -> object:
        assert isinstance(view, dict)
        return tuple(view["box"])

    def presets(self, s: State, seat: Seat) -> Iterable[Preset]:
        if s.rules.row_of[rivals.THIEF] in s.players[seat].hand:
            yield Preset(rivals.PRESET, (rivals.ASK, rivals.NO), rivals.ASK, rivals.THIEF)


def _in_hand(s: State, seat: Seat) -> Iterable[dict[str, object]]:
    """The purple cards of a hand with the moves that would play them in a turn now, or why nothing would."""
    rules, player = s.rules, s.players[seat]
    moves: list[Move] = []
    for add in rules.hand_moves:
        add(s, player, moves)
    for row, kind in _purple(rules):
        if row in player.hand:
            texts = [move.text for move in moves if move.card == rules.ids[row]]
            blocked, why, rule = (None, None, None) if texts else kind.play.no_use
            yield {"card": rules.ids[row], "moves": texts, "blocked": blocked, "why": why, "rule": rule}


def _purple(rules: Rules) -> Iterable[tuple[Row, PurpleCard]]:
    """The purple rows and their kinds."""
    return ((row, KINDS[rules.key[row]]) for row in rules.printed_rows if rules.group[row] == GROUP)
