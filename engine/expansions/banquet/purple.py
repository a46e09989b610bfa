"""What the purple cards have in common: they are taken, never bought, played from the hand as the action of a turn, and
then lie in the box (BANQ-2 to BANQ-5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, Final, cast

from engine.acquire import HAND
from engine.cards import CardId
from engine.core import MoreMoves, Move, Rules, Source, State
from engine.entries import Change, Entry, Log
from engine.errors import Reason, Sentence
from engine.player import Player, Row, Seat, entry

NAME: Final = "banquet"
GROUP: Final = "purple"


@entry
class PurplePlayed(Entry):
    """A purple card was played; `on` is the card it was laid on, `rubles` what it paid at once."""

    kind: ClassVar[str] = "purple"
    seat: Seat
    card: CardId
    on: CardId | None
    rubles: int

    wakes_others: ClassVar[bool] = True

    def changes(self) -> tuple[Change, ...]:
        return (Change(self.seat, self.rubles, 0),)


class PurpleMove(Move):
    """`play CARD`: the card leaves the hand before its effect is carried out (HAND-4)."""

    __slots__ = ("on", "row")

    stays: ClassVar[bool] = False
    """Does it stay with a card of the display instead of going to the box at once (BANQ-5)?"""
    pays: ClassVar[int] = 0
    no_use: ClassVar[Reason] = ("no-use", Sentence("It would have no effect now."), "BANQ-4")
    """Why it cannot be played although it is in the hand."""

    def __init__(self, rules: Rules, row: Row, words: str = "", on: CardId | None = None) -> None:
        super().__init__(rules, f"play {rules.words[row]}{words}", GROUP, rules.ids[row], HAND.name)
        self.row = row
        self.on = on

    def usable(self, s: State, player: Player) -> bool:
        """Would it have an effect for this player, whose turn it is (BANQ-4)?"""
        return True

    def act(self, s: State, seat: Seat, log: Log) -> None:
        HAND.remove(s, seat, self.row)
        if not self.stays:
            to_box(s, s.rules.ids[self.row])
        if log is not None:
            log.append(PurplePlayed(seat, s.rules.ids[self.row], self.on, self.pays))
        self.effect(s, seat, log)

    def effect(self, s: State, seat: Seat, log: Log) -> None:
        """What it does, the card having left the hand."""
        raise NotImplementedError

    def why_not(self, s: State, seat: Seat) -> Reason | None:
        if self.row not in s.players[seat].hand:
            return (
                "not-there",
                Sentence("There is no {card} {where}.", card=self.card or "", where=HAND.where),
                "BANQ-2",
            )
        return None if self.usable(s, s.players[seat]) else self.no_use


class PurpleCard:
    """A kind of purple card: the moves that play it, and those of them that are legal. `play` is its move where it has
    only one."""

    play: ClassVar[type[PurpleMove]]

    def moves(self, rules: Rules, row: Row) -> Iterable[Move]:
        """Every move that plays this card."""
        yield self.play(rules, row)

    def in_hand(self, rules: Rules, row: Row) -> MoreMoves:
        """A function that adds the legal ones, the card being in the hand of the player."""
        move = rules.moves[f"play {rules.words[row]}"]
        assert isinstance(move, PurpleMove)

        def add(s: State, player: Player, out: list[Move]) -> None:
            if move.usable(s, player):
                out.append(move)

        return add


def only_while(kind: str, place: Source) -> Callable[[State, Seat], tuple[Row, ...]]:
    """What lies at a place while a question of this kind is asked; nothing at any other time."""

    def rows(s: State, seat: Seat) -> tuple[Row, ...]:
        return place.rows(s, seat) if s.agenda and s.agenda[-1].kind == kind else ()

    return rows


def box(s: State) -> tuple[CardId, ...]:
    """The purple cards that were played, in order; they are out of the game."""
    return cast("tuple[CardId, ...]", s.extras[s.rules.extra_of[NAME]])


def to_box(s: State, *cards: CardId) -> None:
    """Put purple cards out of the game for good."""
    place = s.rules.extra_of[NAME]
    s.extras = (*s.extras[:place], (*box(s), *cards), *s.extras[place + 1 :])
