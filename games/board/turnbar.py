"""The turn bar: the one large coloured area of the page. Whose turn it is, what is asked, until when."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.models import Game, Seat
from games.names import words
from games.play.secrecy import Window

from .people import Person
from .questions import asking_of
from .round import next_asked
from .score import FinalLine

URGENT = timedelta(hours=6)


@dataclass(frozen=True, slots=True)
class Deadline:
    """When the time runs out. `left` is written out; `urgent` means under six hours."""

    due_at: datetime
    left: str
    urgent: bool
    overdue: bool
    since: datetime | None


@dataclass(frozen=True, slots=True)
class TurnBar:
    """`kind` is "you" (filled), "others" or "over"; `person` whose emblem stands there; `title` also begins the page's title."""

    kind: str
    title: str
    subtitle: str
    person: Person | None
    deadline: Deadline | None
    what: str = ""


def turn_bar(
    game: Game,
    view: engine.View,
    names: Sequence[Person],
    seats: Sequence[Seat],
    final: Sequence[FinalLine],
    *,
    now: datetime,
    window: Window | None = None,
) -> TurnBar:
    """`window` is the time in which somebody is asked of whom nobody may know (BANQ-THIEF-6)."""
    where = _("%(phase)s, round %(round)s") % {"phase": words.PHASE_NAMES[view.phase], "round": view.round}
    if game.is_finished:
        return _over(game, view, final)
    if game.is_paused:
        hint = _("Clocks are stopped. All players keep their remaining time.")
        return TurnBar("others", _("The game is paused"), where, None, None, hint)
    if game.breaks_off_at is not None:  # bots keep all seats and stand still
        hint = _("No players left. The game is abandoned at the deadline unless someone reclaims a seat.")
        return TurnBar("others", _("The game is idle"), where, None, deadline_at(game.breaks_off_at, None, now), hint)
    if view.ending:
        where = _("%(where)s (last round)") % {"where": where}
    if not view.asked:  # whom the game asks is a secret: no name, no emblem, and the deadline of all
        common = deadline_at(window.until, window.since, now) if window else None
        return TurnBar("others", _("Waiting for an answer"), where, None, common, asking_of(view).hint(view))
    first = view.asked[0]
    deadline = deadline_of(seats[first], now)
    if view.viewer in view.asked:
        return TurnBar(
            "you",
            asking_of(view).title(view),
            where,
            names[first],
            deadline_of(seats[view.viewer], now),
            asking_of(view).hint(view),
        )
    asked_for = _since(seats[first], now)
    title = _("Waiting for %(who)s") % {"who": words.listed([str(names[seat]) for seat in view.asked])}
    return TurnBar("others", title, where, names[first], deadline, f"{order(view, names)} {asked_for}".strip())


def _since(seat: Seat, now: datetime) -> str:
    if seat.running_since is None or now - seat.running_since < timedelta(minutes=1):
        return ""
    return _("Asked %(time)s ago.") % {"time": span(now - seat.running_since)}


def order(view: engine.View, names: Sequence[Person]) -> str:
    """`Clara, then Dmitri, then you`, when an ordinary turn is asked."""
    if not asking_of(view).goes_round or len(view.asked) != 1:
        return asking_of(view).hint(view)
    chain = [str(names[view.asked[0]])]
    for seat in next_asked(view):
        if names[seat].is_you:
            chain.append(_("you"))
            break
        chain.append(str(names[seat]))
    return _(", then ").join(chain) + "."


def _over(game: Game, view: engine.View, final: Sequence[FinalLine]) -> TurnBar:
    rounds = ngettext("after %(count)s round", "after %(count)s rounds", view.round) % {"count": view.round}
    ended_by = (game.result or {}).get("ended")
    agreed = ended_by == "agreement"
    if ended_by == "broken off" and not game.is_solo:
        return TurnBar("over", _("Abandoned"), _("no players left, %(rounds)s") % {"rounds": rounds}, None, None)
    winners = [line for line in final if line.winner]
    if game.is_solo:
        alone, points = winners[0].person, winners[0].total
        text = _("Finished: %(points)s") % {"points": words.amount_of_points(points)}
        ended = _("abandoned") if ended_by in ("agreement", "broken off", "adjudicated") else _("played to the end")
        return TurnBar("over", text, f"{ended}, {rounds}", alone, None)
    who, points = words.listed([str(line.person) for line in winners]), winners[0].total
    text = ngettext("Finished: %(who)s wins with %(points)s", "Finished: %(who)s win with %(points)s", len(winners))
    ended = (
        _("ended by a director")
        if ended_by == "adjudicated"
        else _("ended by agreement")
        if agreed
        else _("played to the end")
    )
    return TurnBar("over", text % {"who": who, "points": points}, f"{ended}, {rounds}", winners[0].person, None)


def deadline_of(seat: Seat, now: datetime) -> Deadline | None:
    return None if seat.due_at is None else deadline_at(seat.due_at, seat.running_since, now)


def deadline_at(due_at: datetime, since: datetime | None, now: datetime) -> Deadline:
    left = due_at - now
    return Deadline(due_at, time_left(left), left < URGENT, left <= timedelta(0), since)


def time_left(left: timedelta) -> str:
    """`1 d 14 h left`, `25 min left`."""
    if left <= timedelta(0):
        return _("time is up")
    if left < timedelta(minutes=1):
        return _("less than 1 min left")
    return _("%(amount)s left") % {"amount": span(left)}


def span(time: timedelta) -> str:
    """`1 d 14 h`, `3 h 5 min`, `25 min`."""
    minutes = int(time.total_seconds() // 60)
    days, hours = divmod(minutes // 60, 24)
    if days:
        return _("%(days)s d %(hours)s h") % {"days": days, "hours": hours}
    if hours:
        return _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes % 60}
    return _("%(minutes)s min") % {"minutes": minutes}
