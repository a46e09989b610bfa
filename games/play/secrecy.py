"""Questions that may not tell whom they ask (BANQ-THIEF-6): the one place that says what others may know of them.

`engine.view_for` names nobody for such a question. Everything that the rows of the site know beside (who is waiting, his clock,
the row of an answer that nobody is told) goes through here before it reaches pages, mails, API or the admin pages. So that
nothing tells afterwards either, such a question is no matter of anybody's clock: it has one deadline for whoever is asked, takes
nothing from a bank and gives it nothing, and a deadline that passes is no miss.
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
    """Is something being asked of which only the player himself may know that he is asked?"""
    return engine.asked_as_seen(state, None) != engine.waiting_for(state)


@dataclass(frozen=True, slots=True)
class Window:
    """The time in which somebody may be asked: the same whoever it is, person or bot, whatever he has on his clock."""

    since: datetime
    until: datetime


def open_window(play: Play, state: engine.State) -> Window | None:
    """The window that is open in this, the present, position; None for an ordinary question, and for who plays alone without a
    clock, and while the game is paused."""
    since = None if play.game.is_solo or play.game.is_paused or not is_secret(state) else question_opened_at(play)
    return None if since is None else window_since(play.game, since)


def question_opened_at(play: Play) -> datetime | None:
    """When the present question was put: with the last move, or when somebody came back after it into a game that stood still, or
    when a pause was over."""
    since = play.moves[-1].at if play.moves else play.game.started_at
    resumed = play.game.resumed_at
    return since and max([since, *_returns(play), *([resumed] if resumed else [])])


def _returns(play: Play) -> Iterator[datetime]:
    """When somebody came back into a game in which nobody played: nothing was asked until then, and no time has passed."""
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
    """The numbers of the moves in force of which this viewer may not know who made them, nor what they say: answers to a secret
    question that leave nothing to tell. None when the game is over."""
    if play.game.is_finished:
        return frozenset()
    pairs = enumerate(pairwise(play.steps), 1)
    return frozenset(after.number for ply, (_before, after) in pairs if is_hidden_move(play, ply, viewer))


def is_hidden_move(play: Play, ply: int, viewer: int | None) -> bool:
    """Whether this viewer may not know who made the move in force with this number, nor what it says."""
    row = play.steps[ply].row
    if play.game.is_finished or row is None or row.seat == viewer or not is_secret(play.steps[ply - 1].step.state):
        return False
    entries = play.steps[ply].step.entries
    told = entries[0] if entries else None
    return getattr(told, "seat", None) != row.seat  # what a player does openly is told first, and names him


def rows_for(play: Play, viewer: int | None, rows: Sequence[LogRow | PlainRow]) -> list[LogRow | PlainRow]:
    """Rows of the log for this viewer's eyes: of an untold one he learns that there is a row, and when it was written."""
    hidden = hidden_moves(play, viewer)
    return [_masked(row) if row.number in hidden else row for row in rows]


def _masked(row: LogRow | PlainRow) -> PlainRow:
    return PlainRow(row.pk, row.number, row.kind, row.ply, None, None, None, row.at)  # type: ignore[arg-type]


def with_secret_questions() -> QuerySet[Game]:
    """Running games in which who is asked may be a secret: for those who look at rows themselves."""
    return _running(Q(options__open_hands=False) & ~Q(options__sets=[]))


def with_secret_moves() -> QuerySet[Game]:
    """Running games in which the text of a move may name what others may not know: a card drawn into a hidden hand, an order,
    who holds the Thief."""
    return _running(Q(options__open_hands=False) | ~Q(options__sets=[]))


def _running(which: Q) -> QuerySet[Game]:
    games: QuerySet[Game] = Game.objects.filter(which, status=Status.RUNNING)
    return games
