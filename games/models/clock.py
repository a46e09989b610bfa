"""Clocks as plain functions of plain values: how long a seat has, and what an answer leaves it.

Two paces: a fixed time per move, and a bank that gains an increment with each own answer, up to a cap. What is kept is
the remaining time, never a deadline; a deadline exists only while a clock runs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from games.models.own_hours import OwnHours

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

EVERY_HOUR = OwnHours()


class PaceKind(TextChoices):
    PER_MOVE = "move", _("time per move")
    BANK = "bank", _("time bank with increment")


class Vacation(TextChoices):
    """What of its players' vacation (`games.play.vacation`) a game allows."""

    NONE = "", _("None: clocks keep running")
    PLANNED = "planned", _("Planned ahead only")
    AUTOMATIC = "automatic", _("Planned, and automatic before a deadline is missed")


@dataclass(frozen=True, slots=True)
class Clock:
    """The pace of a game. `increment` and `cap` are set with a bank only; the first `grace` of each question costs a bank nothing.

    In a game with `nights` a clock runs in its player's own hours alone, but one question waits so many days more at most.
    """

    kind: PaceKind
    base: timedelta
    increment: timedelta | None = None
    cap: timedelta | None = None
    grace: timedelta = timedelta()
    nights: int = 0
    vacation: Vacation = Vacation.NONE

    @classmethod
    def of(cls, row: Any) -> Clock:
        """That of a row with the fields of `columns`."""
        return cls.read(getattr(row, name) for name in COLUMNS)

    @classmethod
    def read(cls, values: Iterable[Any]) -> Clock:
        """That of the values of `COLUMNS`."""
        kind, base, increment, cap, grace, nights, vacation = values
        return cls(PaceKind(kind), base, increment, cap, grace, nights, Vacation(vacation))

    @property
    def columns(self) -> dict[str, Any]:
        """The same as fields of a game, a tournament or a league."""
        return dict(zip(COLUMNS, astuple(self), strict=True))

    @property
    def pace(self) -> Clock:
        """The pace alone."""
        return replace(self, nights=0, vacation=Vacation.NONE)

    @property
    def allowed(self) -> timedelta:
        """How long one may take for an answer; with a bank that is twice what it gains."""
        return self.base if self.kind == PaceKind.PER_MOVE else 2 * (self.increment or self.base)

    def at_start(self) -> timedelta | None:
        """What a seat's bank holds before its first question; None with a pace per move."""
        return self.base if self.kind == PaceKind.BANK else None

    def due_at(self, remaining: timedelta | None, began_at: datetime, hours: OwnHours = EVERY_HOUR) -> datetime:
        """When the time runs out for a question put at `began_at`: the one place that says so, but for what is given on top."""
        return hours.due_at(began_at, (self.base if remaining is None else remaining) + self.grace)

    def after_answer(
        self, remaining: timedelta | None, began_at: datetime, answered_at: datetime, hours: OwnHours = EVERY_HOUR
    ) -> timedelta | None:
        """What the bank holds after the player's own answer. A late answer that still counted leaves the increment."""
        if remaining is None or self.increment is None or self.cap is None:
            return None
        left = self._left(remaining, hours.run(began_at, answered_at))
        return min(left + self.increment, self.cap)

    def at_pause(
        self, remaining: timedelta | None, began_at: datetime, due_at: datetime, now: datetime, hours: OwnHours
    ) -> timedelta:
        """What a question keeps that is put again later, with a new grace."""
        ran = hours.run(began_at, now)
        if self.kind == PaceKind.BANK and remaining is not None:
            return self._left(remaining, ran)
        return max(hours.run(began_at, due_at) - ran, timedelta())

    def _left(self, remaining: timedelta, ran: timedelta) -> timedelta:
        return max(remaining - max(ran - self.grace, timedelta()), timedelta())

    def after_timeout(self) -> timedelta | None:
        """What the bank holds after its time ran out: one increment, never a negative balance."""
        return self.increment if self.kind == PaceKind.BANK else None

    def reminder_at(self, began_at: datetime, due_at: datetime) -> datetime:
        """When to remind: with a fifth of the time left, at most a day and at least an hour before the deadline."""
        fifth = (due_at - began_at) / 5
        return max(due_at - min(max(fifth, timedelta(hours=1)), timedelta(days=1)), began_at)


COLUMNS = ("pace_kind", "pace_base", "pace_increment", "pace_cap", "pace_grace", "nights", "vacation")

_H = timedelta(hours=1)
_D = timedelta(days=1)


def _bank(base: timedelta, increment: timedelta, cap: timedelta, grace: timedelta) -> Clock:
    return Clock(PaceKind.BANK, base, increment, cap, grace)


NAMED: dict[str, tuple[Clock, StrPromise]] = {
    "blitz": (_bank(2 * _H, _H / 6, 4 * _H, _H / 30), _("Blitz: 2 h + 10 min per move")),
    "fast": (_bank(_D, 4 * _H, 3 * _D, _H / 4), _("Fast: 1 day + 4 h per move")),
    "daily": (_bank(3 * _D, 12 * _H, 5 * _D, _H), _("Daily: 3 days + 12 h per move")),
    "slow": (_bank(5 * _D, 36 * _H, 10 * _D, 4 * _H), _("Slow: 5 days + 36 h per move")),
    "relaxed": (_bank(10 * _D, 3 * _D, 21 * _D, 12 * _H), _("Relaxed: 10 days + 3 days per move")),
}
"""The paces that forms offer, the quickest first."""

PACES: dict[str, tuple[Clock, StrPromise]] = {
    **NAMED,
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
"""All paces that have a name: programs may still send the older ones, and games and leagues have them."""


def pace_name(clock: Clock) -> str | None:
    """The name of this pace, None for one of a table's own."""
    pace = clock.pace
    return next((name for name, (known, _label) in PACES.items() if known == pace), None)


def pace_key(clock: Clock) -> str:
    """A pace as the key of its totals (`games.play.totals`)."""
    spans = (clock.base, clock.increment, clock.cap) if clock.kind == PaceKind.BANK else (clock.base,)
    return "-".join([str(clock.kind), *(str(int((span or timedelta()).total_seconds())) for span in spans)])


class Length(NamedTuple):
    """How long games of a pace took, and how many they were."""

    time: timedelta
    games: int


def humane(pace: str) -> Clock:
    """What quick match plays at this pace, where nobody chooses: clocks sleep, and vacation counts."""
    return replace(PACES[pace][0], nights=4, vacation=Vacation.AUTOMATIC)
