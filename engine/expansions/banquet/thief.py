"""Thief: before the first turn of a phase its holder buys or takes one card of the tableau (BANQ-THIEF).

Its holder is asked after every refill. In the very first Worker phase nobody can hold a card yet, so the compulsion of
FIRST-2 and the Thief never meet. With hidden hands the others learn that the Thief is being asked, but not who.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final

from engine.acquire import HAND, LOWER, UPPER, add_offers
from engine.core import Item, MoreMoves, Move, Rules, Source, State, Step
from engine.entries import Log
from engine.errors import Reason, Sentence
from engine.expansions.banquet.purple import PurpleCard, PurpleMove, PurplePlayed, only_while, to_box
from engine.places import add_copies
from engine.player import Player, Row, Seat
from engine.steps import Decision
from engine.values import agenda_item

THIEF: Final = "thief"
PRESET: Final = "thief"
ASK: Final = "ask"
NO: Final = "no"
"""What may be preset: to be asked, or never until it is changed (BANQ-THIEF-6)."""


def _stolen(place: Source) -> Source:
    return Source(
        f"thief {place.name}",
        f"thief {place.buy}",
        f"thief {place.take}",
        place.suffix,
        place.reduction,
        place.remove,
        only_while(THIEF, place),
        Sentence("that you can buy or take with the Thief now"),
        told=place.name,
    )


SOURCES: Final = {place.name: _stolen(place) for place in (UPPER, LOWER)}


class Decline(Move):
    """`thief no`: keep it."""

    __slots__ = ()

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, f"{THIEF} {NO}", THIEF)

    def act(self, s: State, seat: Seat, log: Log) -> None:
        """Nothing happens, and nobody is told."""


class Play(PurpleMove):
    """`play thief`, which is never legal: it is no action of a turn (TURN-6)."""

    __slots__ = ()
    no_use: ClassVar[Reason] = (
        "thief-later",
        Sentence("You can play the Thief only at the start of a phase, when you are asked."),
        "BANQ-THIEF-1",
    )

    def usable(self, s: State, player: Player) -> bool:
        return False


class Thief(PurpleCard):
    """It is played in its window only."""

    play = Play

    def moves(self, rules: Rules, row: Row) -> Iterable[Move]:
        yield from super().moves(rules, row)
        yield Decline(rules)

    def in_hand(self, rules: Rules, row: Row) -> MoreMoves:
        def add(s: State, player: Player, out: list[Move]) -> None:
            """Nothing in a turn."""

        return add


class Window(Step):
    """Right after the refill (SEQ-2). The holder is asked if there is a card that he could buy or take (BANQ-THIEF-4)."""

    def __init__(self, rules: Rules, phase: str) -> None:
        self.phase = phase
        self.row = rules.row_of[THIEF]
        ask = AskThief if rules.options.open_hands else AskHiddenThief
        self.asks = tuple(ask((seat,)) for seat in range(rules.options.players))

    def run(self, s: State, log: Log) -> None:
        for seat, player in enumerate(s.players):
            if self.row in player.hand and stolen(s, seat):
                s.agenda += (self.asks[seat],)


def stolen(s: State, seat: Seat) -> tuple[Move, ...]:
    """What the Thief could get for this seat; its own place in the hand is free by then (BANQ-THIEF-4, HAND-4)."""
    rules, player = s.rules, s.players[seat]
    room = player.facts[rules.hand_limit] - len(player.hand) + 1
    out: list[Move] = []
    upper, lower = (source.name for source in SOURCES.values())
    add_offers(player, rules.offers[upper], s.upper, room, out)
    add_offers(player, rules.offers[lower], s.lower, room, out)
    add_copies(s, player, room, out, (upper, lower))
    return tuple(out)


@agenda_item
class AskThief(Decision):
    """Play the Thief now, and for which card (DEC-14)? It is no turn and no pass (PASS-3)."""

    kind = THIEF
    instead: ClassVar[Mapping[str, str]] = {name: source.name for name, source in SOURCES.items()}
    seats: tuple[Seat, ...]

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        return s.rules.moves[f"{THIEF} {NO}"], *stolen(s, seat)

    def resolve(self, s: State, seat: Seat, move: Move, log: Log) -> None:
        if not isinstance(move, Decline):
            HAND.remove(s, seat, s.rules.row_of[THIEF])
            to_box(s, THIEF)
            if log is not None:
                log.append(PurplePlayed(seat, THIEF, None, 0))
        move.act(s, seat, log)

    def by_preset(self, s: State, seat: Seat, presets: Mapping[str, str]) -> Move | None:
        return s.rules.moves[f"{THIEF} {NO}"] if presets.get(PRESET) == NO else None

    def why_not(self, s: State, seat: Seat, move: Move) -> Reason | None:
        if move.kind.startswith(THIEF):
            return None
        return (
            "thief-first",
            Sentence("Decide about the Thief first: thief no, or use it to buy or take a card."),
            "BANQ-THIEF-2",
        )


@agenda_item
class AskHiddenThief(AskThief):
    """The same where hands are hidden: only the holder knows who is asked (BANQ-THIEF-6)."""

    anonymous = True

    def as_seen(self, s: State, viewer: Seat | None) -> Item:
        return self if viewer in self.seats else AskHiddenThief(())

    def in_hand(self, rules: Rules) -> tuple[Row, ...]:
        return () if self.seats else (rules.row_of[THIEF],)

    def guessed(self, s: State, held: Row) -> Item:
        thief = s.rules.row_of[THIEF]
        return AskHiddenThief(tuple(seat for seat, player in enumerate(s.players) if thief in player.hand))
