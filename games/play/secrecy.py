"""Questions that may not tell whom they ask (BANQ-THIEF-6): the one place that says what others may know of them.

`engine.view_for` names nobody for such a question. Everything else that the rows of the site know (who is waiting, their clock,
the row of an answer that nobody is told) passes here before it reaches pages, emails, API or the admin pages. Such a question
also touches nobody's clock, which would tell afterwards: it has one deadline for everyone who may be asked, takes nothing from a
bank and gives it nothing, and a deadline that passes is no miss.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet

import engine
from games.models import Game, LogRow, PlainRow, Seat, Status

if TYPE_CHECKING:
    from games.play.positions import Play


def is_secret(state: engine.State) -> bool:
    """Is something being asked of which only the player asked may know?"""
    return engine.asked_as_seen(state, None) != engine.waiting_for(state)


@dataclass(frozen=True, slots=True)
class Window:
    """The time in which a seat may be asked: the same for a person or a bot, whatever is left on their clock."""

    since: datetime
    until: datetime


def open_window(play: Play, state: engine.State) -> Window | None:
    """The window that is open in the present position; None for an ordinary question, in a solo game, which has no clock, and
    while the game is paused."""
    since = None if play.game.is_solo or play.game.is_paused or not is_secret(state) else question_opened_at(play)
    return None if since is None else window_since(play.game, since)


def question_opened_at(play: Play) -> datetime | None:
    """When the present question was put: with the last move, or when a player came back after it into a game that stood still, or
    when a pause was over."""
    since = play.moves[-1].at if play.moves else play.game.started_at
    resumed = play.game.resumed_at
    return since and max([since, *_returns(play), *([resumed] if resumed else [])])


def _returns(play: Play) -> Iterator[datetime]:
    """When players came back into a game in which nobody played: nothing was asked until then, and no time has passed."""
    people = [tenure for held in play.tenures.values() for tenure in held if not tenure.is_bot]
    for back in people:
        before = [one for one in people if one.since_number < back.since_number]
        if before and all(one.until_number is not None and one.until_number < back.since_number for one in before):
            yield back.since


def window_since(game: Game, since: datetime) -> Window:
    """A window that opens now: the time for one move, or what a bank holds at the start."""
    return Window(since, since + game.clock.base)


def known_waiting(play: Play, state: engine.State, viewer: int | None) -> list[Seat]:
    """The seats that the game waits for, as this viewer may know them, with their clocks."""
    seen = engine.asked_as_seen(state, viewer)
    return [seat for seat in play.seats if seat.waiting and seat.index in seen]


def hidden_moves(play: Play, viewer: int | None) -> frozenset[int]:
    """The numbers of the moves in force whose author and text this viewer may not know: answers to a secret question that leave
    nothing to tell. None when the game is over."""
    if play.game.is_finished:
        return frozenset()
    pairs = enumerate(pairwise(play.steps), 1)
    return frozenset(after.number for ply, (_before, after) in pairs if is_hidden_move(play, ply, viewer))


def is_hidden_move(play: Play, ply: int, viewer: int | None) -> bool:
    """Whether this viewer may know neither author nor text of the move in force with this number."""
    row = play.steps[ply].row
    if play.game.is_finished or row is None or row.seat == viewer or not is_secret(play.steps[ply - 1].step.state):
        return False
    entries = play.steps[ply].step.entries
    first = entries[0] if entries else None
    return getattr(first, "seat", None) != row.seat  # the entry of an open act comes first and names its player


def rows_for(play: Play, viewer: int | None, rows: Sequence[LogRow | PlainRow]) -> list[LogRow | PlainRow]:
    """Rows of the log for this viewer: a hidden one says only that there is a row, and when it was written."""
    hidden = hidden_moves(play, viewer)
    return [
        PlainRow(row.pk, row.number, row.kind, row.ply, None, None, None, row.at)  # type: ignore[arg-type]
        if row.number in hidden
        else row
        for row in rows
    ]


def with_secret_questions() -> QuerySet[Game]:
    """Running games in which it may be secret who is asked, for readers of bare rows."""
    return _running(Q(options__open_hands=False) & ~Q(options__sets=[]))


def with_secret_moves() -> QuerySet[Game]:
    """Running games in which the text of a move may name what others may not know: a card drawn into a hidden hand, an order,
    who holds the Thief."""
    return _running(Q(options__open_hands=False) | ~Q(options__sets=[]))


def _running(which: Q) -> QuerySet[Game]:
    games: QuerySet[Game] = Game.objects.filter(which, status=Status.RUNNING)
    return games
