"""The one place where a game moves on: append rows to the log, let conditional orders answer, set clocks, tell people.

Every function here works on a `Play` loaded with its lock, inside the caller's transaction, and writes nothing until `commit`.
Lock order: game, seats, log, notifications (docs/architecture.md).
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise

from django.db import transaction

import engine
from games.extensions import extensions
from games.models import (
    BY_PLAYER,
    Draft,
    Game,
    LogRow,
    PassMode,
    PlainRow,
    Preset,
    ProposalKind,
    RowKind,
    Seat,
    Source,
    Status,
    TimeText,
    VoteText,
)
from games.models.clock import EVERY_HOUR
from games.models.seat import CHANGING
from games.play import facts, notifications, outcomes, secrecy, totals, wakeups
from games.play.clocks import hours_of
from games.play.errors import StalePosition
from games.play.glances import LAST_ROWS, Glance, RowEntries, glance_at, glance_of, kept_glance
from games.play.positions import Play
from games.play.results import result_of
from games.play.seen import expect_result_views
from games.play.standing import note_ordered, orders_of, stand, stop
from notifications.models import Notification
from notifications.services import queue, save
from statements import Insert, Update

logger = logging.getLogger("games")

ANSWERED = (*BY_PLAYER, Source.STANDING)
"""Where the answers of a person come from, given now or ordered before: they meet a deadline."""
MOST_ORDERED = 40
"""So many moves one transaction plays by conditional orders; then they stop, and the players are asked."""
GOES_ON = ("version", "ply", "glance")
STOPS = ("paused_at", "paused_until", "quick_until", "proposal", "proposal_until")
ENDS = (*GOES_ON, "status", "finished_at", "result", *STOPS)
"""What a transaction changes in the row of a running game, and of one that has ended."""
QUICK_MOVE = timedelta(minutes=5)
"""What a question of quick play waits before the slow clock goes on."""


_insert_rows = Insert(LogRow)
_change_seats = Insert(Seat, changes=CHANGING)
_go_on, _end = (Update(Game, changes=names, which=("id", "version")) for names in (GOES_ON, ENDS))


@dataclass
class Advance:
    """What one transaction adds to a game. Make it, `move` and `note` on it, `commit` it."""

    play: Play
    now: datetime
    rows: list[LogRow] = field(default_factory=list)
    moved: set[int] = field(default_factory=set)  # seats whose question was answered
    told: list[RowEntries] = field(default_factory=list)  # by row
    steps: list[engine.Step] = field(default_factory=list)  # by move
    outdated: list[Seat] = field(default_factory=list)  # whose drafts answer a question that is gone
    reveals: bool = False
    kept: Glance | None = None  # what lists say of the moves before these

    def __post_init__(self) -> None:
        self.before = self.play.state
        self.state = self.before
        self.ply = self.play.game.ply

    @property
    def version(self) -> int:
        return self.play.game.version + len(self.rows)

    def note(self, kind: RowKind, seat: int, text: str, source: Source) -> None:
        """Append a row that is no move. An undo drops all orders: they were given for what came after it."""
        self.rows.append(self._row(kind, seat, text, source, None))
        for other in self.play.seats if kind == RowKind.BACK else ():
            if other.pass_mode:
                stop(other, engine.Sentence("Moves in this game were undone."))

    def move(self, seat: int, move: engine.Move, source: Source) -> tuple[engine.Entry, ...]:
        transition = engine.apply(self.state, seat, move)
        is_slow = not self.play.game.is_solo and self.play.game.quick_until is None
        if source in ANSWERED and is_slow and not secrecy.is_secret(self.state):
            self._count_answer(self.play.seats[seat], source)
        before, self.state = self.state, transition.state
        self.ply += 1
        self.moved.add(seat)
        self.reveals = self.reveals or transition.reveals or not self.play.options.open_hands
        self.rows.append(self._row(RowKind.MOVE, seat, str(move), source, self.ply))
        self.told.append((self.version, transition.entries))
        self.steps.append(engine.Step(self.ply, seat, move, self.state, transition.entries))
        self._keep_orders(before, transition.entries)
        return transition.entries

    def undo(self, last: int, seat: int, source: Source) -> None:
        """Only moves up to row `last` stay in force. Orders, presets and drafts were for what came after it. Every question is put
        anew, with what the banks hold: time that the open question has taken is given back, that of undone moves is not. Undone
        answers met no deadline."""
        self.note(RowKind.BACK, seat, str(last), source)
        steps, end = self.play.steps, self.play.steps.after(last)
        self.state, self.ply = steps[end - 1].step.state, end - 1
        slow = slow_rows(self.play.rows)
        for before, undone in pairwise(steps[end - 1 :]):
            row = undone.row
            if (
                row is None
                or row.source not in ANSWERED
                or row.number not in slow
                or secrecy.is_secret(before.step.state)
            ):
                continue
            answered = self.play.seats[row.seat]
            if row.number > self.play.holder(row.seat).since_number and answered.deadlines_met:
                answered.deadlines_met -= 1
        self.told, self.moved = [], {one.index for one in self.play.seats}
        shown = [(played.number, played.step.entries) for played in steps[max(1, end - LAST_ROWS) : end]]
        self.kept = glance_at(self.play.game, self.state, shown, version=self.version, since=None)
        Preset.objects.filter(seat__game=self.play.game).delete()
        self.play.presets.clear()

    def _count_answer(self, seat: Seat, source: Source) -> None:
        """A deadline met. How long a player takes, only the first move of a turn says, and only one made by hand."""
        seat.deadlines_met += 1
        last = (self.rows or self.play.rows)[-1:]
        if source in BY_PLAYER and seat.running_since is not None and [row.seat for row in last] != [seat.index]:
            seat.answers += 1
            seat.answer_logs += outcomes.log_of(self.now - seat.running_since)

    def answer_standing_orders(self) -> None:
        """Let orders, auto-passes and presets that fit the question answer at once, and move for players who wish it where they
        have only one move, until somebody has to think (UI-2, UI-3, section 26)."""
        ordered = 0
        while self.play.game.is_running and not self.play.game.is_paused:
            answer = self._standing_answer(may_order=ordered < MOST_ORDERED)
            if answer is None:
                return
            ordered += answer[2] == Source.STANDING
            self.move(*answer)

    def _standing_answer(self, *, may_order: bool) -> tuple[int, engine.Move, Source] | None:
        """The first answer that is there already: seat, move and source.

        An order answers what it names, an auto-pass the ordinary turn of its phase. A preset answers the question it was decided
        for. A player who wishes so is not asked where they have only one move, as every spectator sees: that tells nobody anything,
        because nothing hidden decides it. One wish for pages and emails: an email that leaves no choice is one too many, and who
        switched it off wants to make each move. Orders that do not say what to do here stop only when their player is asked.
        """
        state = self.state
        people = [index for index in engine.waiting_for(state) if not self.play.holder(index).is_bot]
        stopped: list[tuple[Seat, engine.Sentence]] = []
        for seat in (self.play.seats[index] for index in people):
            if seat.pass_mode:
                source = Source.TIMEOUT if seat.pass_mode == PassMode.TIMEOUT else Source.STANDING
                found = self._ordered(seat) if may_order else engine.Sentence("They played too many moves at once.")
                if isinstance(found, engine.Move):
                    return seat.index, found, source
                if found is not None and not secrecy.is_secret(state):
                    stopped.append((seat, found))
        for index in people:
            decided = self.play.preset_move(state, index)
            if decided is not None:
                return index, decided, Source.STANDING
        for index in people:
            user = self.play.holder(index).user
            moves = engine.legal_moves(state, index) if user is not None and user.pass_by_itself else ()
            if len(moves) == 1 and moves[0] == engine.only_move(engine.view_for(state, None)):
                return index, moves[0], Source.AUTO
        for seat, why in stopped:
            stop(seat, why)
        return None

    def _ordered(self, seat: Seat) -> engine.Move | engine.Sentence | None:
        """The move that an order of this seat makes now, or why they stop; None where they say nothing of the question. An order
        that errs stops, and nothing that was played before is lost."""
        try:
            orders = orders_of(seat, self.state)
            decided = engine.decide(orders, engine.view_for(self.state, seat.index))
            if not decided.move:
                return decided.why
            move = engine.parse_move(decided.move, self.state)
            engine.apply(self.state, seat.index, move)
        except Exception as error:  # whatever it is, the moves of others go on
            return self._failed(seat, error)
        if seat.pass_mode == PassMode.PLAN:
            note_ordered(seat, self.version + 1, orders[decided.place : decided.place + 1])
        if decided.left != orders:
            stand(seat, decided.left, self.state)
        return move

    def commit(self, *, tell: Callable[[], Sequence[Notification]] = tuple) -> list[LogRow]:
        """Write rows, game, seats and notifications; after the transaction wake the workers and remember. Returns the new rows.

        `tell` says what else there is to tell of the game as it is then: all notifications are written by one statement.

        Raises StalePosition when another transaction was quicker (only where the database has no row locks).
        """
        game = self.play.game
        open_one = game.proposed
        if open_one is not None and open_one.kind == ProposalKind.UNDO and self.reveals:  # more than it has said
            self.note(RowKind.VOTE, open_one.seat, VoteText.EXPIRED, Source.AUTO)
            write_times(game, proposal=None, proposal_until=None)
        _insert_rows(self.rows)
        if self.state.is_over and game.is_running:
            game.status, game.finished_at = Status.FINISHED, self.now
            game.result = result_of(self.state)
        if game.is_finished:
            for name in STOPS:
                setattr(game, name, None)
        asked = self._ask(self.version)
        game.glance = self._glance() if game.is_running else None
        old, game.version, game.ply = game.version, self.version, self.ply
        if not (_go_on if game.is_running else _end)(game, game.pk, old):
            raise StalePosition
        save_seats(self.play.seats)
        if game.is_finished:
            outcomes.leave(self.play, game.finished_at or self.now)
            entries = (entry for _row, some in self.told for entry in some)
            totals.leave(game, facts.leave(self.play, entries, self.ply))
            expect_result_views(self.play)
            for one in extensions():  # an error of one of them undoes the end of the game
                one.has_ended(game, self.now)
        self._clear_presets()
        if self.outdated:
            Draft.objects.filter(seat__in=self.outdated).delete()
        told = (
            notifications.game_over(self.play)
            if game.is_finished
            else notifications.your_turn(self.play, asked, now=self.now)
        )
        if self.rows:
            save(every := [*told, *tell()])
            wakeups.announce_change(game, every)
        else:
            queue([*told, *tell()])
        wakeups.wake_workers(self.play, told)
        transaction.on_commit(partial(self.play.remember, self.rows, self.steps), robust=True)
        return self.rows

    def _glance(self) -> dict[str, object]:
        """What lists say from now on, from the glance that is kept and the new rows."""
        game = self.play.game
        kept = self.kept or kept_glance(game) or glance_of(self.play)
        # where nobody has moved, the question stands with its deadline
        since = self.now if self.moved else secrecy.question_opened_at(self.play)
        return glance_at(game, self.state, [*kept.told, *self.told], version=self.version, since=since).to_json()

    def _clear_presets(self) -> None:
        """Delete what was decided for a phase or a game that is over."""
        phase, over = engine.phase_key(self.state), self.play.game.is_finished
        if not (over or phase != engine.phase_key(self.before)) or not self.play.presets:
            return
        past = Preset.objects.filter(seat__game=self.play.game)
        (past if over else past.exclude(phase__in=("", phase))).delete()

    def _row(self, kind: RowKind, seat: int, text: str, source: Source, ply: int | None) -> LogRow:
        number = self.version + 1
        return LogRow(
            game=self.play.game, number=number, kind=kind, ply=ply, seat=seat, text=text, source=source, at=self.now
        )

    def _keep_orders(self, before: engine.State, entries: Sequence[engine.Entry]) -> None:
        """What a move of anybody leaves of the orders; those for a phase end with it (`_ask`)."""
        phase = engine.phase_key(before)
        for seat in self.play.seats:
            if seat.pass_mode not in (PassMode.UNTIL_CHANGE, PassMode.PLAN) or seat.pass_phase != phase:
                continue
            old, new = (engine.view_for(state, seat.index) for state in (before, self.state))
            try:
                orders = orders_of(seat, before)
                left, why = engine.going_on(orders, old, new, entries)
            except Exception as error:  # as in `_ordered`
                stop(seat, self._failed(seat, error))
                continue
            if why is not None and seat.pass_mode == PassMode.PLAN:
                stop(seat, why)
            elif left != orders or phase != engine.phase_key(self.state):
                stand(seat, left, self.state)

    def _failed(self, seat: Seat, error: Exception) -> engine.Sentence:
        logger.error("an order of game %s seat %s failed: %s", self.play.game.pk, seat.index, type(error).__name__)
        return engine.Sentence("They could not be carried out.")

    def _ask(self, version: int) -> list[Seat]:
        """Stop the clocks of those who answered, start those of the newly asked. Returns the people newly asked."""
        running = self.play.game.is_running and not self.play.game.is_paused
        waiting = set(engine.waiting_for(self.state)) if running else set()
        phase = engine.phase_key(self.state)
        is_secret = running and secrecy.is_secret(self.state)
        window = secrecy.window_since(self.play.game, self.now) if is_secret else None
        asked = []
        for seat in self.play.seats:
            if seat.pass_mode and seat.pass_phase != phase:
                seat.pass_mode, seat.pass_phase, seat.planned = PassMode.NONE, "", ""
            same = seat.waiting and seat.index in waiting and seat.index not in self.moved
            if same and self._put(self.before, seat) == self._put(self.state, seat):
                continue
            stop_clock(seat)
            self.drop_draft(seat)
            if seat.index in self.moved and self.play.game.clock.at_start() is None:
                seat.remaining = None  # it was kept for the question that is answered
            seat.waiting = seat.index in waiting
            if seat.waiting:
                seat.asked_number = version
                if start_clock(self.play, seat, self.now, window=window):
                    asked.append(seat)
        return asked

    def drop_draft(self, seat: Seat) -> None:
        """Drop what was drafted for a question that is gone, or by a former holder of the seat."""
        if seat.drafted:
            seat.drafted = False
            self.outdated.append(seat)

    @staticmethod
    def _put(state: engine.State, seat: Seat) -> engine.Question | None:
        """What this seat is asked, without the other seats: where all are asked at once, the answer of one changes nothing for
        the others."""
        question = engine.question_for(state, seat.index)
        return replace(question, seats=()) if question else None


def slow_rows(rows: Iterable[PlainRow]) -> set[int]:
    """The numbers of the rows outside quick play, whose answers meet no deadline."""
    found, is_quick = set(), False
    for row in rows:
        if row.kind == RowKind.VOTE and row.text.startswith(f"{VoteText.CARRIED} {ProposalKind.QUICK}"):
            is_quick = True
        elif row.kind == RowKind.TIME and row.text == TimeText.SLOW:
            is_quick = False
        if not is_quick:
            found.add(row.number)
    return found


def save_seats(seats: Sequence[Seat]) -> None:
    """Write the seats that have changed since they were read, in one statement: an insert that changes rows that are there."""
    changed = [seat for seat in seats if seat.has_changed]
    _change_seats(changed)
    for seat in changed:
        seat.remember()


def start_clock(play: Play, seat: Seat, now: datetime, *, window: secrecy.Window | None = None) -> bool:
    """Put the question to the holder of the seat: start a person's clock, or make a bot due. True for a person.

    A solo game has no clock, because nobody waits. A question in a `window` has the deadline of all; a bot that takes the seat
    over meanwhile waits for that too, so that nobody learns from its answer whom the game had asked.
    """
    if play.holder(seat.index).is_bot:
        if not play.game.stands_still:
            seat.bot_due_at = now if window is None or window.since == now else window.until
        return False
    if play.game.is_solo:
        return True
    seat.running_since = window.since if window else now
    if play.game.quick_until is not None and window is None:
        seat.hours, seat.due_at = "", min(now + QUICK_MOVE, play.game.quick_until)  # the slow clock stands still
        return True
    hours = EVERY_HOUR if window else hours_of(play, seat, now)
    seat.hours = hours.to_text()
    seat.due_at = window.until if window else play.game.clock.due_at(seat.remaining, now, hours)
    if play.game.clock.at_start() is None:
        seat.remaining = None  # what a pause has kept is given back
    return True


def write_times(game: Game, **changed: object) -> None:
    """Write times of a game beside its moves, and what is proposed. The caller has the game's lock."""
    changed = {name: value for name, value in changed.items() if getattr(game, name) != value}
    for name, value in changed.items():
        setattr(game, name, value)
    if changed:
        Game.objects.filter(pk=game.pk).update(**changed)


def stop_clock(seat: Seat) -> None:
    """Stop the clock; the caller says what is left in the bank."""
    seat.running_since = seat.due_at = seat.bot_due_at = None
    seat.hours = ""
