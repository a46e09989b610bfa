"""Waking hours and vacation: booking days, and moving deadlines past them.

The allowance grows with time, and each booked day costs one. On that day the player's clocks stop in all games that allow vacation,
also for hours that passed before it was booked. So a clock that ran out takes one day, and the player gains a day whenever a
worker gets to it.

`put_off` keeps the promise: no deadline passes before the player's vacation was used. `spread` moves deadlines at once for pages
and reminders; losing it does no harm.
"""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.limits import hold_count
from accounts.models import User
from games import extensions
from games.models import Game, Seat, Status, Tenure, VacationDay
from games.models.clock import Vacation
from games.models.own_hours import Span, moment, read_week
from games.play import notifications, secrecy, wakeups
from games.play.advance import save_seats
from games.play.clocks import days_since
from games.play.errors import BadVacation
from games.play.positions import Play, load
from notifications.services import queue

logger = logging.getLogger("games")

DAY = timedelta(days=1)
START, MOST = 10.0, 30.0
"""Days of vacation of a new account, and as many as anybody can save."""
GROWS = timedelta(days=12)
"""The time in which a day is added: thirty in a year."""
AHEAD = timedelta(days=365)


def allowance(since: datetime, booked: Iterable[datetime], now: datetime) -> float:
    """The days left: those at the start and those earned, minus the days booked at these times."""
    left, at = START, since
    for moment_of in [*sorted(booked), None]:
        until = max(now if moment_of is None else moment_of, at)
        left, at = min(left + (until - at) / GROWS, MOST), until
        left -= moment_of is not None
    return left


def days_left(user: User, now: datetime) -> int:
    """Whole days that the user can book now. One statement."""
    return max(int(allowance(user.created_at, user.vacation_days.values_list("booked_at", flat=True), now)), 0)


def put_off(play: Play, seat: Seat, now: datetime) -> bool:
    """Move an expired deadline by booked days, then, if game and player want it, by days from the allowance. True if the
    deadline is in the future again. Call with the game's lock."""
    user = play.holder(seat.index).user
    if not play.game.vacation or user is None or play.game.quick_until is not None:
        return False  # who plays quickly is here
    _stand_on(seat, user)
    is_late = seat.due_at is not None and seat.due_at <= now
    if is_late and play.game.vacation == Vacation.AUTOMATIC and user.automatic_vacation and not user.is_guest:
        hold_count(f"vacation {user.pk}")
        left, took = days_left(user, now), 0
        while seat.due_at is not None and seat.due_at <= now and took < left:
            last = (seat.due_at - timedelta.resolution).astimezone(user.zone).date()  # the day in which it ran out
            new = _book(user, [last], now, automatic=True)
            if not _stand_on(seat, user) and not new:  # another worker may just have booked it
                break
            took += new
        if took:
            transaction.on_commit(partial(spread, user.pk, now), robust=True)
    if seat.due_at is None or seat.due_at <= now:
        return False
    _tell(play, seat, now)
    logger.info("game %s: the deadline of seat %s moved for vacation", play.game.pk, seat.index)
    return True


def _stand_on(seat: Seat, user: User) -> bool:
    """Stop the seat's clock on its player's booked days. True if that moves its deadline."""
    if seat.running_since is None or seat.due_at is None:
        return False
    old = seat.own_hours
    new = old.with_away(days_since(user, seat.running_since))
    due_at = new.due_at(seat.running_since, old.run(seat.running_since, seat.due_at))
    moves, seat.hours, seat.due_at = due_at != seat.due_at, new.to_text(), due_at
    return moves


def _tell(play: Play, seat: Seat, now: datetime) -> None:
    save_seats([seat])
    queue(notifications.reminders(play, seat, now=now))
    wakeups.announce_change(play.game)


def _book(user: User, days: Iterable[date], now: datetime, *, automatic: bool = False) -> int:
    """Book these days, each once. Returns how many are new."""
    rows = [
        VacationDay(
            user=user,
            day=day,
            since=moment(day, 0, user.time_zone),
            until=moment(day, 24, user.time_zone),
            automatic=automatic,
            booked_at=now,
        )
        for day in days
    ]
    before = user.vacation_days.filter(since__in=[row.since for row in rows]).count()
    VacationDay.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows) - before


def spread(user_id: int, now: datetime) -> None:
    """Move the deadlines of all this player's running clocks by the booked days."""
    user = User.objects.get(pk=user_id)
    user.vacation_until = user.vacation_days.order_by("-until").values_list("until", flat=True).first()
    User.objects.filter(pk=user_id).update(vacation_until=user.vacation_until)
    for game in running_games(user):
        if game.vacation:
            _spread_to(game.pk, user, now)


@transaction.atomic
def _spread_to(game_id: int, user: User, now: datetime) -> None:
    play = load(game_id, lock=True)
    seat = play.seat_of(user)
    is_slow = play.game.is_running and play.game.quick_until is None
    is_asked = seat is not None and is_slow and seat.due_at is not None and seat.due_at > now
    if seat is not None and is_asked and not secrecy.is_secret(play.state) and _stand_on(seat, user):
        _tell(play, seat, now)


def running_games(user: User) -> list[Game]:
    """The running games in which this player holds a seat, the first deadline first."""
    held = Tenure.objects.filter(user=user, until=None, seat__game__status=Status.RUNNING).order_by("seat__due_at")
    return [one.seat.game for one in held.select_related("seat__game") if one.seat.game.players > 1]


def days_between(user: User, first: date, last: date, now: datetime) -> list[date]:
    """The days from first to last that are not booked yet. Raises BadVacation for the past, for more than a year ahead, and for
    more days than are left."""
    today = now.astimezone(user.zone).date()
    if not today <= first <= last <= today + AHEAD:
        raise BadVacation
    span = [first + DAY * number for number in range((last - first).days + 1)]
    booked = set(user.vacation_days.filter(day__range=(first, last)).values_list("day", flat=True))
    new = [day for day in span if day not in booked]
    left = days_left(user, now)
    if not new or len(new) > left:
        raise BadVacation(left=left)
    return new


def plan(user: User, first: date, last: date, now: datetime) -> None:
    """Book the days and stop the player's clocks on them. Raises BadVacation."""
    with transaction.atomic():
        hold_count(f"vacation {user.pk}")  # no two at once spend the same day
        _book(user, days_between(user, first, last, now), now)
    spread(user.pk, now)


def bounds(user: User, first: date, last: date) -> Span:
    """From the start of the first day to the end of the last, in the player's time zone."""
    return moment(first, 0, user.time_zone), moment(last, 24, user.time_zone)


LEAST_HOURS = 40


def check_week(week: str) -> None:
    """Raise ValidationError where these waking hours leave fewer than `LEAST_HOURS` a week. Empty is all day."""
    spans = [hours for hours in read_week(week) if hours is not None]
    if week and sum((until - since) % 24 or 24 for since, until in spans) < LEAST_HOURS:
        sentence = _("Keep at least %(hours)s waking hours a week, so your games can continue.")
        raise ValidationError(sentence, code="too_short", params={"hours": LEAST_HOURS})


def set_hours(user: User, week: str, *, automatic: bool) -> None:
    """Save the hours; they hold for questions put from now on."""
    User.objects.filter(pk=user.pk).update(waking_hours=week, automatic_vacation=automatic)


def give_back(user: User, now: datetime) -> None:
    """End the vacation today. Later days return to the allowance; today stays booked, because clocks were stopped."""
    user.vacation_days.filter(since__gt=now).delete()
    spread(user.pk, now)


def booked(user: User, now: datetime) -> list[tuple[date, date]]:
    """Present and later vacations, each with first and last day. One statement."""
    found: list[tuple[date, date]] = []
    for day in user.vacation_days.filter(until__gt=now).order_by("day").values_list("day", flat=True).distinct():
        if found and found[-1][1] + DAY == day:
            found[-1] = found[-1][0], day
        else:
            found.append((day, day))
    return found


@dataclass(frozen=True, slots=True)
class Preview:
    """What vacation would affect: its cost in days, games whose clocks stop or keep running, and rounds that end during it."""

    first: date
    last: date
    days: int
    stand: Sequence[Game]
    run: Sequence[Game]
    rounds: Sequence[str]


def preview_of(user: User, first: date, last: date, at: datetime) -> Preview:
    """Nothing is booked. Raises BadVacation."""
    days = days_between(user, first, last, at)
    games = running_games(user)
    return Preview(
        first,
        last,
        len(days),
        [game for game in games if game.vacation],
        [game for game in games if not game.vacation],
        extensions.vacation_lines(user, *bounds(user, first, last)),
    )
