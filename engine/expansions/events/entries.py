"""What there is to tell about events beside the cards that come and go."""

from __future__ import annotations

from typing import ClassVar

from engine.entries import Change, Entry
from engine.values import entry


@entry
class EventUsed(Entry):
    """A seat used an event; what it did follows. It wakes those who pass until the tableau changes (UI-2)."""

    kind: ClassVar[str] = "event"
    wakes_others: ClassVar[bool] = True
    seat: int
    event: str


@entry
class QuietEvent(EventUsed):
    """An event that changes nothing for the others: it wakes nobody (UI-2)."""

    wakes_others: ClassVar[bool] = False


@entry
class Sponsored(Entry):
    """The Sponsor gave a seat rubles (EVT-SPONSOR-1)."""

    kind: ClassVar[str] = "sponsored"
    seat: int
    rubles: int

    def changes(self) -> tuple[Change, ...]:
        return (Change(self.seat, self.rubles, 0),)
