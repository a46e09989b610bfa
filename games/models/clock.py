"""Clocks as plain functions of plain values: how long a seat has, and what an answer leaves it.

Two paces: a fixed time per move, and a bank that gains an increment with each own answer, up to a cap. What is kept is
the remaining time, never a deadline; a deadline exists only while a clock runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


class PaceKind(TextChoices):
    PER_MOVE = "move", _("time per move")
    BANK = "bank", _("time bank with increment")


@dataclass(frozen=True, slots=True)
class Clock:
    """The pace of a game. `increment` and `cap` are set with a bank only."""

    kind: PaceKind
    base: timedelta
    increment: timedelta | None = None
    cap: timedelta | None = None

    @property
    def allowed(self) -> timedelta:
        """How long one may take for an answer; with a bank that is twice what it gains."""
        return self.base if self.kind == PaceKind.PER_MOVE else 2 * (self.increment or self.base)

    def at_start(self) -> timedelta | None:
        """What a seat's bank holds before its first question; None with a pace per move."""
        return self.base if self.kind == PaceKind.BANK else None

    def due_at(self, remaining: timedelta | None, began_at: datetime) -> datetime:
        """When the time runs out for a question put at `began_at`."""
        return began_at + (self.base if remaining is None else remaining)

    def after_answer(self, remaining: timedelta | None, began_at: datetime, answered_at: datetime) -> timedelta | None:
        """What the bank holds after the player's own answer. A late answer that still counted leaves the increment."""
        if remaining is None or self.increment is None or self.cap is None:
            return None
        left = max(remaining - max(answered_at - began_at, timedelta()), timedelta())
        return min(left + self.increment, self.cap)

    def after_timeout(self) -> timedelta | None:
        """What the bank holds after its time ran out: one increment, never a negative balance."""
        return self.increment if self.kind == PaceKind.BANK else None

    def reminder_at(self, began_at: datetime, due_at: datetime) -> datetime:
        """When to remind: with a fifth of the time left, at most a day and at least an hour before the deadline."""
        fifth = (due_at - began_at) / 5
        return max(due_at - min(max(fifth, timedelta(hours=1)), timedelta(days=1)), began_at)


_H = timedelta(hours=1)
_D = timedelta(days=1)

PACES: dict[str, tuple[Clock, StrPromise]] = {
    "12h": (Clock(PaceKind.PER_MOVE, 12 * _H), _("12 hours per move")),
    "1d": (Clock(PaceKind.PER_MOVE, _D), _("1 day per move")),
    "2d": (Clock(PaceKind.PER_MOVE, 2 * _D), _("2 days per move")),
    "3d": (Clock(PaceKind.PER_MOVE, 3 * _D), _("3 days per move")),
    "5d": (Clock(PaceKind.PER_MOVE, 5 * _D), _("5 days per move")),
    "7d": (Clock(PaceKind.PER_MOVE, 7 * _D), _("7 days per move")),
    "14d": (Clock(PaceKind.PER_MOVE, 14 * _D), _("14 days per move")),
    "bank-quick": (Clock(PaceKind.BANK, _D, 4 * _H, 3 * _D), _("quick: 24 h + 4 h per move, up to 3 days")),
    "bank-fast": (
        Clock(PaceKind.BANK, 3 * _D, 12 * _H, 5 * _D),
        _("fast: 3 days + 12 h per move, up to 5 days"),
    ),
    "bank-slow": (
        Clock(PaceKind.BANK, 3 * _D, 36 * _H, 10 * _D),
        _("slow: 3 days + 36 h per move, up to 10 days"),
    ),
}
"""The paces a table offers, by name, with their words."""


def pace_name(clock: Clock) -> str | None:
    """The name under which this pace is offered, None for one of a table's own."""
    return next((name for name, (known, _label) in PACES.items() if known == clock), None)
