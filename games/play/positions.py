"""Reading one game: its rows, its holders and every position that follows from them by replay.

`load` takes two statements whatever the game's length. Positions are never stored; what this process has replayed before it
remembers (`position_cache`), and reads and replays only what is new. Where nothing is, one statement is enough.
"""

import hmac
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from operator import attrgetter
from random import Random
from sys import intern
from typing import Any, NamedTuple, TypeVar

from django.db.models import F, FilteredRelation, Q, QuerySet
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language

import engine
from accounts.models import User
from games import extensions
from games.models import BY_PLAYER, Deal, Game, LogRow, PlainRow, Preset, RowKind, Seat, Tenure, TenureStart
from games.play import starts, visibility
from games.play.errors import NotRunning, NotSeated
from games.play.position_cache import PlayedStep as PlayedStep  # for those who make positions of their own
from games.play.position_cache import Steps, key_of, positions
from games.play.position_cache import Walk as Walk
from statements import Columns, Prepared

V = TypeVar("V")


def moves_in_force(rows: Sequence[PlainRow]) -> list[PlainRow]:
    """The moves that make up the position: those that no later take-back has taken back."""
    kept: list[PlainRow] = []
    for row in rows:
        if row.kind == RowKind.MOVE:
            kept.append(row)
        elif row.kind == RowKind.BACK:
            last = int(row.text)
            while kept and kept[-1].number > last:
                kept.pop()
    return kept


@dataclass
class Play:
    """A begun game with everything needed to look at it or to move in it."""

    game: Game
    seats: list[Seat]
    rows: list[PlainRow]
    tenures: dict[int, list[Tenure]] = field(default_factory=dict)  # by seat index, oldest first
    known: Walk | None = None
    """A replay of the first rows, of which none has been taken back since."""
    remembers: bool = False
    """The rows are those of the log: what follows from them is remembered."""
    brief: bool = False
    """The present position is enough, which is a third of the work: earlier steps are replayed when somebody asks for them."""

    @cached_property
    def options(self) -> engine.Options:
        return self.game.engine_options

    @cached_property
    def deal(self) -> engine.Deal:
        if self.game.start is not None:
            return starts.deal_of(self.game.start)
        return starts.proven_by(self.game).deal(self.options)

    @cached_property
    def moves(self) -> list[PlainRow]:
        return moves_in_force(self.rows)

    @cached_property
    def state(self) -> engine.State:
        if self.known or self.remembers or "steps" in self.__dict__:
            return self.steps[-1].step.state
        return engine.replay(self.options, self.deal, ((row.seat, row.text) for row in self.moves))

    @cached_property
    def presets(self) -> dict[int, dict[str, str]]:
        """What each seat has decided for questions to come; only its own player may be shown it. Games without sets have
        nothing of the kind and ask the database nothing."""
        found: dict[int, dict[str, str]] = {}
        if self.options.sets:
            for preset in Preset.objects.filter(seat__game=self.game).select_related("seat"):
                found.setdefault(preset.seat.index, {})[preset.name] = preset.value
        return found

    def preset_move(self, state: engine.State, index: int) -> engine.Move | None:
        """What this seat has decided before about the question put to it here. Read only where such a question can be asked."""
        return engine.preset_move(state, index, SimpleLazyObject(lambda: self.presets.get(index, {})))  # type: ignore[arg-type]

    @cached_property
    def steps(self) -> Steps:
        """The opening and every move in force, each with the position after it and what there is to tell."""
        known, over = self.known, self.game.is_finished
        if known is None or (over and known.start):  # readers of a finished game look at all of it
            start = len(self.moves) if self.brief and not over else 0
            steps = Steps(self._replayed(start), start, self._replayed)
        else:
            added = _walked_on(known.last[-1].step, self.rows[len(known.rows) :])
            steps = Steps((*known.last, *added), known.start, self._replayed)
            if len(known.rows) == len(self.rows):
                return steps
        self.known = steps.walk(self.rows, whole=over)
        if self.remembers:
            positions.put(key_of(self.game), self.known)
        return steps

    def _replayed(self, start: int = 0) -> list[PlayedStep]:
        """All steps, from the deal on; with a `start`, only those from there on are made."""
        if start:
            state = engine.replay(self.options, self.deal, ((row.seat, row.text) for row in self.moves[: start - 1]))
            return _walked_on(engine.Step(start - 1, None, None, state, ()), self.moves[start - 1 :])
        walk = engine.walk(self.options, self.deal, ((row.seat, row.text) for row in self.moves))
        return [PlayedStep(row, step) for row, step in zip([None, *self.moves], walk, strict=True)]

    def of_course(self, what: str, made: Callable[[], V]) -> V:
        """What `made` says about the whole game in the active language, which must not depend on the viewer. Remembered with the
        positions, where these are."""
        course = self.known.course if len(self.steps) and self.known else {}
        key = what, get_language()
        if key not in course:
            course[key] = made()
        found: V = course[key]
        return found

    def remember(self, added: Sequence[LogRow], made: Iterable[engine.Step]) -> None:
        """Remember the position after these new rows of the log, whose moves made these steps, so that the next reader need not
        read them."""
        rows = [PlainRow._make(_columns(row)) for row in added]
        if self.remembers and _is_straight(rows):
            moves = [row for row in rows if row.kind == RowKind.MOVE]
            steps = self.steps.going_on([PlayedStep(*one) for one in zip(moves, made, strict=True)])
            positions.put(key_of(self.game), steps.walk([*self.rows, *rows], whole=self.game.is_finished))

    def going_on(self, rows: Sequence[PlainRow]) -> "Play":
        """The game with these moves on top, which are not in the log, so that it is not remembered."""
        shown = Play(self.game, self.seats, [*self.rows, *rows], self.tenures)
        shown.__dict__["steps"] = self.steps.going_on(_walked_on(self.steps[-1].step, rows))
        return shown

    def view(self, viewer: int | None) -> engine.View:
        return engine.view_for(self.shown(self.state), viewer)

    def shown(self, state: engine.State) -> engine.State:
        """The last position as it is shown: where the players agreed to stop, nobody is asked."""
        return engine.halted(state) if self.game.is_finished else state

    def at(self, ply: int) -> PlayedStep:
        """The step after `ply` moves in force; IndexError beyond the last."""
        if ply < 0:
            raise IndexError(ply)
        return self.steps[ply]

    def chance(self, index: int) -> Random:
        """Random numbers for the bot of a seat and the question it is asked now: the same however often it is asked. Nobody can
        foresee them, because they follow from the game's own secret, also where it plays the deal of other tables."""
        said = f"bot:{self.game.pk}:{index}:{self.game.version}".encode()
        return Random(hmac.digest(bytes(self.game.secret), said, "sha256"))

    def holder(self, index: int) -> Tenure:
        """Who holds the seat now, or held it when the game ended."""
        return self.tenures[index][-1]

    def owner(self, index: int) -> User | None:
        """The last person who held the seat: its player, also while a bot keeps it."""
        return next((tenure.user for tenure in reversed(self.tenures[index]) if tenure.user), None)

    def person_of(self, index: int) -> User | None:
        """The player of the seat, who may have to take it back from the bot that keeps it."""
        held = self.tenures[index]
        return held[-2 if held[-1].began == TenureStart.KEPT else -1].user

    def seat_of(self, user: object) -> Seat | None:
        return next((seat for seat in self.seats if self.holder(seat.index).user == user), None)

    def owned_seat(self, user: object) -> Seat | None:
        """The seat this user holds, or may take back from a bot."""
        return self.seat_of(user) or self.can_take_back(user)

    def seat_at(self, index: int) -> Seat:
        """The seat with this index. Raises NotSeated where there is none."""
        if not 0 <= index < len(self.seats):
            raise NotSeated
        return self.seats[index]

    def has_sat(self, user: User) -> bool:
        return any(tenure.user_id == user.pk for held in self.tenures.values() for tenure in held)

    def acting_seat(self, user: object) -> Seat:
        """The seat that this user acts for. Raises NotRunning, or NotSeated if they hold none."""
        if not self.game.is_running:
            raise NotRunning
        seat = self.seat_of(user)
        if seat is None:
            raise NotSeated
        return seat

    def eyes_of(self, user: object) -> int | None:
        seat = self.owned_seat(user)
        return seat.index if seat else None

    def can_take_back(self, user: object) -> Seat | None:
        """The seat of this user that a bot keeps only because deadlines were missed."""
        kept = (seat for seat in self.seats if self.holder(seat.index).began == TenureStart.KEPT)
        return next((seat for seat in kept if self.person_of(seat.index) == user), None)


_columns = attrgetter(*PlainRow._fields)


def _is_straight(rows: Iterable[PlainRow]) -> bool:
    """None of these rows takes a move back."""
    return all(row.kind != RowKind.BACK for row in rows)


def _walked_on(last: engine.Step, rows: Sequence[PlainRow]) -> list[PlayedStep]:
    """The steps to which the moves of these rows lead from the last one."""
    added: list[PlayedStep] = []
    for row in rows:
        if row.kind == RowKind.MOVE:
            move = engine.parse_move(row.text, last.state)
            after = engine.apply(last.state, row.seat, move)
            last = engine.Step(last.number + 1, row.seat, move, after.state, after.entries)
            added.append(PlayedStep(row, last))
    return added


_TENURE = Columns(Tenure)
_SEAT = Columns(Seat, "seat", after=_TENURE)
_GAME = Columns(Game, "seat__game", after=_SEAT)
_USER = Columns(User, "user", after=_GAME, without=["password"])
_DEAL = Columns(Deal, "seat__game__deal", after=_USER, without=["options"])
_LAST = slice(_DEAL.end, _DEAL.end + len(PlainRow._fields))


@lru_cache(maxsize=8)
def _holders(closed: Q | None) -> Prepared:
    """Who held the seats of a game, oldest first: each row has tenure, seat, game, user and deal, the last row of the log, and
    whether the game is closed, which follows also from what other apps give as `closed`."""
    models = (_TENURE, _SEAT, _GAME, _USER, _DEAL)
    asked = [*(name for columns in models for name in columns.asked), *(f"last__{name}" for name in PlainRow._fields)]

    def build(game: int) -> QuerySet[Tenure, Any]:
        last = FilteredRelation("seat__game__log", condition=Q(seat__game__log__number=F("seat__game__version")))
        found = Tenure.objects.filter(seat__game=game).annotate(last=last, is_closed=visibility.is_closed("seat__game"))
        return found.order_by("since_number", "pk").values_list(*asked, "is_closed")

    return Prepared(build, 1)


_lock = Prepared(lambda game: Game.objects.filter(pk=game).select_for_update().values_list("pk"), 1)
_log = Prepared(
    lambda game, least, most: (
        LogRow.objects.filter(game=game, number__gte=least, number__lte=most)
        .order_by("number")
        .values_list(*PlainRow._fields)
    ),
    3,
)


def load(game_id: int, *, lock: bool = False) -> Play:
    """The game, its seats with all tenures, and its log. With `lock`, the game's row is locked first (see docs/architecture.md),
    by a statement of its own, so that what is read then is what the last holder of the lock has left.

    Raises Game.DoesNotExist.
    """
    if lock and not _lock(game_id):
        raise Game.DoesNotExist
    held = _holders(extensions.closed())(game_id)
    if not held:  # no seats before the start
        return Play(visibility.marked(Game.objects.with_secret()).get(pk=game_id), [], [])
    game = _GAME.take(held[0])
    game.deal = _DEAL.find(held[0])
    game.closed = held[0][-1]  # type: ignore[attr-defined]  # as `visibility.marked` does
    tenures: dict[int, list[Tenure]] = {}
    seats: dict[int, Seat] = {}
    for row in held:
        tenure, seat = _TENURE.take(row), _SEAT.take(row)
        seat = seats.setdefault(seat.index, seat)
        seat.game, tenure.seat, tenure.user = game, seat, _USER.find(row)
        tenures.setdefault(seat.index, []).append(tenure)
    rows, known = _read(game, PlainRow._make(held[0][_LAST]) if game.version else None)
    return Play(game, [seats[index] for index in sorted(seats)], rows, tenures, known, remembers=True)


_GAME_ROW, _SEAT_ROW = Columns(Game), Columns(Seat)
_lock_row = Prepared(
    lambda game: Game.objects.with_secret().filter(pk=game).select_for_update().values_list(*_GAME_ROW.asked), 1
)
_seat_rows = Prepared(lambda game: Seat.objects.filter(game=game).values_list(*_SEAT_ROW.asked), 1)


def lock_again(play: Play) -> Play:
    """The game that was just read, now with its row locked. Its row and its seats are read again; the log and who holds the seats
    only where there is a new row, without which no seat changes hands.

    Raises Game.DoesNotExist.
    """
    found = _lock_row(play.game.pk)
    if not found:
        raise Game.DoesNotExist
    game = _GAME_ROW.take(found[0])
    if game.version != play.game.version:
        return load(game.pk)
    game.deal, game.closed = play.game.deal, play.game.closed  # type: ignore[attr-defined]
    seats = [_SEAT_ROW.take(row) for row in _seat_rows(game.pk)]
    for seat in seats:
        seat.game = game
        for tenure in play.tenures[seat.index]:
            tenure.seat = seat
    return Play(game, seats, play.rows, play.tenures, play.known, play.remembers)


def load_running(game_id: int) -> Play:
    """The game with its row locked. Raises NotRunning where it does not run."""
    play = load(game_id, lock=True)
    if not play.game.is_running:
        raise NotRunning
    return play


def _row(columns: Sequence[Any]) -> PlainRow:
    """A row of the log. Kept rows share the strings that all logs have: what was done, by whom, and how."""
    pk, number, kind, ply, seat, text, source, at = columns
    return PlainRow(pk, number, intern(kind), ply, seat, intern(text), intern(source), at)


def _read(game: Game, last: PlainRow | None) -> tuple[list[PlainRow], Walk | None]:
    """The log up to the game's version, and what is remembered of it. Only rows from the last known one on are read, which must
    be the same; where that is the `last` row of the game, nothing is read.

    Somebody may play after the statement that has read the game: what is newer than the game is not for this reader. An imported
    game has no log, but its record.
    """
    known = positions.get(key_of(game))
    if game.finished_at is not None and (record := starts.record_in(game.start)) is not None:
        return known.rows if known else starts.rows_of(record, game.finished_at), known
    if known and known.rows and known.rows[-1].number > game.version:
        positions.drop(key_of(game))
        known = None
    if known and last == (known.rows[-1] if known.rows else None):
        return known.rows, known
    since = known.rows[-1].number if known and known.rows else 0
    rows = [_row(row) for row in _log(game.pk, since, game.version)]
    if known is None or not known.rows:
        return rows, known
    if not rows or rows[0] != known.rows[-1]:
        positions.drop(key_of(game))
        return _read(game, last)
    added = rows[1:]
    return [*known.rows, *added], known if _is_straight(added) else None


class VisibleEntry(NamedTuple):
    """A log entry as one viewer may know it, with the row it belongs to."""

    row: PlainRow | None
    ply: int
    entry: engine.Entry


def visible_entries(
    play: Play, viewer: int | None, *, since: int = -1, until: int | None = None
) -> Iterator[VisibleEntry]:
    """What `viewer` may know of all that happened in rows above `since`, in order, up to `until` moves in force. Everything that
    is shown from the log passes here."""
    over = play.game.is_finished
    for ply in range(play.steps.after(since), len(play.steps) if until is None else until + 1):
        played = play.steps[ply]
        for entry in played.step.entries:
            shown = entry.for_viewer(viewer, play.options, over)
            if shown is not None:
                yield VisibleEntry(played.row, ply, shown)


def last_own_number(play: Play, seat: int) -> int:
    """The number of the last row this seat's player sent, 0 if none: "since your last turn" begins after it."""
    beside = (RowKind.VOTE, RowKind.TIME)
    own = (row for row in reversed(play.rows) if row.seat == seat and row.source in BY_PLAYER)
    return next((row.number for row in own if row.kind not in beside), 0)
