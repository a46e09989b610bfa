"""Reading one game: its rows, its holders and every position that follows from them by replay.

`load` takes three statements whatever the game's length. Positions are never stored and never cached.
"""

import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random

import engine
from accounts.models import User
from games.models import Game, LogRow, Preset, RowKind, Seat, Tenure, TenureStart
from games.play import sight
from games.play.errors import NotRunning, NotSeated


def moves_in_force(rows: Sequence[LogRow]) -> list[LogRow]:
    """The moves that make up the position: those that no later take-back has taken back."""
    kept: list[LogRow] = []
    for row in rows:
        if row.kind == RowKind.MOVE:
            kept.append(row)
        elif row.kind == RowKind.BACK:
            last = int(row.text)
            while kept and kept[-1].number > last:
                kept.pop()
    return kept


@dataclass(frozen=True, slots=True)
class Played:
    """One step of the replay with the log row it came from; the opening has none."""

    row: LogRow | None
    step: engine.Step

    @property
    def number(self) -> int:
        return self.row.number if self.row else 0


@dataclass
class Play:
    """A begun game with everything needed to look at it or to move in it."""

    game: Game
    seats: list[Seat]
    rows: list[LogRow]
    tenures: dict[int, list[Tenure]] = field(default_factory=dict)  # by seat index, oldest first

    @cached_property
    def options(self) -> engine.Options:
        return self.game.engine_options

    @cached_property
    def deal(self) -> engine.Deal:
        return engine.make_deal(self.options, engine.seed_for(bytes(self.game.secret), str(self.game.pk)))

    @cached_property
    def moves(self) -> list[LogRow]:
        return moves_in_force(self.rows)

    @cached_property
    def state(self) -> engine.State:
        """The present position."""
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

    @cached_property
    def steps(self) -> list[Played]:
        """The opening and every move in force, each with the position after it and what there is to tell."""
        walk = engine.walk(self.options, self.deal, ((row.seat, row.text) for row in self.moves))
        return [Played(row, step) for row, step in zip([None, *self.moves], walk, strict=True)]

    def view(self, viewer: int | None) -> engine.View:
        """What `viewer` may see of the present position."""
        return engine.view_for(self.shown(self.state), viewer)

    def shown(self, state: engine.State) -> engine.State:
        """The last position as it is shown: where the players agreed to stop, nobody is asked any more."""
        return engine.halted(state) if self.game.is_finished else state

    def at(self, ply: int) -> Played:
        """The step after `ply` moves in force; IndexError beyond the last."""
        if ply < 0:
            raise IndexError(ply)
        return self.steps[ply]

    def chance(self, index: int) -> Random:
        """What the bot of a seat throws for the question it is asked now: the same however often it is asked, and nobody's
        to foresee, because the secret of the game is in it."""
        said = f"bot:{self.game.pk}:{index}:{self.game.version}".encode()
        return Random(hmac.digest(bytes(self.game.secret), said, "sha256"))

    def holder(self, index: int) -> Tenure:
        """Who holds the seat now, or held it when the game ended."""
        return self.tenures[index][-1]

    def owner(self, index: int) -> User | None:
        """The last person who held the seat: its player, also while a bot keeps it."""
        return next((tenure.user for tenure in reversed(self.tenures[index]) if tenure.user), None)

    def seat_of(self, user: object) -> Seat | None:
        """The seat this user holds now."""
        return next((seat for seat in self.seats if self.holder(seat.index).user == user), None)

    def acting_seat(self, user: object) -> Seat:
        """The seat that this user acts for. Raises NotRunning, or NotSeated if he holds none."""
        if not self.game.is_running:
            raise NotRunning
        seat = self.seat_of(user)
        if seat is None:
            raise NotSeated
        return seat

    def eyes_of(self, user: object) -> int | None:
        """The seat through whose eyes this user sees the game: the one he holds, or may take back from a bot."""
        seat = self.seat_of(user) or self.can_take_back(user)
        return seat.index if seat else None

    def can_take_back(self, user: object) -> Seat | None:
        """The seat of this user that a bot keeps only because deadlines were missed."""
        for seat in self.seats:
            last = self.tenures[seat.index]
            if len(last) > 1 and last[-1].is_bot and last[-1].began == TenureStart.KEPT and last[-2].user == user:
                return seat
        return None


def load(game_id: int, *, lock: bool = False) -> Play:
    """The game, its seats with all tenures, and its log. With `lock`, the game's row is locked first (see docs/architecture.md).

    Raises Game.DoesNotExist.
    """
    games = sight.marked(Game.objects.with_secret())
    game = (games.select_for_update() if lock else games).get(pk=game_id)
    tenures: dict[int, list[Tenure]] = {}
    seats: dict[int, Seat] = {}
    for tenure in Tenure.objects.filter(seat__game=game).select_related("seat", "user").order_by("since_number", "pk"):
        seat = seats.setdefault(tenure.seat.index, tenure.seat)
        seat.game = game
        tenures.setdefault(seat.index, []).append(tenure)
    return Play(game, [seats[index] for index in sorted(seats)], list(game.log.all()), tenures)


@dataclass(frozen=True, slots=True)
class Told:
    """A log entry as one viewer may know it, with the row it belongs to."""

    row: LogRow | None
    ply: int
    entry: engine.Entry


def visible_entries(play: Play, viewer: int | None, *, since: int = -1) -> Iterator[Told]:
    """What `viewer` may know of all that happened in rows above `since`, in order: the only way from the log to his eyes."""
    over = play.game.is_finished
    for ply, played in enumerate(play.steps):
        if played.number <= since:
            continue
        for entry in played.step.entries:
            shown = entry.for_viewer(viewer, play.options, over)
            if shown is not None:
                yield Told(played.row, ply, shown)


def last_own_number(play: Play, seat: int) -> int:
    """The number of the last row this seat's player sent himself, 0 if none: "since your last turn" begins after it."""
    own = ("page", "api", "mail")
    return next((row.number for row in reversed(play.rows) if row.seat == seat and row.source in own), 0)
