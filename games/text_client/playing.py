"""Moves and standing passes played one after the other: the one way in for the text page and for replies by mail."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction

import engine
from accounts.models import User
from games.board.people import people
from games.errors import GameError
from games.models import LogRow, PassMode, Seat, Source
from games.names.cards import Deck, lazy_engine_sentence
from games.play.errors import NotAMove
from games.play.moves import check_question, order_pass, parse_for_player, revoke_pass, submit_move, uncovers
from games.play.positions import Play, load
from games.text_client.lines import NoSuchNumber, ParsedLine, PhaseOver, read_line
from games.text_client.moves import move_lines

NO_MOVE = "not-a-move"
"""The engine's code for words that mean nothing; others may come to mean something."""


LinePart = str | PassMode
"""What is to be done at a time: a move as text of the notation or nearly, or a standing pass, `PassMode.NONE` to revoke it."""

Reading = Callable[[Play, Seat, int], LinePart]
"""From the position, the seat and a place among the parts to what stands there; raises GameError for what means nothing now."""

Waiting = Callable[[Play, Seat, LinePart], bool]
"""Whether this part is first to be asked about, in this position."""


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """What became of parts: `moves` were played, with `rows` of the log; `ordered` are the standing passes that were ordered or
    revoked. `left` are the parts at the end that were not done, as they were written, and `why` says what is wrong with the first
    of them; or `waits`: it is first to be asked about, as an answer to the question `number`, and nothing is wrong."""

    moves: tuple[str, ...] = ()
    rows: tuple[LogRow, ...] = ()
    orders: tuple[PassMode, ...] = ()
    left: tuple[str, ...] = ()
    why: GameError | None = None
    waits: LinePart | None = None
    number: int = 0

    @property
    def ordered(self) -> PassMode | None:
        """The last standing pass of them."""
        return self.orders[-1] if self.orders else None


def line_from(play: Play, seat: Seat, text: str, version: int) -> ParsedLine:
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


def play_line(*, game_id: int, user: User, line: ParsedLine, version: int, source: Source, now: datetime) -> PlayedLine:
    """Play a line for the seat of `user` by `play_parts`. Text that is no move, in whatever part, is raised, and nothing is written
    then."""
    meant: list[LinePart] = [*line.moves, *([] if line.order is None else [line.order])]
    with transaction.atomic():
        play = load(game_id, lock=True)
        seat = play.acting_seat(user)
        if line.moves:
            check_question(play, seat, version)
            for text in line.moves:
                _check_notation(play, text)
        return play_parts(
            game_id=game_id,
            user=user,
            play=play,
            parts=[*line.moves, *([] if line.order is None else [ORDERS[line.order]])],
            read=lambda _play, _seat, place: meant[place],
            version=version,
            source=source,
            now=now,
        )


@transaction.atomic
def play_parts(
    *,
    game_id: int,
    user: User,
    parts: Sequence[str],
    read: Reading,
    version: int,
    source: Source,
    now: datetime,
    waits: Waiting | None = None,
    play: Play | None = None,
    then: str = "",
) -> PlayedLine:
    """Do these parts for the seat of `user`, one after the other, as far as each is still asked of it in the same phase; each is
    read when its turn comes. All in one transaction.

    `then` are orders for the next turns, given with the last part, which is a move (`submit_move`).

    `version` is what the writer was looking at: the position's version, or the number of the row that put the question
    (`Seat.asked_number`). What is wrong with the first part is raised, as by `submit_move` and `order_pass`, and nothing is written
    then. `play` is the game where the caller has locked and read it: then it is read again only after something was played. What is
    wrong with a later one, or waits, ends it: what was done before stands, the rest is `Played.left`.
    """
    phase = ""
    done = PlayedLine()
    for place in range(len(parts)):
        play = play or load(game_id, lock=True)
        try:
            seat = play.acting_seat(user)
            if place and engine.phase_key(play.state) != phase:
                raise PhaseOver  # the cards of this one were not known when it was written
            phase = phase or engine.phase_key(play.state)
            part = read(play, seat, place)
            if waits is not None and waits(play, seat, part):
                part = part if isinstance(part, PassMode) else str(parse_for_player(play, play.state, part))
                return replace(done, left=tuple(parts[place:]), waits=part, number=seat.asked_number)
            planned = then if place == len(parts) - 1 else ""
            rows = _do(play, user, part, play.game.version if place else version, source, now, planned)
            play = None
        except GameError as why:
            if not place:
                raise
            return replace(done, left=tuple(parts[place:]), why=why)
        moved = () if isinstance(part, PassMode) else (rows[0].text,)
        orders = (part,) if isinstance(part, PassMode) else ()
        done = replace(done, moves=(*done.moves, *moved), rows=(*done.rows, *rows), orders=(*done.orders, *orders))
    return done


def _do(
    play: Play, user: User, part: LinePart, version: int, source: Source, now: datetime, then: str
) -> Sequence[LogRow]:
    game_id = play.game.pk
    if not isinstance(part, PassMode):
        return submit_move(
            game_id=game_id, user=user, text=part, version=version, source=source, now=now, play=play, then=then
        )
    if part == PassMode.NONE:
        revoke_pass(game_id=game_id, user=user, play=play)
        return ()
    return order_pass(game_id=game_id, user=user, mode=part, version=version, source=source, now=now, play=play)


def _check_notation(play: Play, text: str) -> None:
    """Raises NotAMove if these words mean no move in this game. What they mean exactly, and whether the rules allow it, is seen
    when their turn comes: the cards that they name may lie there by then."""
    try:
        engine.parse_move(text, play.state)
    except engine.NotationError as error:
        if error.code == NO_MOVE:
            raise NotAMove(lazy_engine_sentence(error.sentence, play.options), rule=error.rule, text=text) from error
    except engine.IllegalMove:
        return


def would_uncover(play: Play, seat: Seat, line: ParsedLine) -> bool:
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


ORDERS = {
    PassMode.UNTIL_CHANGE: "pass until change",
    PassMode.PHASE: "pass phase",
    PassMode.NONE: "pass no more",
}
"""How standing passes are written in a line."""
