"""What a running game has to tell to everybody who listens at its webhook: whose turn it is, once a turn, and how it ended.

It is what a visitor of its page sees, whatever its visibility; of a game that is closed to visitors nothing is told. Where nobody
may know who is asked (`games.play.asked`), nobody is named, and the deadline is that of the window.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.permissions import can
from games.board.people import people
from games.emails.about import about
from games.models import Game, Status
from games.models.notification import GAME, number_in
from games.names.words import listed_amounts
from games.play import asked
from games.play.positions import Play, load
from games.text_client.moves import phase_of
from notifications.kinds import About, Board, News
from notifications.mail import times

OVER = "over"


def looks(subjects: Sequence[str]) -> dict[str, str]:
    numbers = {number: subject for subject in subjects if (number := _number(subject)) is not None}
    rows = Game.objects.filter(pk__in=numbers).values_list("pk", "status", "version", "paused_at")
    return {numbers[pk]: f"{status}:{version}:{'paused' if paused else ''}" for pk, status, version, paused in rows}


def news(subject: str, now: datetime) -> News | None:
    play = _play(subject)
    told = None if play is None or play.game.is_closed else turn_of(play)
    if play is None or told is None:
        return None
    return News(told[0], told[1], about(play.game))


def turn_of(play: Play) -> tuple[str, str] | None:
    """What names the present turn, and a sentence about it; None where nothing is asked of people that others may know."""
    if play.game.status == Status.FINISHED:
        return OVER, _over(play)
    if play.game.status != Status.RUNNING or play.game.is_paused or play.state.is_over:
        return None
    phase = phase_of(play.view(None))
    if (window := asked.window(play, play.state)) is not None:
        # the same for whoever is asked, person or bot
        until = _("until %(until)s") % {"until": times.moment(window.until)}
        return f"window:{int(window.since.timestamp())}", _("Waiting for a decision, %(until)s. %(phase)s.") % {
            "until": until,
            "phase": phase,
        }
    if asked.is_secret(play.state):
        return None
    waiting = [seat for seat in asked.known_waiting(play, play.state, None) if not play.holder(seat.index).is_bot]
    if not waiting:
        return None
    names = people(play, None)
    who = ngettext("Waiting for %(who)s.", "Waiting for %(who)s.", len(waiting)) % {
        "who": listed_amounts([str(names[seat.index]) for seat in waiting])
    }
    line = f"{who} {phase}."
    ends = [seat.due_at for seat in waiting if seat.due_at is not None]
    if ends:
        line += " " + _("Until %(until)s (%(zone)s).") % {"until": times.moment(min(ends)), "zone": times.zone_name()}
    return f"asked:{max(seat.asked_number for seat in waiting)}", line


def _over(play: Play) -> str:
    names = people(play, None)
    rows = sorted((play.game.result or {"seats": []})["seats"], key=lambda row: (row["rank"], row["seat"]))
    points = listed_amounts([f"{names[row['seat']]} {row['points']}" for row in rows])
    return _("The game has finished: %(points)s.") % {"points": points} if points else _("The game has finished.")


def may_set(user: User, subject: str) -> bool:
    """The host, while it is his table."""
    number = _number(subject)
    return number is not None and Game.objects.filter(pk=number, host=user).exists() and not user.is_guest


def name(subject: str, user: User) -> About | None:
    """For whoever may see the table or game, or sits at it."""
    play = _play(subject)
    if play is None:
        return None
    if not play.seats:
        is_seen = can(user, "host table", play.game) or can(user, "see table", play.game)
    else:
        is_seen = can(user, "watch game", play)
    return about(play.game) if is_seen else None


def _play(subject: str) -> Play | None:
    number = _number(subject)
    try:
        return None if number is None else load(number)
    except Game.DoesNotExist:
        return None


def _number(subject: str) -> int | None:
    prefix, _colon, number = subject.partition(":")
    if prefix != GAME or not number.isdecimal() or not number.isascii() or len(number) > 18:
        return None
    return number_in(subject)


BOARDS = (Board(GAME, looks, news, may_set, name),)
