"""The one place where a game moves on: append rows to the log, let standing passes answer, set clocks, tell people.

Every function here works on a `Play` loaded with its lock, inside the caller's transaction, and writes nothing until `commit`.
Lock order: game, seats, log, notifications (docs/architecture.md).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial

from django.db import transaction

import engine
from games import extensions
from games.models import Draft, FinishedSet, Game, LogRow, Participant, PassMode, Preset, RowKind, Seat, Source, Status
from games.models.seat import CHANGING
from games.play import asked as may_know
from games.play import news, notifications, wakeups
from games.play.deadlines import ANSWERED
from games.play.errors import StalePosition
from games.play.positions import Play
from games.play.results import result_of
from games.play.summary import Told, glance_at, glance_of, kept_glance
from notifications.models import Notification
from notifications.services import queue

from .seen import expect_eyes

GOES_ON = ("version", "ply", "glance")
ENDS = (*GOES_ON, "status", "finished_at", "result", "paused_at")
"""What a transaction changes in the row of a running game, and of one that has ended."""
OWN = (Source.PAGE, Source.API, Source.MAIL)


@dataclass
class Advance:
    """What one transaction adds to a game. Make it, `play` and `note` on it, `commit` it."""

    play: Play
    now: datetime
    rows: list[LogRow] = field(default_factory=list)
    moved: set[int] = field(default_factory=set)  # seats whose question was answered
    told: list[Told] = field(default_factory=list)  # by row
    outdated: list[Seat] = field(default_factory=list)  # whose drafts answer a question that is gone

    def __post_init__(self) -> None:
        self.before = self.play.state
        self.state = self.before
        self.ply = len(self.play.moves)

    @property
    def version(self) -> int:
        return self.play.game.version + len(self.rows)

    def note(self, kind: RowKind, seat: int, text: str, source: Source) -> None:
        """Append a row that is no move."""
        self.rows.append(self._row(kind, seat, text, source, None))

    def move(self, seat: int, move: engine.Move, source: Source) -> tuple[engine.Entry, ...]:
        """Play one legal move and append it."""
        transition = engine.apply(self.state, seat, move)
        if source in ANSWERED and not self.play.game.is_solo and not may_know.is_secret(self.state):
            self.play.seats[seat].deadlines_met += 1
        self.state = transition.state
        self.ply += 1
        self.moved.add(seat)
        self.rows.append(self._row(RowKind.MOVE, seat, str(move), source, self.ply))
        self.told.append((self.version, transition.entries))
        self._wake(transition.entries)
        return transition.entries

    def answer_standing_orders(self) -> None:
        """Let every standing pass and every preset that fits the question answer at once, and whoever wishes it pass where he
        can do nothing else, until somebody has to think (UI-2, UI-3, section 26)."""
        while self.play.game.is_running and not self.play.game.is_paused:
            if (seat := self._passer()) is not None:
                source = Source.TIMEOUT if seat.pass_mode == PassMode.TIMEOUT else Source.STANDING
                self.move(seat.index, engine.parse_move("pass", self.state), source)
            elif (decided := self._decided()) is not None:
                self.move(*decided, Source.STANDING)
            elif (passing := self._can_only_pass()) is not None:
                self.move(passing, engine.parse_move("pass", self.state), Source.AUTO)
            else:
                return

    def commit(self, *, tell: Callable[[], Sequence[Notification]] = tuple) -> list[LogRow]:
        """Write rows, game, seats and notifications; after the transaction wake the workers and remember. Returns the new rows.

        `tell` says what else there is to tell of the game as it is then: all notifications are written by one statement.

        Raises StalePosition when another transaction was quicker (only where the database has no row locks).
        """
        game = self.play.game
        LogRow.objects.bulk_create(self.rows)
        over = self.state.is_over and game.status == Status.RUNNING
        if over:
            game.status, game.finished_at = Status.FINISHED, self.now
            game.result = result_of(self.state)
        if game.is_finished:
            game.paused_at = None
        asked = self._ask(self.version)
        game.glance = self._glance() if game.is_running else None
        old, game.version, game.ply = game.version, self.version, self.ply
        found = Game.objects.filter(pk=game.pk, version=old)
        if not found.update(**{name: getattr(game, name) for name in (GOES_ON if game.is_running else ENDS)}):
            raise StalePosition
        save_seats(self.play.seats)
        if game.is_finished:
            self._leave_to_archive()
            expect_eyes(self.play)
            extensions.has_ended(game, self.now)
        self._clear_presets()
        if self.outdated:
            Draft.objects.filter(seat__in=self.outdated).delete()
        told = (
            notifications.over(self.play) if game.is_finished else notifications.asked(self.play, asked, now=self.now)
        )
        queue([*told, *tell()])
        if self.rows:
            news.after_commit(game)
        wakeups.after_commit(self.play, told)
        transaction.on_commit(partial(self.play.remember, self.rows), robust=True)
        return self.rows

    def _leave_to_archive(self) -> None:
        """What finds a finished game by its people and its sets."""
        game, at = self.play.game, self.play.game.finished_at or self.now
        Participant.objects.filter(game=game.pk).update(over_at=at)
        options = self.play.options
        FinishedSet.objects.bulk_create(
            FinishedSet(game=game, name=name, edition=options.edition, over_at=at) for name in options.sets
        )

    def _glance(self) -> dict[str, object]:
        """What lists say from now on: what stands there already, and the new rows."""
        game = self.play.game
        kept = kept_glance(game) or glance_of(self.play)
        since = self.now if self.moved else may_know.opened(self.play)  # or the question stands, with its deadline
        return glance_at(game, self.state, [*kept.told, *self.told], version=self.version, since=since).to_json()

    def _clear_presets(self) -> None:
        """What was decided for a phase that is over, or in a game that is over, is of no use any more."""
        phase, over = engine.phase_key(self.state), self.play.game.is_finished
        if not self.play.presets or not (over or phase != engine.phase_key(self.before)):
            return
        past = Preset.objects.filter(seat__game=self.play.game)
        (past if over else past.exclude(phase__in=("", phase))).delete()

    def _row(self, kind: RowKind, seat: int, text: str, source: Source, ply: int | None) -> LogRow:
        number = self.version + 1
        return LogRow(
            game=self.play.game, number=number, kind=kind, ply=ply, seat=seat, text=text, source=source, at=self.now
        )

    def _wake(self, entries: Sequence[engine.Entry]) -> None:
        for seat in self.play.seats:
            if seat.pass_mode == PassMode.UNTIL_CHANGE and engine.wakes(entries, seat.index):
                seat.pass_mode = PassMode.NONE

    def _passer(self) -> Seat | None:
        phase = engine.phase_key(self.state)
        for index in engine.waiting_for(self.state):
            seat = self.play.seats[index]
            if not seat.pass_mode or seat.pass_phase != phase:
                continue
            question = engine.question_for(self.state, index)
            if question is not None and question.kind == "turn" and not self.play.holder(index).is_bot:
                return seat
        return None

    def _decided(self) -> tuple[int, engine.Move] | None:
        """A question that its player has answered before: the seat and the move."""
        for index in engine.waiting_for(self.state):
            if not self.play.holder(index).is_bot:
                move = engine.preset_move(self.state, index, self.play.presets.get(index, {}))
                if move is not None:
                    return index, move
        return None

    def _can_only_pass(self) -> int | None:
        """A person who can do nothing but pass, as every spectator sees, and does not wish to be asked: the seat. That he is not
        asked tells nobody anything, because nothing that is hidden decides it."""
        for index in engine.waiting_for(self.state):
            user = self.play.holder(index).user
            if user is None or not user.pass_by_itself or len(engine.legal_moves(self.state, index)) > 1:
                continue
            if engine.must_pass(engine.view_for(self.state, None)):
                return index
        return None

    def _ask(self, version: int) -> list[Seat]:
        """Stop the clocks of those who answered, start those of the newly asked. Returns the people newly asked."""
        running = self.play.game.is_running and not self.play.game.is_paused
        waiting = set(engine.waiting_for(self.state)) if running else set()
        phase = engine.phase_key(self.state)
        is_secret = running and may_know.is_secret(self.state)
        window = may_know.window_from(self.play.game, self.now) if is_secret else None
        asked = []
        for seat in self.play.seats:
            if seat.pass_mode and seat.pass_phase != phase:
                seat.pass_mode, seat.pass_phase = PassMode.NONE, ""
            same = seat.waiting and seat.index in waiting and seat.index not in self.moved
            if same and self._put(self.before, seat) == self._put(self.state, seat):
                continue
            stop_clock(seat)
            self.drop_draft(seat)
            seat.waiting = seat.index in waiting
            if seat.waiting:
                seat.asked_number = version
                if start_clock(self.play, seat, self.now, window=window):
                    asked.append(seat)
        return asked

    def drop_draft(self, seat: Seat) -> None:
        """What its player has drafted answers a question that is gone, or was somebody else's."""
        if seat.drafted:
            seat.drafted = False
            self.outdated.append(seat)

    @staticmethod
    def _put(state: engine.State, seat: Seat) -> engine.Question | None:
        """What this seat is asked, whoever else is: where all are asked at once, the answer of one changes nothing for the
        others."""
        question = engine.question_for(state, seat.index)
        return replace(question, seats=()) if question else None


def save_seats(seats: Sequence[Seat]) -> None:
    """Write those of the seats that have changed since they were read, in one statement.

    An insert that finds its row there already and changes it: a third of the work of `bulk_update`, which has to write a case for
    each field of each row.
    """
    changed = [seat for seat in seats if seat.has_changed]
    if changed:
        Seat.objects.bulk_create(changed, update_conflicts=True, update_fields=CHANGING, unique_fields=["pk"])
        for seat in changed:
            seat.remember()


def start_clock(play: Play, seat: Seat, now: datetime, *, window: may_know.Window | None = None) -> bool:
    """Put the question to whoever holds the seat: start a person's clock, or make a bot due. True for a person.

    Who plays alone keeps nobody waiting, and has no clock.

    A question in a `window` has the deadline of all. A bot that takes a seat over while it stands waits for that, too, so that
    nobody learns from its answer whom the game had asked.
    """
    if play.holder(seat.index).is_bot:
        if not play.game.stands_still:
            seat.bot_due_at = now if window is None or window.since == now else window.until
        return False
    if play.game.is_solo:
        return True
    seat.running_since = window.since if window else now
    seat.due_at = window.until if window else play.game.clock.due_at(seat.remaining, now)
    if play.game.clock.at_start() is None:
        seat.remaining = None  # what a pause has kept is given back
    return True


def stop_clock(seat: Seat) -> None:
    """Let the clock stand; what is left in the bank is the business of whoever stops it."""
    seat.running_since = seat.due_at = seat.bot_due_at = None
