"""How a game ended, for who comes to its page: the place, where the points came from and when, and what decided."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext as _

import engine
from games.board.charts import Chart, chart
from games.board.people import Person
from games.board.reasons import Reader, deed_in_words
from games.board.score import FinalLine
from games.board.sentences import final_step, scoring_name, won
from games.models import Review
from games.names import words
from games.names.cards import Deck
from games.play.positions import Play
from games.replay.charts import lines_of

PUB, OTHER = "pub", "other"

LONG = 7
"""Sources of points whose table leaves room for those by round beside the board; sets bring more."""


@dataclass(frozen=True, slots=True)
class EndingLine:
    name: str
    cells: tuple[str, ...]


class Ending:
    """A finished game. `lines` are its final scores, best first; `viewer` is the seat of the reader, None for a visitor."""

    def __init__(self, play: Play, lines: Sequence[FinalLine], names: Sequence[Person], viewer: int | None) -> None:
        self.play = play
        self.lines = lines
        self.names = names
        self.mine = next((line for line in lines if line.person.seat == viewer), None)
        self.people = [line.person for line in lines]
        self.ended = (play.game.result or {}).get("ended")

    @property
    def is_long(self) -> bool:
        """Whether the points have so many sources that those by round are better folded away."""
        return len(self.people) > 3 or len(self._sources) > LONG

    @cached_property
    def costliest(self) -> str:
        """The costliest move, once there is a review. One statement, none where others still play the deal."""
        if self.play.game.is_closed:
            return ""
        found = Review.objects.filter(pk=self.play.game.pk, due_at=None).values_list("figures", flat=True).first()
        moments = found["moments"] if found else []
        if not moments:
            return ""
        one = max(moments, key=lambda moment: float(moment["points"]))
        state = self.play.at(one["ply"]).step.state
        reader = Reader(engine.view_for(state, one["seat"]), Deck(self.play.options), self.names)
        return _("The costliest move: %(who)s in round %(round)s, %(move)s. It lost about %(points)s.") % {
            "who": self.names[one["seat"]].name,
            "round": one["round"],
            "move": deed_in_words(engine.parse_move(one["played"], state), reader),
            "points": words.amount_of_points(int(one["points"] + 0.5)),
        }

    @property
    def podium(self) -> list[tuple[FinalLine, str]]:
        """Best first, each with the words of its place; empty where nobody was beaten."""
        if len(self.lines) == 1 or self.ended == "broken off":
            return []
        return [(line, str(ordinal(line.rank))) for line in self.lines]

    @property
    def title(self) -> str:
        """`You came 2nd of 4`."""
        if len(self.lines) == 1:
            return _("%(points)s at the end") % {"points": words.amount_of_points(self.lines[0].total)}
        if self.ended == "broken off":
            return _("Abandoned")
        winners = [line.person.seat for line in self.lines if line.winner]
        if self.mine is None:
            return won(winners, self.names)
        if self.mine.winner:
            return _("You won") if len(winners) == 1 else _("You share the victory")
        values = {"rank": ordinal(self.mine.rank), "players": len(self.lines)}
        return _("You finished %(rank)s of %(players)s") % values

    @cached_property
    def says(self) -> list[str]:
        """What decided: by how much and with what the winner was ahead, and since when."""
        if len(self.lines) == 1 or self.ended == "broken off":
            return []
        first, second = self.lines[0], self.lines[1]
        if second.winner:
            return [_("Tied on points and rubles.")]
        if self.mine is not None and not self.mine.winner:
            second = self.mine
        if first.total == second.total:
            values = {"more": words.rubles(first.left), "less": words.rubles(second.left)}
            return [_("Tied on points: remaining rubles decided the game, %(more)s to %(less)s.") % values]
        return [self._ahead(first, second), *self._lead(first.person.seat)]

    def _ahead(self, first: FinalLine, second: FinalLine) -> str:
        one, other = first.person.seat, second.person.seat
        source = max(self._sources, key=lambda key: self._sources[key][one] - self._sources[key][other])
        values = {
            "who": first.person,
            "gap": words.amount_of_points(first.total - second.total),
            "other": second.person,
            "source": source_name(source),
            "more": words.figure(self._sources[source][one]),
            "less": words.figure(self._sources[source][other]),
        }
        if first.person.is_you:
            return (
                _("You finished %(gap)s ahead of %(other)s. Biggest difference: %(source)s, %(more)s to %(less)s.")
                % values
            )
        if second.person.is_you:
            return (
                _("%(who)s finished %(gap)s ahead of you. Biggest difference: %(source)s, %(more)s to %(less)s.")
                % values
            )
        return (
            _("%(who)s finished %(gap)s ahead of %(other)s. Biggest difference: %(source)s, %(more)s to %(less)s.")
            % values
        )

    def _lead(self, winner: int) -> list[str]:
        """Since when the winner has led, where that was not from the first round on."""
        so_far = [0] * len(self.names)
        led = []
        for _round, gained in self._rounds:
            so_far = [points + more for points, more in zip(so_far, gained, strict=True)]
            led.append(all(so_far[winner] > points for seat, points in enumerate(so_far) if seat != winner))
        behind = max((place for place, leads in enumerate(led) if not leads), default=-1)
        if behind < 0:
            return []
        if behind == len(led) - 1:
            return [_("The game was decided in the final scoring.")] if self._final else []
        number = self._rounds[behind + 1][0]
        return [_("The winner led from round %(round)s on.") % {"round": number}]

    @cached_property
    def _entries(self) -> list[engine.Entry]:
        return [entry for played in self.play.steps for entry in played.step.entries]

    @cached_property
    def _sources(self) -> dict[str, list[int]]:
        """Points of every seat by where they came from. Together they are what everybody has."""
        found: dict[str, list[int]] = {}
        for entry in self._entries:
            for change in entry.changes():
                if change.points:
                    found.setdefault(source_of(entry), [0] * len(self.names))[change.seat] += change.points
        return found

    @cached_property
    def _final(self) -> list[int]:
        """What the final scoring brought every seat; empty where there was none."""
        final = [points for key, points in self._sources.items() if key.startswith("final:")]
        return [sum(points) for points in zip(*final, strict=True)] if final else []

    @cached_property
    def _rounds(self) -> list[tuple[int, list[int]]]:
        """What every seat gained in each round, without the final scoring."""
        found: list[tuple[int, list[int]]] = []
        before = [0] * len(self.names)
        states = [played.step.state for played in self.play.steps]
        for place, state in enumerate(states):
            if place + 1 == len(states) or states[place + 1].round != state.round:
                now = [state.points(seat) for seat in range(len(self.names))]
                found.append((state.round, [more - less for more, less in zip(now, before, strict=True)]))
                before = now
        if self._final:
            number, last = found[-1]
            found[-1] = number, [points - final for points, final in zip(last, self._final, strict=True)]
        return found

    @property
    def sources(self) -> list[EndingLine]:
        return [self._line(capfirst(source_name(key)), self._sources[key]) for key in self._sources]

    @property
    def rounds(self) -> list[EndingLine]:
        lines = [self._line(_("Round %(round)s") % {"round": number}, gained) for number, gained in self._rounds]
        return [*lines, self._line(_("Final scoring"), self._final)] if self._final else lines

    @property
    def total(self) -> EndingLine:
        return EndingLine(_("Points"), tuple(line.points for line in self.lines))

    @property
    def rubles(self) -> EndingLine:
        earned = [0] * len(self.names)
        for entry in self._entries:
            for change in entry.changes():
                earned[change.seat] += max(change.rubles, 0)
        return self._line(_("Rubles earned"), earned)

    @property
    def has_points(self) -> bool:
        """Somebody scored at some time; else there is no curve to draw."""
        return any(any(step.step.state.points(person.seat) for person in self.people) for step in self.play.steps)

    @cached_property
    def chart(self) -> Chart:
        gains = [gained for _round, gained in self._rounds] + ([self._final] if self._final else [])
        points = [list(accumulate((gained[person.seat] for gained in gains), initial=0)) for person in self.names]
        marks = [*map(str, range(len(self._rounds) + 1)), *([_("Final")] if self._final else [])]
        return chart(lines_of(self.names, points), enumerate(marks), most=10)

    def _line(self, name: str, by_seat: Sequence[int]) -> EndingLine:
        return EndingLine(name, tuple(words.figure(by_seat[person.seat]) for person in self.people))


def source_of(entry: engine.Entry) -> str:
    if isinstance(entry, engine.Scored):
        return f"scoring:{entry.phase}"
    if isinstance(entry, engine.Final):
        return f"final:{entry.step}"
    return PUB if entry.kind == PUB else OTHER


def source_name(source: str) -> str:
    kind, _colon, what = source.partition(":")
    if kind == "scoring":
        return scoring_name(what)
    if kind == "final":
        return final_step(what).partition(",")[0]
    return _("points bought in the Pub") if kind == PUB else _("cards, events and bonuses")
