"""What there is to tell about a move: log entries as data, and who may see what of them (INFO-1 to INFO-6).

Sentences are made by the site. `for_viewer` is the one place where an entry is masked; pages, API and mails use it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import fields
from functools import cache
from typing import ClassVar, NamedTuple, TypeAlias

from engine.cards import CardId
from engine.immutable import as_json, entry
from engine.options import Options

Seat = int


class Change(NamedTuple):
    """What one seat gains in rubles and points; what is paid or lost is negative."""

    seat: Seat
    rubles: int
    points: int


@entry
class Entry:
    """Base of all log entries."""

    kind: ClassVar[str] = ""
    wakes_others: ClassVar[bool] = False
    """Does it wake a seat that passes until the tableau changes (UI-2)?"""
    is_payment: ClassVar[bool] = False
    """Did the answer itself cost what it changes in rubles, as chosen?"""

    def for_viewer(self, viewer: Seat | None, options: Options, over: bool) -> Entry | None:
        """What this viewer (None: a visitor) may see of it, None for nothing; when the game is over, all of it
        (END-18)."""
        return self

    def changes(self) -> tuple[Change, ...]:
        """What it did to money and scores. The changes of a whole log add up to what every seat has, beside the rubles at
        the start; where a hurdle stops points the gain comes first and the loss in an entry of its own."""
        return ()

    def paid(self) -> int:
        """Rubles that the answer itself cost, as chosen; not what else it set off."""
        return -sum(change.rubles for change in self.changes()) if self.is_payment else 0

    def to_json(self) -> dict[str, object]:
        """Plain JSON: the kind and the fields by name."""
        return {"kind": self.kind, **{f.name: as_json(getattr(self, f.name)) for f in fields(self)}}


def entry_from_json(values: Mapping[str, object]) -> Entry:
    """An entry that says these values of `to_json`; KeyError for a kind that no part has."""
    made = _entry_of(str(values["kind"]))
    return made(**{name: _as_tuples(value) for name, value in values.items() if name != "kind"})


@cache
def _entry_of(kind: str) -> type[Entry]:
    """Of several that are told alike the first."""
    for one in _below(Entry):
        if one.kind == kind:
            return one
    raise KeyError(kind)


def _below(base: type[Entry]) -> Iterator[type[Entry]]:
    for one in base.__subclasses__():
        yield one
        yield from _below(one)


def _as_tuples(value: object) -> object:
    return tuple(_as_tuples(one) for one in value) if isinstance(value, (list, tuple)) else value


Log: TypeAlias = list[Entry] | None
"""Where entries are appended; None where nobody reads them, as in a search."""


@entry
class PhaseStarted(Entry):
    """A phase begins; `seat` holds its start token (SETUP-7)."""

    kind: ClassVar[str] = "phase-started"
    round: int
    phase: str
    seat: Seat


@entry
class Dealt(Entry):
    """Cards were laid into the upper row from the left; `left` cards remain in that pile (REFILL-8)."""

    kind: ClassVar[str] = "dealt"
    phase: str
    cards: tuple[CardId, ...]
    left: int


@entry
class EndTriggered(Entry):
    """The last card of this pile was laid out: this round is the last (END-1)."""

    kind: ClassVar[str] = "end-triggered"
    pile: str


@entry
class Bought(Entry):
    """A card was bought from `row` (upper, lower, drawn or discard) for `price`; `over` is the card it replaced."""

    kind: ClassVar[str] = "bought"
    is_payment: ClassVar[bool] = True
    seat: Seat
    card: CardId
    row: str
    price: int
    over: CardId | None

    wakes_others: ClassVar[bool] = True

    def changes(self) -> tuple[Change, ...]:
        return (Change(self.seat, -self.price, 0),)


@entry
class Took(Entry):
    """A card went into a hand from `row`; a drawn card that goes to a hidden hand is its owner's secret (INFO-5)."""

    kind: ClassVar[str] = "took"
    seat: Seat
    card: CardId | None
    row: str

    wakes_others: ClassVar[bool] = True

    def for_viewer(self, viewer: Seat | None, options: Options, over: bool) -> Entry | None:
        if self.row != "drawn" or viewer == self.seat or options.open_hands or over:
            return self
        return Took(self.seat, None, self.row)


@entry
class Played(Entry):
    """A card was played from the hand."""

    kind: ClassVar[str] = "played"
    is_payment: ClassVar[bool] = True
    seat: Seat
    card: CardId
    price: int
    over: CardId | None

    def changes(self) -> tuple[Change, ...]:
        return (Change(self.seat, -self.price, 0),)


@entry
class Passed(Entry):
    """A pass (PASS-1)."""

    kind: ClassVar[str] = "passed"
    seat: Seat


@entry
class Drew(Entry):
    """The top card of a pile was drawn. Others learn the card from what becomes of it (INFO-5)."""

    kind: ClassVar[str] = "drew"
    seat: Seat
    pile: str
    card: CardId | None

    wakes_others: ClassVar[bool] = True

    def for_viewer(self, viewer: Seat | None, options: Options, over: bool) -> Entry | None:
        return self if viewer == self.seat or over else Drew(self.seat, self.pile, None)


@entry
class Discarded(Entry):
    """A card went face up on top of the discard pile."""

    kind: ClassVar[str] = "discarded"
    seat: Seat
    card: CardId


@entry
class _Account(Entry):
    """Base of entries that say A + B = C of rubles and points (UI-11); money of others may be hidden, gains are not."""

    seat: Seat
    rubles_before: int | None
    rubles_gain: int
    points_before: int
    points_gain: int

    def for_viewer(self, viewer: Seat | None, options: Options, over: bool) -> Entry | None:
        if viewer == self.seat or options.open_hands or over:
            return self
        masked = copy(self)
        object.__setattr__(masked, "rubles_before", None)
        return masked

    def changes(self) -> tuple[Change, ...]:
        return (Change(self.seat, self.rubles_gain, self.points_gain),)


@entry
class Scored(_Account):
    """The income of a seat at the end of a phase (SCORE-3)."""

    kind: ClassVar[str] = "scored"
    phase: str


@entry
class PubAnswered(Entry):
    """Victory points bought after the Building scoring, and what was paid for them (CARD-PUB-1)."""

    kind: ClassVar[str] = "pub"
    is_payment: ClassVar[bool] = True
    seat: Seat
    points: int
    rubles: int

    def changes(self) -> tuple[Change, ...]:
        return (Change(self.seat, -self.rubles, self.points),)


@entry
class RoundEnded(Entry):
    """The lower row went to the discard pile from left to right, the upper row moved down (ROUND-1, ROUND-2)."""

    kind: ClassVar[str] = "round-ended"
    round: int
    cleared: tuple[CardId, ...]


@entry
class Final(_Account):
    """One step of the final scoring for one seat: nobles, rubles or hand, and how many of them (END-10)."""

    kind: ClassVar[str] = "final"
    step: str
    count: int


@entry
class Over(Entry):
    kind: ClassVar[str] = "over"
    winners: tuple[Seat, ...]


def wakes(entries: Iterable[Entry], seat: Seat) -> bool:
    """Does what happened wake a seat that passes until the tableau changes (UI-2)? Own doings never do."""
    return any(entry.wakes_others and getattr(entry, "seat", seat) != seat for entry in entries)
