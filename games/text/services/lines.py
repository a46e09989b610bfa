"""A line of moves, played: the one way in for the text page and for replies by mail."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

import engine
from accounts.models import User
from games.board.people import people
from games.errors import GameError
from games.models import LogRow, PassMode, Seat, Source
from games.names.cards import Deck
from games.names.refusals import in_words_later
from games.play.errors import NotAMove
from games.play.positions import Play, load
from games.play.services.play import check_question, order_pass, revoke_pass, submit_move
from games.play.uncovers import uncovers
from games.text.errors import NoSuchNumber, PhaseOver
from games.text.lines import Line, read_line
from games.text.moves import move_lines

NO_MOVE = "not-a-move"
"""The engine's code for words that mean nothing; others may come to mean something."""


@dataclass(frozen=True, slots=True)
class Played:
    """What became of a line: `moves` were played, with `rows` of the log; `ordered` says that its standing pass stands, or is
    revoked. `left` are parts that were not played, and `why` says what is wrong with the first of them."""

    moves: tuple[str, ...]
    rows: tuple[LogRow, ...]
    ordered: PassMode | None = None
    left: tuple[str, ...] = ()
    why: GameError | None = None


def line_from(play: Play, seat: Seat, text: str, version: int) -> Line:
    """What a line of text says to the question that `version` showed to this seat; its numbers are those of that list.

    Raises a `LineError`; for a number, what is wrong with the question where it is another one now.
    """
    listed: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    if seat.waiting and seat.asked_number <= version <= play.game.version:
        listed, words = listed_moves(play, seat)
    try:
        return read_line(text, listed, words)
    except NoSuchNumber:
        check_question(play, seat, version)
        raise


def listed_moves(play: Play, seat: Seat) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The moves that are asked of this seat, as text of the notation, and the same in the words of its list."""
    view = play.view(seat.index)
    named = people(play, seat.index)
    return view.moves, tuple(line.naming(named).text for line in move_lines(view, Deck(play.options)))


@transaction.atomic
def play_line(*, game_id: int, user: User, line: Line, version: int, source: Source, now: datetime) -> Played:
    """Play the moves of a line for the seat of `user`, one after the other, as far as each is still asked of it in the same
    phase; then its standing pass. All in one transaction.

    `version` is what the writer was looking at: the position's version, or the number of the row that put the question
    (`Seat.asked_number`). What is wrong with the first part is raised, as by `submit_move` and `order_pass`, and
    nothing is written then; so is text that is no move, in whatever part. What is wrong with a later one ends the line:
    what was played before it stands, and the rest is `Played.left`.
    """
    play = load(game_id, lock=True)
    seat = play.acting_seat(user)
    if line.moves:
        check_question(play, seat, version)
        for text in line.moves:
            _check_notation(play, text)
    phase = engine.phase_key(play.state)
    moves: list[str] = []
    rows: list[LogRow] = []
    for place, text in enumerate(line.moves):
        try:
            if place:
                version = _version_in(game_id, phase)
            new = submit_move(game_id=game_id, user=user, text=text, version=version, source=source, now=now)
        except GameError as why:
            if not place:
                raise
            return Played(tuple(moves), tuple(rows), left=_left(line, place), why=why)
        moves.append(new[0].text)
        rows += new
    if line.order is None:
        return Played(tuple(moves), tuple(rows))
    try:
        if moves:
            version = _version_in(game_id, phase)
        rows += _order(game_id, user, line.order, version, source, now)
    except GameError as why:
        if not moves:
            raise
        return Played(tuple(moves), tuple(rows), left=_left(line, len(moves)), why=why)
    return Played(tuple(moves), tuple(rows), ordered=line.order)


def _check_notation(play: Play, text: str) -> None:
    """Raises NotAMove if these words mean no move in this game. What they mean exactly, and whether the rules allow it, is seen
    when their turn comes: the cards that they name may lie there by then."""
    try:
        engine.parse_move(text, play.state)
    except engine.NotationError as error:
        if error.code == NO_MOVE:
            raise NotAMove(in_words_later(error.sentence, play.options), rule=error.rule, text=text) from error
    except engine.IllegalMove:
        return


def would_uncover(play: Play, seat: Seat, line: Line) -> bool:
    """Would playing this line uncover something hidden, as far as it can be played now without asking anybody else? To say it
    before; nothing is told of what that is."""
    state = play.state
    for text in (*line.moves, *(["pass"] if line.order else [])):
        if seat.index not in engine.waiting_for(state):
            return False
        try:
            move = engine.parse_move(text, state)
            if uncovers(state, seat.index, move):
                return True
            state = engine.apply(state, seat.index, move).state
        except engine.EngineError:
            return False
    return False


def _version_in(game_id: int, phase: str) -> int:
    """The present version, if the game is still in this phase: what was written for it holds no longer."""
    play = load(game_id, lock=True)
    if play.game.is_running and engine.phase_key(play.state) != phase:
        raise PhaseOver
    return play.game.version


def _order(game_id: int, user: User, mode: PassMode, version: int, source: Source, now: datetime) -> Sequence[LogRow]:
    if mode == PassMode.NONE:
        revoke_pass(game_id=game_id, user=user)
        return ()
    return order_pass(game_id=game_id, user=user, mode=mode, version=version, source=source, now=now)


def _left(line: Line, place: int) -> tuple[str, ...]:
    order = () if line.order is None else (ORDERS[line.order],)
    return (*line.moves[place:], *order)


ORDERS = {
    PassMode.UNTIL_CHANGE: "pass until change",
    PassMode.PHASE: "pass phase",
    PassMode.NONE: "pass no more",
}
"""How standing passes are written in a line."""
