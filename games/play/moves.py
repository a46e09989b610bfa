"""Making a move: sending it, drafting a turn of several actions (UI-15), auto-pass and conditional orders.

Pages, API and email all come through here. Drafts and orders are for their own player: pages of others, emails, API, pulse and
bots read the log, which does not hold them.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

import engine
from accounts.models import User
from games.models import Draft, LogRow, PassMode, PlainRow, Preset, RowKind, Seat, Source
from games.models.clock import PaceKind
from games.names.cards import lazy_engine_sentence
from games.play import secrecy
from games.play.advance import Advance, save_seats
from games.play.errors import (
    GamePaused,
    IllegalMove,
    NoStandingPass,
    NoSuchPreset,
    NotAMove,
    NotAnOrder,
    NotRunning,
    NotYourTurn,
    OrderStops,
    StalePosition,
)
from games.play.positions import Play, load
from games.play.standing import PASSES, stand, stop

ORDERED = (PassMode.UNTIL_CHANGE, PassMode.PHASE)
"""The kinds of auto-pass that a player can order."""


@transaction.atomic
def submit_move(
    *,
    game_id: int,
    user: User,
    text: str,
    version: int,
    source: Source,
    now: datetime,
    play: Play | None = None,
    then: str = "",
) -> list[LogRow]:
    """Play one move for the seat of `user`, then what orders answer at once, and append all of it to the log. `then` are orders for
    the next turns of this seat.

    `version` is what the player was looking at. A move that arrives after its due time but before the timeout was carried
    out counts. `play` is the game where the caller has locked and read it. Raises NotRunning, NotSeated, NotYourTurn, GamePaused,
    StalePosition, NotAMove or IllegalMove; then nothing is written.
    """
    play = play or load(game_id, lock=True)
    return _send(play, play.acting_seat(user), [text], version, source, now, then)


def _send(
    play: Play,
    seat: Seat,
    moves: Sequence[str],
    version: int,
    source: Source,
    now: datetime,
    then: str = "",
) -> list[LogRow]:
    advance = Advance(play, now)
    if then:
        before = play.view(seat.index)
        orders = engine.priced(read_orders(play, then), before)
    play_answer(advance, seat, moves[-1], version=version, source=source, before=moves[:-1])
    if then:
        _go_on(seat, orders, before, advance)
    advance.answer_standing_orders()
    return advance.commit()


def play_answer(
    advance: Advance, seat: Seat, text: str, *, version: int, source: Source, before: Sequence[str] = ()
) -> None:
    """Check that `text` answers the question put to `seat`, and play it, after the moves its player has drafted `before`."""
    play, now = advance.play, advance.now
    check_question(play, seat, version)
    for drafted_move in before:
        advance.move(seat.index, engine.parse_move(drafted_move, advance.state), source)
    move = parse_for_player(play, advance.state, text)
    if not play.holder(seat.index).is_bot and not secrecy.is_secret(advance.state):
        is_quick = play.game.quick_until is not None
        if seat.running_since is not None and not (is_quick and play.game.pace_kind == PaceKind.BANK):
            clock = play.game.clock
            seat.remaining = clock.after_answer(seat.remaining, seat.running_since, now, seat.own_hours)
        seat.misses, seat.stopped = 0, ""
        is_passing = seat.pass_mode != PassMode.PLAN and text.strip().lower() != "pass"
        if seat.pass_mode == PassMode.TIMEOUT or is_passing:
            seat.pass_mode = PassMode.NONE  # a player who acts again is no longer passing
    try:
        advance.move(seat.index, move, source)
    except engine.IllegalMove as error:
        raise IllegalMove(lazy_engine_sentence(error.sentence, play.options), rule=error.rule, text=text) from error


def parse_for_player(play: Play, state: engine.State, text: str) -> engine.Move:
    """The move that these words mean in this position. Raises NotAMove or IllegalMove."""
    try:
        return engine.parse_move(text, state)
    except (engine.NotationError, engine.IllegalMove) as error:
        refusal = NotAMove if isinstance(error, engine.NotationError) else IllegalMove
        raise refusal(lazy_engine_sentence(error.sentence, play.options), rule=error.rule, text=text) from error


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


def uncovers(state: engine.State, seat: int, move: engine.Move) -> bool:
    """Would this legal move uncover something hidden, so that it cannot be taken back (UI-15)?"""
    return uncovered(state, engine.apply(state, seat, move))


def uncovered(state: engine.State, after: engine.Transition) -> bool:
    """Has the move that led from `state` there uncovered something hidden?

    Where rubles and hands are hidden the end of an action part is such a moment, too: the rubles of others decide whether a Pub is
    asked, and the end of the game shows all hands (INFO-2).
    """
    if after.reveals or state.rules.options.open_hands:
        return after.reveals
    questions = (engine.question_for(state, None), engine.question_for(after.state, None))
    return "pub" in {one.kind for one in questions if one} or engine.phase_key(after.state) != engine.phase_key(state)


def drafted(play: Play, seat: Seat) -> tuple[str, ...]:
    """The moves drafted for the question this seat is asked; one statement where there may be any."""
    if not seat.drafted or not seat.waiting or play.game.is_paused or not play.game.is_running:
        return ()
    found = Draft.objects.filter(seat=seat, asked_number=seat.asked_number).values_list("moves", flat=True).first()
    moves = tuple(found or ())
    return moves if position_after(play, seat, moves) is not None else ()


def position_after(play: Play, seat: Seat, moves: Sequence[str]) -> engine.State | None:
    """The position after these moves, played on top of the log; None where they cannot be played."""
    state = play.state
    for text in moves:
        try:
            state = engine.apply(state, seat.index, engine.parse_move(text, state)).state
        except engine.EngineError:
            return None
    return state


def with_draft(play: Play, seat: Seat, moves: Sequence[str], *, now: datetime) -> Play:
    """The game as its player sees it with these drafted moves."""
    rows = [
        PlainRow(
            0, play.game.version + place, RowKind.MOVE, len(play.moves) + place, seat.index, text, Source.PAGE, now
        )
        for place, text in enumerate(moves, start=1)
    ]
    return play.going_on(rows)


def turn_goes_on(play: Play, state: engine.State, seat: Seat, move: engine.Move) -> bool:
    """Does the turn go on after this legal move, with nothing uncovered and nobody else asked, so that it can be taken back?

    With hidden hands it never does: that nobody else is asked may tell what they hold.
    """
    if not play.options.open_hands or secrecy.is_secret(state) or uncovers(state, seat.index, move):
        return False
    then = engine.apply(state, seat.index, move).state
    if engine.waiting_for(then) != (seat.index,) or engine.phase_key(then) != engine.phase_key(state):
        return False
    question = engine.question_for(then, seat.index)
    if question is None or (question.kind == "turn" and not move.keeps_turn):
        return False
    return play.preset_move(then, seat.index) is None


@transaction.atomic
def draft_move(*, game_id: int, user: User, text: str, version: int, acts: int, now: datetime) -> list[LogRow]:
    """Draft one move from the page; where it ends the turn, uncovers something or somebody else is asked, send the whole draft
    with it. Returns the new rows of the log.

    `acts` is how many drafted moves the sender was looking at; raises StalePosition when there are not so many, and as
    `submit_move` does.
    """
    play, seat, before = _lock_draft(game_id, user, version, acts)
    state = position_after(play, seat, before) or play.state
    move = parse_for_player(play, state, text)
    if engine.is_legal(state, seat.index, move) and turn_goes_on(play, state, seat, move):
        _save_draft(seat, [*before, str(move)])
        return []
    return _send(play, seat, [*before, text], version, Source.PAGE, now)


@transaction.atomic
def send_draft(*, game_id: int, user: User, version: int, acts: int, now: datetime) -> list[LogRow]:
    """Send the draft as it stands; the next question is put then. Raises StalePosition when it is another or none."""
    play, seat, moves = _lock_draft(game_id, user, version, acts)
    if not moves:
        raise StalePosition
    return _send(play, seat, moves, version, Source.PAGE, now)


@transaction.atomic
def undo_draft(*, game_id: int, user: User, version: int, acts: int) -> None:
    """Take the last drafted move back. Raises StalePosition when the draft is another or none."""
    _play, seat, moves = _lock_draft(game_id, user, version, acts)
    if not moves:
        raise StalePosition
    _save_draft(seat, moves[:-1])


def _lock_draft(game_id: int, user: User, version: int, acts: int) -> tuple[Play, Seat, list[str]]:
    """The game, locked, the seat and its drafted moves, if they are what the sender was looking at."""
    play = load(game_id, lock=True)
    seat = play.acting_seat(user)
    check_question(play, seat, version)
    moves = list(drafted(play, seat))
    if len(moves) != acts:
        raise StalePosition
    return play, seat, moves


def _save_draft(seat: Seat, moves: list[str]) -> None:
    if moves:
        Draft.objects.update_or_create(seat=seat, defaults={"asked_number": seat.asked_number, "moves": moves})
    else:
        Draft.objects.filter(seat=seat).delete()
    seat.drafted = bool(moves)
    save_seats([seat])


@transaction.atomic
def order_pass(
    *, game_id: int, user: User, mode: PassMode, version: int, source: Source, now: datetime, play: Play | None = None
) -> list[LogRow]:
    """Pass until the tableau changes or for the whole action part (UI-2, UI-3). If it is this seat's turn it passes at once.

    May be ordered at any time for the player's future turns of the running action part. Raises NoStandingPass in the
    compulsory first Worker phase (UI-4) and StalePosition when the question is no longer the one seen.
    """
    if mode not in ORDERED:
        raise NoStandingPass
    play = play or load(game_id, lock=True)
    seat = play.acting_seat(user)
    if play.game.is_paused:
        raise GamePaused
    state = play.state
    questions = [engine.question_for(state, asked) for asked in engine.waiting_for(state)]
    if any(question is not None and question.kind == "first-worker" for question in questions):
        raise NoStandingPass
    mine = engine.question_for(state, seat.index) if seat.waiting else None
    if (mine is not None and mine.kind != "turn") or drafted(play, seat):
        raise NoStandingPass  # an auto-pass never answers another decision (UI-4)
    return _give(play, seat, PASSES[mode], version, source, now)


@transaction.atomic
def give_orders(
    *, game_id: int, user: User, text: str, version: int, source: Source, now: datetime, play: Play | None = None
) -> list[LogRow]:
    """Let these conditional orders stand for the seat of `user` instead of those it has; none where there is no text. What they say
    about a question that waits is played at once.

    Raises NotAnOrder for what means nothing, OrderStops where they would stop at once, StalePosition when the question is no longer
    the one seen.
    """
    play = play or load(game_id, lock=True)
    seat = play.acting_seat(user)
    if play.game.is_paused:
        raise GamePaused
    return _give(play, seat, text, version, source, now)


def _give(play: Play, seat: Seat, text: str, version: int, source: Source, now: datetime) -> list[LogRow]:
    if version > play.game.version:
        raise StalePosition
    advance, view = Advance(play, now), play.view(seat.index)
    orders = engine.priced(read_orders(play, text), view)
    decided = engine.decide(orders, view) if seat.waiting and not drafted(play, seat) else engine.Decided()
    if decided.why is not None:
        raise OrderStops(lazy_engine_sentence(decided.why, play.options))
    seat.pass_mode, seat.stopped = PassMode.NONE, ""
    if not decided.move:
        stand(seat, orders, advance.state)
        save_seats([seat])
        return []
    play_answer(advance, seat, decided.move, version=version, source=source)
    _go_on(seat, decided.left, view, advance)
    advance.answer_standing_orders()
    return advance.commit()


def _go_on(seat: Seat, orders: engine.Orders, before: engine.View, advance: Advance) -> None:
    """What is left of the orders after the move with which they were given; where nothing is, their player learns why."""
    orders, why = engine.going_on(orders, before, engine.view_for(advance.state, seat.index), ())
    stand(seat, orders, advance.state)
    if why is not None:
        stop(seat, why)


def read_orders(play: Play, text: str) -> engine.Orders:
    """The orders that these words mean in this game. Raises NotAnOrder."""
    try:
        return engine.read_orders(text, engine.rulebook_for(play.options))
    except engine.OrderError as error:
        raise NotAnOrder(lazy_engine_sentence(error.sentence, play.options)) from error


def supposed_view(play: Play, seat: Seat, text: str) -> engine.View:
    """What the player of this seat would see if these words held; without any, what they see. Raises NotAnOrder."""
    try:
        tests = engine.read_supposed(text, engine.rulebook_for(play.options)) if text.strip() else ()
    except engine.OrderError as error:
        raise NotAnOrder(lazy_engine_sentence(error.sentence, play.options)) from error
    return engine.supposed(play.view(seat.index), tests, play.state) if tests else play.view(seat.index)


@transaction.atomic
def revoke_pass(*, game_id: int, user: User, play: Play | None = None) -> None:
    """Cancel all orders and auto-passes; what they have already answered stays (UI-4)."""
    play = play or load(game_id, lock=True)
    seat = play.acting_seat(user)
    seat.pass_mode, seat.pass_phase, seat.planned, seat.stopped = PassMode.NONE, "", "", ""
    save_seats([seat])


@transaction.atomic
def set_preset(*, game_id: int, user: User, name: str, value: str | None, now: datetime) -> list[LogRow]:
    """Decide something for questions to come (GUILD-2, M2-TRADE-3, IMPO-3, BANQ-THIEF-6), None for the default again; a question
    that already waits for this seat may be answered by it at once.

    The default is kept by keeping no row. Raises NotRunning, NotSeated or NoSuchPreset; then nothing is written.
    """
    play = load(game_id, lock=True)
    seat = play.acting_seat(user)
    preset = next((one for one in engine.presets_for(play.state, seat.index) if one.name == name), None)
    if preset is None:
        raise NoSuchPreset(name=name)
    value = preset.default if value is None else value
    if value not in preset.values:
        raise NoSuchPreset(name=name, value=value)
    decided = play.presets.setdefault(seat.index, {})
    if value == preset.default:
        Preset.objects.filter(seat=seat, name=name).delete()
        decided.pop(name, None)
    else:
        phase = "" if preset.lasts else engine.phase_key(play.state)
        row = {"value": value, "phase": phase, "changed_at": now}
        Preset.objects.update_or_create(seat=seat, name=name, defaults=row)
        decided[name] = value
    advance = Advance(play, now)
    advance.answer_standing_orders()
    return advance.commit() if advance.rows else []
