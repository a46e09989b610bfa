"""How an open table suits its reader: about how long the game takes with those who sit there, and whether all are awake together.

Nobody's hours are told, only roughly how many the reader shares with all others. Who changed their own hours at will
would learn those of others from that, so changes are limited (`accounts.services.count_hours`).
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import lru_cache
from math import log2
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from accounts.models import User
from games.models.own_hours import read_week
from games.options.table_words import about_words, usual_length, usual_wait
from games.play.outcomes import usual_of
from games.play.reliability import reliability_of
from games.selectors.rows import TableLine

HOUR = timedelta(hours=1)
WEEK = 7 * 24
MEAN_TO_USUAL = 2
"""The mean answer takes about twice as long as the usual one, a geometric mean (`usual_of`): the long ones weigh more."""
MOST, SOME = 0.6, 0.3
"""Shares of the reader's waking hours."""


class Habits(NamedTuple):
    """Waking hours as `User.waking_hours` has them, in which zone, and the usual answer time; empty or None where unknown."""

    hours: str = ""
    zone: str = "UTC"
    usual: timedelta | None = None


class Fit(NamedTuple):
    """`shared` is None where nobody else, or not the reader, has said when they are awake; `apart` says how many times as fast
    one usually answers as the others, as a logarithm."""

    length: timedelta
    shared: float | None
    apart: float

    @property
    def order(self) -> tuple[float, float]:
        """The best first."""
        return -(MOST if self.shared is None else self.shared), self.apart

    @property
    def hours(self) -> int:
        return max(1, round(self.length / HOUR))

    @property
    def together(self) -> str | None:
        """How many of their waking hours the reader shares: most, some or few."""
        if self.shared is None:
            return None
        return "most" if self.shared >= MOST else "some" if self.shared >= SOME else "few"

    @property
    def words(self) -> str:
        length = _("With you: %(length)s.") % {"length": about_words(self.length)}
        shared = {
            "most": _("You share most waking hours."),
            "some": _("You share some waking hours."),
            "few": _("You share few waking hours."),
        }
        return length if self.together is None else f"{length} {shared[self.together]}"


def fits_of(tables: Iterable[TableLine], reader: User | None, now: datetime) -> dict[int, Fit]:
    """How these tables suit a member, by number, but for their own. One statement, none for others and without tables."""
    if reader is None or reader.is_guest:
        return {}
    tables = [one for one in tables if all(sits.user_id != reader.pk for sits in one.sitting)]
    if not tables:
        return {}
    own = Habits(reader.waking_hours, reader.time_zone, reliability_of(reader.pk).usual)
    return {table.game.pk: fit for table in tables if (fit := fit_of(table, own, now)) is not None}


def fit_of(table: TableLine, reader: Habits, now: datetime) -> Fit | None:
    """None where nobody's habits are known. No statement."""
    people = [
        Habits(one.hours, one.zone, usual_of(one.answers, one.answer_logs)) for one in table.sitting if not one.bot
    ]
    if not any(one.hours or one.usual for one in (reader, *people)):
        return None
    game, bots = table.game, sum(bool(one.bot) for one in table.sitting)
    wait, seats = usual_wait(game.clock), max(game.players - bots, 1)
    waits = [wait] * (seats - len(people) - 1)
    for one in (reader, *people):
        waits.append(wait if one.usual is None else min(MEAN_TO_USUAL * one.usual, game.clock.allowed))
    length = usual_length(game.clock, game.players, bots, game.options.sets) * (sum(waits, timedelta()) / wait / seats)
    known = [one.usual for one in people if one.usual]
    apart = abs(log2(reader.usual / (sum(known, timedelta()) / len(known)))) if reader.usual and known else 0.0
    own, theirs = _awake(reader, now), [_awake(one, now) for one in people if one.hours]
    shared = len(own.intersection(*theirs)) / len(own) if reader.hours and theirs else None
    return Fit(length, shared, apart)


def _awake(one: Habits, now: datetime) -> frozenset[int]:
    """The hours of a week in UTC in which they are awake; all where that is unknown."""
    offset = now.astimezone(ZoneInfo(one.zone)).utcoffset() or timedelta()
    return _hours_of(one.hours, round(offset / HOUR))


@lru_cache(maxsize=512)
def _hours_of(week: str, offset: int) -> frozenset[int]:
    days = enumerate(read_week(week or "0-24 " * 7))
    return frozenset(
        (24 * day + hours[0] + hour - offset) % WEEK
        for day, hours in days
        if hours is not None
        for hour in range((hours[1] - hours[0]) % 24 or 24)
    )
