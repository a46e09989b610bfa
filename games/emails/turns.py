"""Mails of a running game: your turn, the reminder, what the clock did, the seat that a bot keeps, the game that nobody plays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.urls import reverse

import engine
from accounts.models import User
from games.board.move_words import MoveLine
from games.board.people import changes, people
from games.emails.about import about
from games.models import PassMode, Seat
from games.names.cards import Deck
from games.play import asked
from games.play.positions import Play
from games.text_client.layout import plain, present
from games.text_client.moves import if_nothing, likely, move_line, move_lines, phase_of, question_of
from games.text_client.telling import MOST_LINES, Board, board, happened, laid, news
from games.text_client.views import link_to
from notifications.kinds import About
from notifications.mail.compose import absolute


@dataclass(frozen=True, slots=True)
class YourTurn:
    """`until` is None without a deadline. `skipped` counts older lines that are left out of `happened`. `told` is the position as
    plain text, `as_text` leads to the page of it, `links` to single moves, by their places in the list."""

    phase: str
    question: str
    now: datetime
    until: datetime | None
    happened: list[str]
    skipped: int
    board: Board
    moves: list[MoveLine]
    if_nothing: list[str]
    told: str = ""
    as_text: str = ""
    links: Mapping[int, str] = field(default_factory=dict)

    @property
    def choices(self) -> list[tuple[MoveLine, str]]:
        """The moves, each with its link where it has one."""
        return [(move, self.links.get(place, "")) for place, move in enumerate(self.moves, start=1)]


def your_turn(play: Play, seat: Seat, now: datetime, user: User | None = None) -> YourTurn:
    """What the player of `seat` needs to decide from the mail alone. Only what `view_for` shows him. `user` is who gets links to
    single moves: the one who holds the seat."""
    view, deck, names = play.view(seat.index), Deck(play.options), people(play, seat.index)
    happened = happened_since(play, seat.index, deck)
    parts = (news(play, seat.index, deck, names), *laid(view, deck, names, whole=False))
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
        told=plain(present(*parts), mark="## "),
        as_text=absolute(reverse("games:text", args=[play.game.pk])),
        links=_links(play, seat, view, user),
    )


def _links(play: Play, seat: Seat, view: engine.View, user: User | None) -> dict[int, str]:
    tenure = play.holder(seat.index)
    if user is None or tenure.user_id != user.pk:
        return {}
    return {place: link_to(tenure, user, seat, place, view.moves[place - 1]) for place in likely(view)}


def happened_since(play: Play, seat: int, deck: Deck) -> list[str]:
    """One line for everything this seat may know of since its player's last own move, but for new cards."""
    return happened(play, seat, deck, people(play, seat))


@dataclass(frozen=True, slots=True)
class Waiting:
    """One game that waits for the reader."""

    about: About
    phase: str
    question: str
    now: datetime
    until: datetime
    if_nothing: list[str]


def waiting(play: Play, seat: Seat, now: datetime, *, reply_to: str = "") -> Waiting | None:
    """None when no clock runs for this seat. `reply_to` is where its player sends a move of this game."""
    if seat.due_at is None:
        return None
    view, deck = play.view(seat.index), Deck(play.options)
    return Waiting(
        replace(about(play.game), reply_to=reply_to),
        phase_of(view),
        question_of(view, deck),
        now,
        seat.due_at,
        if_nothing(play, seat, view, deck),
    )


def moves_of(play: Play, seat: Seat) -> list[MoveLine]:
    """What the player of this seat can do, in the order of his view."""
    view, names = play.view(seat.index), people(play, seat.index)
    return [line.naming(names) for line in move_lines(view, Deck(play.options))]


@dataclass(frozen=True, slots=True)
class Reminder:
    """The games that wait for the reader, most urgent first; at least one. `moves` are those of a game that waits alone."""

    games: list[Waiting]
    moves: list[MoveLine] = field(default_factory=list)


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
