"""The page of a review: the figures that are kept, in the reader's words, and the moments as moves of the replay."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine.bots import ReasonTerm
from games.board.move_words import MoveLine
from games.board.people import Person, people
from games.board.reasons import Reader, reason_in_words
from games.names import words
from games.names.cards import Deck, Face
from games.play.positions import Play
from games.replay.ending import source_name
from games.review.figures import FINAL, CardFigure, Figures, LuckFigure, MomentFigure
from games.review.services import FoundReview, ReviewState
from games.text_client.moves import move_line

WIDTH = 300
"""Of a bar, in units of the drawing."""
DIGIT = 9
"""How much of it a digit takes."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Points of one source in the bar of a seat; `look` is a class, `label` the points where they have room."""

    x: float
    width: float
    look: str
    name: str
    label: str


@dataclass(frozen=True, slots=True)
class RoundLine:
    """What one round brought a seat, by source, and the rubles that it left."""

    name: str
    cells: tuple[str, ...]
    total: str
    left: str


@dataclass(frozen=True, slots=True)
class CardLine:
    """What a card cost and brought; `name` has the number of copies."""

    face: Face
    name: str
    paid: str
    rubles: str
    points: str


@dataclass(frozen=True, slots=True)
class SeatReview:
    """One seat: its bar, its points by round and source, its cards."""

    person: Person
    total: int
    bar: tuple[Segment, ...]
    says: str
    rounds: tuple[RoundLine, ...]
    cards: tuple[CardLine, ...]


@dataclass(frozen=True, slots=True)
class MomentLine:
    """A move that cost points, beside the better one."""

    person: Person
    where: str
    played: MoveLine
    better: MoveLine
    why: str
    cost: str
    interval: str
    wins: str
    url: str


@dataclass(frozen=True, slots=True)
class LuckLine:
    """How lucky a seat was with all deals, and with the best and the worst of them."""

    person: Person
    total: str
    best: str
    worst: str


class ReviewPage:
    """A finished game and what there is of its review. All players are called by their names, so the page can be shared."""

    def __init__(self, play: Play, found: FoundReview, *, is_limited: bool = False) -> None:
        self.play = play
        self.found = found
        self.is_limited = is_limited
        self.names = people(play, None)
        self.deck = Deck(play.options)

    @property
    def state(self) -> ReviewState:
        return self.found.state

    @property
    def figures(self) -> Figures:
        assert self.found.figures is not None
        return self.found.figures

    # --- the moments
    @cached_property
    def moments(self) -> list[MomentLine]:
        return [self._moment(one) for one in self.figures["moments"]]

    @property
    def judged(self) -> str:
        """How many moves were looked at."""
        count = self.figures["judged"]
        return ngettext("%(count)s move left a choice.", "%(count)s moves left a choice.", count) % {"count": count}

    def _moment(self, one: MomentFigure) -> MomentLine:
        state = self.play.at(one["ply"]).step.state
        view, terms = engine.view_for(state, one["seat"]), [ReasonTerm(**term) for term in one["reasons"]]
        person = self.names[one["seat"]]
        replay = reverse("games:replay", args=[self.play.game.pk])
        return MomentLine(
            person=person,
            where=_("%(phase)s, round %(round)s") % {"phase": words.PHASE_NAMES[one["phase"]], "round": one["round"]},
            played=self._move(one["played"], view),
            better=self._move(one["better"], view),
            why=reason_in_words(engine.parse_move(one["better"], state), terms, Reader(view, self.deck, self.names)),
            cost=_("%(points)s points") % {"points": words.decimal(one["points"])},
            interval=_("%(low)s to %(high)s") % {"low": words.decimal(one["low"]), "high": words.decimal(one["high"])},
            wins=_wins(one, person),
            url=f"{replay}?at={one['ply']}&seat={one['seat']}",
        )

    def _move(self, text: str, view: engine.View) -> MoveLine:
        return move_line(text, view, self.deck).naming(self.names)

    # --- the seats
    @cached_property
    def sources(self) -> list[str]:
        """Sources of points during the rounds, in the order of the phases; others follow."""
        found = {one["source"] for one in self.figures["points"] if one["round"] != FINAL}
        phases = [f"scoring:{phase}" for phase in words.PILES]
        return sorted(found, key=lambda source: (phases.index(source) if source in phases else len(phases), source))

    @property
    def columns(self) -> list[str]:
        return [_short(source) for source in self.sources]

    @cached_property
    def seats(self) -> list[SeatReview]:
        """Best first."""
        totals = {person.seat: sum(points for _key, points in self._points(person.seat)) for person in self.names}
        most = max(1, *(self._gained(person.seat) for person in self.names))
        order = sorted(self.names, key=lambda person: -totals[person.seat])
        return [
            SeatReview(
                person,
                totals[person.seat],
                tuple(self._bar(person.seat, most)),
                self._says(person.seat),
                tuple(self._rounds(person.seat)),
                tuple(self._card(one) for one in self.figures["cards"] if one["seat"] == person.seat),
            )
            for person in order
        ]

    def _points(self, seat: int) -> Iterator[tuple[tuple[int, str], int]]:
        for one in self.figures["points"]:
            if one["seat"] == seat:
                yield (one["round"], one["source"]), one["points"]

    def _by_source(self, seat: int) -> dict[str, int]:
        """Those of the rounds in the order of the columns, then those of the final scoring."""
        found = dict.fromkeys(self.sources, 0)
        for (_round, source), points in self._points(seat):
            found[source] = found.get(source, 0) + points
        return {source: points for source, points in found.items() if points}

    def _gained(self, seat: int) -> int:
        return sum(points for points in self._by_source(seat).values() if points > 0)

    def _bar(self, seat: int, most: int) -> Iterator[Segment]:
        x = 0.0
        for source, points in self._by_source(seat).items():
            if points > 0:
                width, label = WIDTH * points / most, str(points)
                shown = label if width > DIGIT * len(label) + 4 else ""
                yield Segment(round(x, 1), round(width, 1), source.replace(":", "-"), _short(source), shown)
                x += width

    def _says(self, seat: int) -> str:
        """`Buildings 62, Nobles 40, cards in hand −5`."""
        return ", ".join(f"{_short(source)} {words.figure(n)}" for source, n in self._by_source(seat).items())

    def _rounds(self, seat: int) -> Iterator[RoundLine]:
        points = dict(self._points(seat))
        for number, left in enumerate(self.figures["rubles_left"][seat], 1):
            cells = [points.get((number, source), 0) for source in self.sources]
            shown = tuple(words.figure(cell) if cell else "–" for cell in cells)
            yield RoundLine(str(number), shown, words.figure(sum(cells)), str(left))

    def final(self, seat: int) -> list[tuple[str, str]]:
        """The steps of the final scoring."""
        return [
            (_short(source), words.signed(points))
            for (number, source), points in self._points(seat)
            if number == FINAL and points
        ]

    def _card(self, one: CardFigure) -> CardLine:
        face = self.deck[one["card"]]
        name = face.name if one["copies"] < 2 else f"{one['copies']} × {face.name}"
        rubles = words.figure(one["rubles"])
        if one["saved"]:
            rubles = _("%(rubles)s, saved %(saved)s") % {"rubles": rubles, "saved": one["saved"]}
        return CardLine(face, name, str(one["paid"]), rubles, words.figure(one["points"]))

    # --- luck
    @property
    def luck(self) -> list[LuckLine]:
        """By seat, as the seats stand on the page; none where no card was dealt after the first."""
        found = self.figures["luck"]
        if not found:
            return []
        lines = []
        for seat in (one.person for one in self.seats):
            best = max(found, key=lambda one: one["points"][seat.seat])
            worst = min(found, key=lambda one: one["points"][seat.seat])
            total = sum(one["points"][seat.seat] for one in found)
            lines.append(
                LuckLine(seat, words.decimal(total, signed=True), _deal(best, seat.seat), _deal(worst, seat.seat))
            )
        return lines


def _wins(one: MomentFigure, person: Person) -> str:
    values = {"who": person, "played": one["won_played"], "better": one["won_better"], "worlds": one["worlds"]}
    if one["won_better"] == one["won_played"] == 0:
        return _("It decided nothing: %(who)s lost all %(worlds)s simulated games after either move.") % values
    if one["won_better"] == one["won_played"] == one["worlds"]:
        return _("It decided nothing: %(who)s won all %(worlds)s simulated games after either move.") % values
    return (
        _("In %(worlds)s simulated games, %(who)s won %(played)s after this move and %(better)s after the better one.")
        % values
    )


def _short(source: str) -> str:
    """A source as the heading of a column."""
    kind, _colon, what = source.partition(":")
    if kind == "scoring" and what in words.PILES:
        return str(words.PILES[what])
    return capfirst(source_name(source))


def _deal(one: LuckFigure, seat: int) -> str:
    where = _("%(phase)s, round %(round)s") % {"phase": words.PHASE_NAMES[one["phase"]], "round": one["round"]}
    return f"{words.decimal(one['points'][seat], signed=True)} ({where})"
