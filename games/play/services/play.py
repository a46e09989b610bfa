"""Moves and standing passes of people: pages, API and mail come through here."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

import engine
from accounts.models import User
from games.models import LogRow, PassMode, Seat, Source
from games.names.refusals import in_words_later
from games.play import asked
from games.play.drafts import drafted
from games.play.errors import GamePaused, IllegalMove, NoStandingPass, NotAMove, NotRunning, NotYourTurn, StalePosition
from games.play.positions import Play, load

from .advance import Advance, save_seats

STANDING = (PassMode.UNTIL_CHANGE, PassMode.PHASE)


@transaction.atomic
def submit_move(
    *, game_id: int, user: User, text: str, version: int, source: Source, now: datetime, play: Play | None = None
) -> list[LogRow]:
    """Play one move for the seat of `user`, then what standing passes answer at once, and append all of it to the log.

    `version` is what the player was looking at. A move that arrives after its due time but before the timeout was carried
    out counts. `play` is the game where the caller has locked and read it. Raises NotRunning, NotSeated, NotYourTurn, GamePaused,
    StalePosition, NotAMove or IllegalMove; then nothing is written.
    """
    play = play or load(game_id, lock=True)
    seat = play.acting_seat(user)
    advance = Advance(play, now)
    answer(advance, seat, text, version=version, source=source)
    advance.answer_standing_orders()
    return advance.commit()


def answer(
    advance: Advance, seat: Seat, text: str, *, version: int, source: Source, before: Sequence[str] = ()
) -> None:
    """Check that `text` answers the question put to `seat`, and play it, after the acts that its player has drafted `before`."""
    play, now = advance.play, advance.now
    check_question(play, seat, version)
    for act in before:
        advance.move(seat.index, engine.parse_move(act, advance.state), source)
    move = parsed(play, advance.state, text)
    if not play.holder(seat.index).is_bot and not asked.is_secret(advance.state):
        if seat.running_since is not None:
            seat.remaining = play.game.clock.after_answer(seat.remaining, seat.running_since, now)
        seat.misses = 0
        if seat.pass_mode and text.strip().lower() != "pass":
            seat.pass_mode = PassMode.NONE  # who acts again is no longer passing
        if seat.pass_mode == PassMode.TIMEOUT:
            seat.pass_mode = PassMode.NONE
    try:
        advance.move(seat.index, move, source)
    except engine.IllegalMove as error:
        raise IllegalMove(in_words_later(error.sentence, play.options), rule=error.rule, text=text) from error


def parsed(play: Play, state: engine.State, text: str) -> engine.Move:
    """The move that these words mean in this position. Raises NotAMove or IllegalMove."""
    try:
        return engine.parse_move(text, state)
    except engine.NotationError as error:
        raise NotAMove(in_words_later(error.sentence, play.options), rule=error.rule, text=text) from error
    except engine.IllegalMove as error:
        raise IllegalMove(in_words_later(error.sentence, play.options), rule=error.rule, text=text) from error


def check_question(play: Play, seat: Seat, version: int) -> None:
    """The game runs, it waits for this seat, and the question is still the one that `version` showed."""
    if not play.game.is_running:
        raise NotRunning
    if play.game.is_paused:
        raise GamePaused
    if not seat.waiting:
        raise NotYourTurn if version >= play.game.version else StalePosition
    if not seat.asked_number <= version <= play.game.version:
        raise StalePosition


@transaction.atomic
def order_pass(
    *, game_id: int, user: User, mode: PassMode, version: int, source: Source, now: datetime, play: Play | None = None
) -> list[LogRow]:
    """Pass until the tableau changes or for the whole action part (UI-2, UI-3). If it is this seat's turn it passes at once.

    May be ordered at any time for the own future turns of the running action part. Raises NoStandingPass in the
    compulsory first Worker phase (UI-4) and StalePosition when the question is no longer the one seen.
    """
    if mode not in STANDING:
        raise NoStandingPass
    play = play or load(game_id, lock=True)
    seat = play.acting_seat(user)
    if play.game.is_paused:
        raise GamePaused
    if any(question.kind == "first-worker" for question in _questions(play)):
        raise NoStandingPass
    advance = Advance(play, now)
    mine = engine.question_for(play.state, seat.index) if seat.waiting else None
    if (mine is not None and mine.kind != "turn") or drafted(play, seat):
        raise NoStandingPass  # a standing pass never answers another decision (UI-4)
    seat.pass_mode = PassMode.NONE
    if mine is not None:
        answer(advance, seat, "pass", version=version, source=source)
    elif version > play.game.version:
        raise StalePosition
    seat.pass_mode, seat.pass_phase = mode, engine.phase_key(play.state)
    if mine is None:
        save_seats([seat])
        return []
    advance.answer_standing_orders()
    return advance.commit()


@transaction.atomic
def revoke_pass(*, game_id: int, user: User, play: Play | None = None) -> None:
    """Take back a standing pass; what it has already answered stays (UI-4)."""
    play = play or load(game_id, lock=True)
    seat = play.acting_seat(user)
    seat.pass_mode, seat.pass_phase = PassMode.NONE, ""
    save_seats([seat])


def _questions(play: Play) -> list[engine.Question]:
    asked = (engine.question_for(play.state, seat) for seat in engine.waiting_for(play.state))
    return [question for question in asked if question is not None]
