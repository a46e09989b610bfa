"""A game step by step: the position after any number of moves, and the places that one may jump to. A finished one through the
eyes of anybody who sat there, a running one through the reader's own, with nothing in it that they may not know at that place.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import groupby, pairwise
from operator import attrgetter
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.board import log, score
from games.board.charts import Chart, chart
from games.board.layout import LaidTable
from games.board.move_words import move_words
from games.board.panel import Sum, sums_of
from games.board.people import Person, people
from games.board.round import SeatRow, span
from games.board.sentences import sentence
from games.models import PlainRow, RowKind, Source, Visibility
from games.names import words
from games.play.positions import Play, VisibleEntry, visible_entries
from games.replay.charts import lines_of
from games.replay.strip import told_of


class Segment(NamedTuple):
    """A run of moves in one phase of one round, on a rail as long as the game has moves."""

    round: int
    phase: str
    name: str
    start: int
    length: int

    @property
    def shown(self) -> float:
        """Its length in the drawing, with a gap after it."""
        return max(self.length - 0.4, 0.5)


class PhaseLinks(NamedTuple):
    """The phases of a round, and where the one begins in which the page stands, if it is of this round."""

    segments: tuple[Segment, ...]
    here: int | None


class Jump(NamedTuple):
    """The nearest places of a kind before and after the present one, None where there is none. `key` leads on, and back with
    Shift."""

    name: str
    key: str
    before: int | None
    after: int | None


def jump(name: str, key: str, places: Sequence[int], ply: int) -> Jump:
    """`places` are in order."""
    before, after = bisect_left(places, ply), bisect_right(places, ply)
    return Jump(name, key, places[before - 1] if before else None, places[after] if after < len(places) else None)


def segments_of(states: Sequence[engine.State]) -> tuple[Segment, ...]:
    later = [
        ply
        for ply, (one, other) in enumerate(pairwise(states), 1)
        if one.round != other.round or (one.step != other.step and one.phase != other.phase)
    ]
    names = {phase: str(name) for phase, name in words.PHASE_NAMES.items()}
    phases = [(states[start].round, states[start].phase) for start in (0, *later)]
    return tuple(
        Segment(*at, names[at[1]], start, end - start)
        for at, (start, end) in zip(phases, pairwise([0, *later, len(states)]), strict=True)
    )


SCORINGS = (engine.Scored, engine.Final)


def scorings(play: Play) -> list[int]:
    told = [(ply, entry) for ply, one in enumerate(play.steps) for entry in one.step.entries]
    return list(dict.fromkeys([ply for ply, entry in told if isinstance(entry, SCORINGS)]))


NOT_DECIDED = (Source.AUTO, Source.STANDING, Source.TIMEOUT)
"""Where moves come from that nobody decided on then."""


def own_decisions(play: Play, seat: int) -> list[int]:
    rows = ((ply, one.row) for ply, one in enumerate(play.steps))
    return [ply - 1 for ply, row in rows if row and row.seat == seat and row.source not in NOT_DECIDED]


def undone(rows: Sequence[PlainRow]) -> dict[int, list[tuple[int, int]]]:
    """By the position to which moves were taken back: who did, and how many."""
    kept: list[int] = []
    found: dict[int, list[tuple[int, int]]] = {}
    for row in rows:
        if row.kind == RowKind.MOVE:
            kept.append(row.number)
        elif row.kind == RowKind.BACK:
            left = [number for number in kept if number <= int(row.text)]
            found.setdefault(len(left), []).append((row.seat, len(kept) - len(left)))
            kept = left
    return found


ALL = "all"
"""The eyes from which nothing is hidden."""

SPEEDS = (0.5, 1, 2, 4)


class Sentence(NamedTuple):
    title: str
    subtitle: str
    person: Person | None
    rubles: str
    took: str
    note: str = ""


class ReplayPage(LaidTable):
    """`ply` moves into a game. `seat` None is the view of a visitor; while the game runs it is the seat of the reader.
    `own_seat` is the one they hold or held. After the end a visitor may see all that is hidden. `eyes` keep that in addresses."""

    is_replay = True

    def __init__(
        self, play: Play, seat: int | None, *, ply: int, own_seat: int | None = None, sees_all: bool = False
    ) -> None:
        super().__init__(play, seat, ply=ply, sees_all=sees_all)
        self.eyes = ALL if sees_all else "" if seat is None or not play.game.is_finished else str(seat)
        self.own_seat = own_seat
        self.runs = not play.game.is_finished
        if not self.runs:
            self.names = people(play, None)  # who replays is nobody of the table: all are called by their names
        self.last = len(play.steps) - 1
        self.over = self.view.over

    @cached_property
    def told(self) -> list[VisibleEntry]:
        """What this viewer may know of the present round up to here: the page tells of no more."""
        start = max(start for start in self.rounds if start <= self.ply)
        before = self.play.at(start - 1).number if start else -1
        return list(visible_entries(self.play, self.viewer, since=before, until=self.ply))

    @cached_property
    def here(self) -> list[VisibleEntry]:
        return [one for one in self.told if one.ply == self.ply]

    @cached_property
    def tells_beside(self) -> bool:
        """Of a running game, where the own display lies at the left, too: what the move brought about stands in the right column
        beside the score, unless four or five seats take the room and no square lies at the left."""
        return self.runs and (bool(self.extras["side"]) or len(self.names) < 4)

    @cached_property
    def sentence(self) -> Sentence:
        step, row = self.played.step, self.played.row
        where = _("%(phase)s, round %(round)s") % {
            "phase": words.PHASE_NAMES[self.view.phase],
            "round": self.view.round,
        }
        if row is None or step.seat is None:
            return Sentence(_("Starting position"), where, None, "", "")
        before = self.play.at(self.ply - 1)
        told = told_of(self.here, self.play, self.ply, self.viewer)
        if told is None and self.runs and step.seat != self.viewer:
            return Sentence(_("A secret decision"), where, None, "", "")
        title = sentence(told.entry, self.deck, self.names) if told else self._untold(row.text, before.step, step.seat)
        return Sentence(
            title,
            where,
            self.names[step.seat],
            self._rubles(step.seat, before.step.state),
            self._took(row.at),
            log.note_of(row),
        )

    def _untold(self, text: str, before: engine.Step, seat: int) -> str:
        """An answer that left nothing to tell, in the words in which it was given."""
        said = move_words(text, engine.view_for(before.state, seat), self.deck)
        return _("%(who)s: %(move)s") % {"who": self.names[seat], "move": said.naming(self.names)}

    def _rubles(self, seat: int, before: engine.State) -> str:
        now = self.view.seats[seat].rubles
        if now is None:
            return ""
        then = before.rubles(seat)
        return words.rubles(now) if then == now else f"{then} → {words.rubles(now)}"

    def _took(self, at: datetime) -> str:
        earlier = self.play.at(self.ply - 1).row
        since = earlier.at if earlier else self.game.started_at
        if since is None:
            return ""
        if at - since < timedelta(minutes=1):  # bots, and whoever sits there
            return _("within a minute")
        return _("after %(time)s") % {"time": span(at - since)}

    @cached_property
    def sums(self) -> tuple[Sum, ...]:
        """The price of what was bought or played with this move, term by term."""
        told = told_of(self.here, self.play, self.ply, self.viewer)
        step = self.played.step
        paid = told is not None and isinstance(told.entry, engine.Bought | engine.Played)
        if step.move is None or step.seat is None or not paid:
            return ()
        terms = step.move.terms(self.play.at(self.ply - 1).step.state, step.seat)
        return sums_of(terms, self.deck, is_own=self.names[step.seat].is_you)

    @property
    def undone(self) -> str:
        """Who took back moves that had led on from here."""
        by_ply = self.play.of_course("undone", lambda: undone(self.play.rows))
        said = [
            ngettext("%(who)s undid %(n)s move here.", "%(who)s undid %(n)s moves here.", many)
            % {"who": self.names[seat], "n": many}
            for seat, many in by_ply.get(self.ply, ())
        ]
        return " ".join(said)

    @cached_property
    def seat_rows(self) -> tuple[SeatRow, ...]:
        return self.rows_of_seats({})

    @cached_property
    def recent(self) -> list[log.LogLine]:
        return log.lines(self.here, (), self.deck, self.names, hands={})[::-1]

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        return self.play.of_course("segments", lambda: segments_of([one.step.state for one in self.play.steps]))

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        by_round = groupby(self.segments, key=attrgetter("round"))
        return tuple(next(run).start for _round, run in by_round)

    @cached_property
    def here_since(self) -> int:
        return max(segment.start for segment in self.segments if segment.start <= self.ply)

    @property
    def phase_links(self) -> tuple[PhaseLinks, ...]:
        since = self.here_since
        by_round = [tuple(run) for _round, run in groupby(self.segments, key=attrgetter("round"))]
        return tuple(PhaseLinks(run, since if run[0].start <= since <= run[-1].start else None) for run in by_round)

    @cached_property
    def jumps(self) -> tuple[Jump, ...]:
        found = [
            jump(_("Scoring"), "s", self.play.of_course("scorings", lambda: scorings(self.play)), self.ply),
            jump(_("Round"), "r", self.rounds, self.ply),
            jump(_("Phase"), "p", [one.start for one in self.segments], self.ply),
        ]
        # the decisions of the seat that is looked through, else the reader's own
        mover = self.own_seat if self.viewer is None else self.viewer
        if mover is not None:
            name = _("My decisions") if mover == self.own_seat else str(self.names[mover])
            decisions = self.play.of_course(f"decisions of {mover}", lambda: own_decisions(self.play, mover))
            found.insert(0, jump(name, "m", decisions, self.ply))
        return tuple(found)

    @property
    def speeds(self) -> list[tuple[str, str]]:
        """Seconds per move, and how they are written."""
        return [(f"{seconds:g}", number_format(seconds)) for seconds in SPEEDS]

    @property
    def seat_query(self) -> str:
        """What keeps the viewpoint in links."""
        return f"&seat={self.eyes}" if self.eyes else ""

    @property
    def where(self) -> str:
        values = {"n": self.ply, "last": self.last, "where": self.sentence.subtitle, "what": self.sentence.title}
        return _("Move %(n)s of %(last)s: %(where)s, %(what)s") % values

    @property
    def is_public(self) -> bool:
        """Every visitor may see it, also elsewhere."""
        return self.game.visibility == Visibility.PUBLIC and not self.game.is_closed

    @property
    def can_play_on(self) -> bool:
        """A practice game may begin in this position (games.practice)."""
        return not (self.runs or self.game.is_solo or self.game.is_closed) and bool(self.view.asked)

    @cached_property
    def final(self) -> tuple[score.FinalLine, ...]:
        at_end = self.ply == self.last and not self.runs
        return score.final_lines(self.view, self.game.result or {}, self.names) if at_end else ()

    @cached_property
    def points_so_far(self) -> Chart:
        """Nothing past this move."""
        states = [one.step.state for one in self.play.steps]
        points = self.play.of_course(
            "points", lambda: [[one.players[seat.seat].points for one in states] for seat in self.names]
        )
        marks = [(start, str(number)) for number, start in enumerate(self.rounds, 1) if start <= self.ply]
        return chart(lines_of(self.names, [line[: self.ply + 1] for line in points]), marks, most=10)
