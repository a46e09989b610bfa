"""Mails of a running game: your turn, the reminder, what the clock did, the seat that a bot keeps, the game that nobody plays."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import engine
from games.board import log
from games.board.move_words import MoveLine
from games.board.people import changes, people
from games.letters.about import about
from games.models import PassMode, Seat
from games.names.amounts import listed
from games.names.cards import Deck
from games.play import asked
from games.play.positions import Play, last_own_number, visible_entries
from notices.kinds import About

from .moves import move_line, move_lines
from .position import Board, board
from .questions import if_nothing, phase_of, question_of

_SUM = re.compile(r"(\d) ([+−=]) (?=\d)")  # a sum stays on one line
MOST_LINES = 30
"""A mail tells this much of what happened; the game page tells all."""


@dataclass(frozen=True, slots=True)
class YourTurn:
    """`until` is None without a deadline. `skipped` counts older lines that are left out of `happened`."""

    phase: str
    question: str
    now: datetime
    until: datetime | None
    happened: list[str]
    skipped: int
    board: Board
    moves: list[MoveLine]
    if_nothing: list[str]


def your_turn(play: Play, seat: Seat, now: datetime) -> YourTurn:
    """What the player of `seat` needs to decide from the mail alone. Only what `view_for` shows him."""
    view, deck, names = play.view(seat.index), Deck(play.options), people(play, seat.index)
    happened = happened_since(play, seat.index, deck)
    return YourTurn(
        phase=phase_of(view),
        question=question_of(view, deck),
        now=now,
        until=seat.due_at,
        happened=happened[-MOST_LINES:],
        skipped=max(len(happened) - MOST_LINES, 0),
        board=board(view, deck, names),
        moves=[line.naming(names) for line in move_lines(view, deck)],
        if_nothing=if_nothing(play, seat, view, deck),
    )


def happened_since(play: Play, seat: int, deck: Deck) -> list[str]:
    """One line for everything this seat may know of since its player's last own move, but for new cards."""
    since = last_own_number(play, seat)
    told = [one for one in visible_entries(play, seat, since=since or -1) if not isinstance(one.entry, engine.Dealt)]
    lines = log.lines(told, play.rows, deck, people(play, seat), hands=changes(play), since=since)
    return [_said(line) for line in lines]


def _said(line: log.Line) -> str:
    """A line of the log in full: a scoring with the sums of everybody, a move with how it came about."""
    others = [
        " ".join(filter(None, [account.person.name, listed([account.rubles, account.points])]))
        for account in line.accounts
        if not account.person.is_you and (account.rubles or account.points)
    ]
    text = _SUM.sub("\\1\u00a0\\2\u00a0", "; ".join([line.text, *others]))
    return f"{text} ({line.note})" if line.note else text


@dataclass(frozen=True, slots=True)
class Waiting:
    """One game that waits for the reader."""

    about: About
    phase: str
    question: str
    now: datetime
    until: datetime
    if_nothing: list[str]


def waiting(play: Play, seat: Seat, now: datetime) -> Waiting | None:
    """None when no clock runs for this seat."""
    if seat.due_at is None:
        return None
    view, deck = play.view(seat.index), Deck(play.options)
    return Waiting(
        about(play.game), phase_of(view), question_of(view, deck), now, seat.due_at, if_nothing(play, seat, view, deck)
    )


@dataclass(frozen=True, slots=True)
class Reminder:
    """The games that wait for the reader, most urgent first; at least one."""

    games: list[Waiting]


@dataclass(frozen=True, slots=True)
class TimedOut:
    """`misses` in a row so far; with `limit` of them a bot keeps the seat (0: never)."""

    played: MoveLine
    phase: str
    passes_on: bool
    misses: int
    limit: int


def timed_out(play: Play, seat: Seat, number: int) -> TimedOut:
    """What the clock played for this seat in log row `number`, in the position as it was then."""
    index = next(index for index, played in enumerate(play.steps) if played.number == number)
    row = play.steps[index].row
    state = play.steps[index - 1].step.state
    before = engine.view_for(state, seat.index)
    return TimedOut(
        played=move_line(row.text if row else "", before, Deck(play.options)).naming(people(play, seat.index)),
        phase=phase_of(before),
        passes_on=seat.pass_mode == PassMode.TIMEOUT and before.question is not None and before.question.kind == "turn",
        misses=seat.misses,
        limit=0 if asked.is_secret(state) else play.game.misses_before_bot,  # then it was no miss
    )


@dataclass(frozen=True, slots=True)
class Kept:
    """A bot keeps the reader's seat. `ends_at`: nobody else plays either, and then the game is over; None where it goes on."""

    limit: int
    standing: str
    ends_at: datetime | None


def kept(play: Play, seat: Seat) -> Kept:
    ends_at = play.game.breaks_off_at if play.game.stands_still else None
    return Kept(play.game.misses_before_bot, _standing(play, seat), ends_at)


@dataclass(frozen=True, slots=True)
class SeatLost:
    """An organiser has given the reader's seat away: to `substitute`, or to bots that play to the end, where it is empty."""

    substitute: str


def seat_lost(play: Play, number: int) -> SeatLost:
    """`number` is the row that says so. Nothing of the position: the seat is no longer the reader's to look from."""
    return SeatLost(changes(play)[number].came)


@dataclass(frozen=True, slots=True)
class Substitute:
    """The reader plays on for `before`, where it was a person."""

    before: str
    standing: str
    is_asked: bool


def substitute(play: Play, seat: Seat, number: int) -> Substitute:
    return Substitute(changes(play)[number].left, _standing(play, seat), seat.waiting)


@dataclass(frozen=True, slots=True)
class StandingStill:
    """Nobody plays the game, and at `at` it is over."""

    now: datetime
    at: datetime
    standing: str


def standing_still(play: Play, seat: Seat, now: datetime) -> StandingStill:
    if play.game.breaks_off_at is None:
        raise ValueError("Somebody plays this game.")
    return StandingStill(now, play.game.breaks_off_at, _standing(play, seat))


def _standing(play: Play, seat: Seat) -> str:
    shown = board(play.view(seat.index), Deck(play.options), people(play, seat.index))
    return shown.standings[seat.index].text


def most_urgent_first(games: Sequence[Waiting | None]) -> list[Waiting]:
    return sorted((game for game in games if game is not None), key=lambda game: game.until)
