"""A turn of several acts before it is sent (UI-15): what its player has drafted, and the position he sees then.

Nobody else is shown any of it: pages of others, letters, API, pulse and bots read the log, where it does not stand.
"""

from collections.abc import Sequence
from datetime import datetime

import engine
from games.models import Draft, Row, RowKind, Seat, Source
from games.play import asked
from games.play.positions import Play
from games.play.uncovers import uncovers


def drafted(play: Play, seat: Seat) -> tuple[str, ...]:
    """The acts that the player of this seat has drafted for the question he is asked; one statement where there may be any."""
    if not seat.drafted or not seat.waiting or play.game.is_paused or not play.game.is_running:
        return ()
    found = Draft.objects.filter(seat=seat, asked_number=seat.asked_number).values_list("moves", flat=True).first()
    moves = tuple(found or ())
    return moves if after(play, seat, moves) is not None else ()


def after(play: Play, seat: Seat, moves: Sequence[str]) -> engine.State | None:
    """The position after these moves, played on top of the log; None where they cannot be played."""
    state = play.state
    for text in moves:
        try:
            state = engine.apply(state, seat.index, engine.parse_move(text, state)).state
        except engine.EngineError:
            return None
    return state


def ahead(play: Play, seat: Seat, moves: Sequence[str], *, now: datetime) -> Play:
    """The game as its player sees it with these acts."""
    rows = [
        Row(0, play.game.version + place, RowKind.MOVE, len(play.moves) + place, seat.index, text, Source.PAGE, now)
        for place, text in enumerate(moves, start=1)
    ]
    return play.going_on(rows)


def goes_on(play: Play, state: engine.State, seat: Seat, move: engine.Move) -> bool:
    """Does the turn go on after this legal move, with nothing uncovered and nobody else asked, so that it can be taken back?

    With hidden hands it never does: that nobody else is asked may tell what they hold.
    """
    if not play.options.open_hands or asked.is_secret(state) or uncovers(state, seat.index, move):
        return False
    then = engine.apply(state, seat.index, move).state
    if engine.waiting_for(then) != (seat.index,) or engine.phase_key(then) != engine.phase_key(state):
        return False
    question = engine.question_for(then, seat.index)
    if question is None or (question.kind == "turn" and not move.keeps_turn):
        return False
    return engine.preset_move(then, seat.index, play.presets.get(seat.index, {})) is None
