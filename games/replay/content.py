"""A game step by step: the position after any number of moves. A finished one through the eyes of anybody who sat there, a
running
one through the reader's own, with nothing in it that they may not know at that place.

What has happened since somebody was here, as a strip of moves: each leads to the position after it, the first of them to
all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby, pairwise
from operator import attrgetter

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

import engine
from games.board import log, score
from games.board.layout import LaidTable
from games.board.move_words import move_words
from games.board.people import Person, people
from games.board.round import SeatRow, span
from games.board.sentences import deed, sentence
from games.names import words
from games.names.cards import Deck, Face
from games.play import secrecy
from games.play.positions import Play, VisibleEntry, visible_entries


@dataclass(frozen=True, slots=True)
class Segment:
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


@dataclass(frozen=True, slots=True)
class Jumps:
    """The phases of a round, and where the one begins in which the page stands, if it is of this round."""

    segments: tuple[Segment, ...]
    here: int | None


@dataclass(frozen=True, slots=True)
class Curve:
    """The points of one seat so far, as a polyline in a drawing of 300 by 120. `end` is short enough to stand at its end, `said`
    has the whole name."""

    seat: int
    said: str
    path: str
    points: int
    end: str
    label_y: float
    most: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """The turn bar of a replay: the move that led here."""

    title: str
    subtitle: str
    person: Person | None
    rubles: str
    took: str


class ReplayPage(LaidTable):
    """`ply` moves into a game. `seat` None is the view of a visitor; while the game runs it is the seat of the reader."""

    is_replay = True

    def __init__(self, play: Play, seat: int | None, *, ply: int) -> None:
        super().__init__(play, seat, ply=ply)
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
        """What the move that led here brought about."""
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
            title, where, self.names[step.seat], self._rubles(step.seat, before.step.state), self._took(row.at)
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
        return _("after %(time)s") % {"time": span(at - since)}

    @cached_property
    def seat_rows(self) -> tuple[SeatRow, ...]:
        return self.rows_of_seats({})

    @cached_property
    def recent(self) -> list[log.LogLine]:
        """The lines of this move, newest first."""
        return log.lines(self.here, (), self.deck, self.names, hands={})[::-1]

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        return self.play.of_course("segments", lambda: _segments([one.step.state for one in self.play.steps]))

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """Where each round begins."""
        by_round = groupby(self.segments, key=attrgetter("round"))
        return tuple(next(run).start for _round, run in by_round)

    @cached_property
    def here_since(self) -> int:
        """Where the present phase began."""
        return max(segment.start for segment in self.segments if segment.start <= self.ply)

    @property
    def jumps(self) -> tuple[Jumps, ...]:
        """A link to each phase, by rounds."""
        since = self.here_since
        by_round = [tuple(run) for _round, run in groupby(self.segments, key=attrgetter("round"))]
        return tuple(Jumps(run, since if run[0].start <= since <= run[-1].start else None) for run in by_round)

    @property
    def before(self) -> int:
        return max(self.ply - 1, 0)

    @property
    def after(self) -> int:
        return min(self.ply + 1, self.last)

    @property
    def rail(self) -> int:
        """How long the rail is, in moves."""
        return self.last + 1

    @property
    def seat_query(self) -> str:
        """What keeps the viewpoint in links."""
        return "" if self.viewer is None or self.runs else f"&seat={self.viewer}"

    @property
    def where(self) -> str:
        """What the slider says of its value."""
        values = {"n": self.ply, "last": self.last, "where": self.sentence.subtitle, "what": self.sentence.title}
        return _("Move %(n)s of %(last)s: %(where)s, %(what)s") % values

    @property
    def phase_before(self) -> int:
        """Where the present phase began, or the one before if we stand there."""
        return max((segment.start for segment in self.segments if segment.start < self.ply), default=0)

    @property
    def phase_after(self) -> int:
        return next((segment.start for segment in self.segments if segment.start > self.ply), self.last)

    @property
    def can_play_on(self) -> bool:
        """A practice game may begin in this position (games.practice)."""
        return not (self.runs or self.game.is_solo or self.game.is_closed) and bool(self.view.asked)

    @property
    def scored(self) -> bool:
        return self.view.scores is not None

    @cached_property
    def final(self) -> tuple[score.FinalLine, ...]:
        at_end = self.ply == self.last and not self.runs
        return score.final_lines(self.view, self.game.result or {}, self.names) if at_end else ()

    @cached_property
    def curves(self) -> tuple[Curve, ...]:
        """Points so far: nothing past this move."""
        points = self.play.of_course(
            "points", lambda: points_of(self.names, [one.step.state for one in self.play.steps])
        )
        return curves_of(self.names, [line[: self.ply + 1] for line in points])


def told_of(here: Iterable[VisibleEntry], play: Play, ply: int, viewer: int | None) -> VisibleEntry | None:
    """What this viewer is told of the move itself, among all that came `here` of it; None where they may not know who made it."""
    row = play.at(ply).row
    if row is None or secrecy.is_hidden_move(play, ply, viewer):
        return None
    return next((one for one in here if getattr(one.entry, "seat", None) == row.seat), None)


WIDTH, HEIGHT, LINE = 230, 110, 13
SHORT = 9
"""Letters of a name that find room beside the drawing."""


def _segments(states: Sequence[engine.State]) -> tuple[Segment, ...]:
    phases = [(state.round, state.phase) for state in states]
    starts = [0, *(ply for ply in range(1, len(phases)) if phases[ply] != phases[ply - 1])]
    return tuple(
        Segment(*phases[start], str(words.PHASE_NAMES[phases[start][1]]), start, end - start)
        for start, end in pairwise([*starts, len(phases)])
    )


def points_of(names: Sequence[Person], states: Sequence[engine.State]) -> list[list[int]]:
    """What each seat had in these positions."""
    return [[state.points(person.seat) for state in states] for person in names]


def curves_of(names: Sequence[Person], points: Sequence[Sequence[int]]) -> tuple[Curve, ...]:
    """The points of everybody, as lines."""
    top = max(10, *map(max, points))
    return _spread([_curve(person, line, top) for person, line in zip(names, points, strict=True)])


def _curve(person: Person, points: Sequence[int], top: int) -> Curve:
    across = WIDTH / max(len(points) - 1, 1)
    corners = [
        (round(ply * across, 1), round(HEIGHT - HEIGHT * max(points[ply], 0) / top, 1)) for ply in _bends(points)
    ]
    path = " ".join(f"{x},{y}" for x, y in corners)
    name = str(person)
    short = name if len(name) <= SHORT else f"{name[: SHORT - 1]}…"
    reached = words.figure(points[-1])
    return Curve(
        person.seat, f"{person.name} {reached}", path, points[-1], f"{short} {reached}", corners[-1][1], max(points)
    )


def _bends(points: Sequence[int]) -> list[int]:
    """Both ends of a line, and every place where it was or becomes another number: between them it runs level."""
    last = len(points) - 1
    return [
        place
        for place, number in enumerate(points)
        if place in (0, last) or not points[place - 1] == number == points[place + 1]
    ]


def _spread(curves: list[Curve]) -> tuple[Curve, ...]:
    """Labels at the ends of the lines, apart from each other, and all of them in the drawing."""
    from_below = sorted(curves, key=lambda curve: (-curve.label_y, curve.points))
    heights, lowest = [], float("inf")
    for curve in from_below:
        lowest = min(curve.label_y, lowest - LINE)
        heights.append(lowest)
    highest = 0.0
    for place in reversed(range(len(heights))):
        heights[place] = max(heights[place], highest)
        highest = heights[place] + LINE
    return tuple(replace(curve, label_y=round(y, 1)) for curve, y in zip(from_below, heights, strict=True))


MOST = 10
"""How many moves the strip shows; those before them are counted, and are played through too."""


@dataclass(frozen=True, slots=True)
class StripStep:
    """A move as its watcher may know it; `person` is None where they may not know whose it was."""

    ply: int
    text: str
    person: Person | None = None
    face: Face | None = None


@dataclass(frozen=True, slots=True)
class Strip:
    """The last of these moves, `earlier` ones before them, and `start`, the position before all of them. `since` is the number of
    the row before them, `seen` of the last one that the reader knows; `query` keeps the eyes."""

    title: str
    steps: tuple[StripStep, ...]
    earlier: int
    start: int
    since: int
    seen: int
    query: str = ""

    @property
    def count(self) -> int:
        return self.earlier + len(self.steps)


def since_visit(
    play: Play, told: Sequence[VisibleEntry], viewer: int, deck: Deck, names: Sequence[Person], *, seen: int, own: int
) -> Strip | None:
    """What came after the version that was `seen`; where that is nothing or their `own` move came later, what came after that."""
    begins = [(own, _("Since your last turn") if own else _("Since the start"))]
    if seen > own:
        begins.insert(0, (seen, _("Since your last visit")))
    starts = ((max(play.steps.after(since), 1), since, title) for since, title in begins)
    found = next((one for one in starts if one[0] < len(play.steps)), None)
    if found is None:
        return None
    first, since, title = found
    last = len(play.steps) - 1
    shown = max(first, last - MOST + 1)
    here: dict[int, list[VisibleEntry]] = {ply: [] for ply in range(shown, last + 1)}
    for one in reversed(told):
        if one.ply < shown:
            break
        here[one.ply].insert(0, one)
    steps = tuple(_step(play, ply, here[ply], viewer, deck, names) for ply in here)
    query = f"&seat={viewer}" if play.game.is_finished else ""
    return Strip(title, steps, shown - first, first - 1, since, max(seen, own), query)


def _step(
    play: Play, ply: int, here: Sequence[VisibleEntry], viewer: int, deck: Deck, names: Sequence[Person]
) -> StripStep:
    one = told_of(here, play, ply, viewer)
    if one is None:
        return StripStep(ply, _("answered"))
    card = getattr(one.entry, "card", None)
    seat = getattr(one.entry, "seat", None)
    text = deed(one.entry, deck) or _("answered")
    return StripStep(ply, text, None if seat is None else names[seat], deck[card] if card else None)
