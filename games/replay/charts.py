"""How a game went, as lines over its moves or rounds: points, rubles, income, cards of each colour, and time used."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.formats import number_format
from django.utils.translation import gettext as _

import engine
from games.board.charts import Chart, Series, chart
from games.board.people import Person
from games.names import words
from games.names.cards import Deck
from games.play.positions import Play

SHORT = 9
"""Letters of a name that find room beside the drawing."""
DAY = 24.0


@dataclass(frozen=True, slots=True)
class GameChart:
    """A drawing and its figures: `rows` are the names of rounds with what each player had at their ends."""

    key: str
    title: str
    chart: Chart
    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class GameFigures:
    """A whole game in figures: by seat and move, by seat and round, and by colour, seat and round. `ends` are the last moves of the
    rounds."""

    ends: tuple[int, ...]
    points: list[list[int]]
    rubles: list[list[int]]
    hours: list[list[float]]
    income: list[list[int]]
    cards: dict[str, list[list[int]]]


def game_figures(play: Play) -> GameFigures:
    seats, deck = range(len(play.seats)), Deck(play.options)
    states = [one.step.state for one in play.steps]
    ends = [ply for ply, (here, after) in enumerate(pairwise(states)) if after.round != here.round] + [len(states) - 1]
    income = [[0] * len(ends) for _seat in seats]
    hours = [[0.0] for _seat in seats]
    number, before = 0, play.game.started_at
    for ply, one in enumerate(play.steps):
        for entry in one.step.entries:
            if isinstance(entry, engine.Scored):
                for change in entry.changes():
                    income[change.seat][number] += change.rubles
        number += ply == ends[number] and number + 1 < len(ends)
        if one.row is not None:
            spent = (one.row.at - before).total_seconds() / 3600 if before else 0.0
            before = one.row.at
            for seat in seats:
                hours[seat].append(hours[seat][-1] + (spent if seat == one.row.seat else 0.0))
    cards: dict[str, list[list[int]]] = {}
    for place, ply in enumerate(ends):
        for view in engine.view_for(states[ply], None).seats:
            for card in view.display:
                by_seat = cards.setdefault(deck[card.card].group, [[0] * len(ends) for _seat in seats])
                by_seat[view.seat][place] += 1
    return GameFigures(
        tuple(ends),
        [[state.points(seat) for state in states] for seat in seats],
        [[state.rubles(seat) for state in states] for seat in seats],
        hours,
        income,
        cards,
    )


def charts_of(play: Play, names: Sequence[Person]) -> list[GameChart]:
    """All charts of a finished game; everything about it is known. Made once for as long as its positions are remembered."""
    figures = play.of_course("course", lambda: game_figures(play))
    found = [
        _by_move("points", _("Points"), figures, figures.points, names),
        _by_move("rubles", _("Rubles"), figures, figures.rubles, names),
        _by_round("income", _("Income in rubles per round"), figures.income, names),
    ]
    for group in (group for group in words.GROUP_NAMES if group in figures.cards):
        title = _("Cards in play: %(group)s") % {"group": words.GROUP_NAMES[group]}
        found.append(_by_round(group, title, figures.cards[group], names))
    longest = max(line[-1] for line in figures.hours)
    days = longest > 3 * DAY
    title = _("Time used, in days") if days else _("Time used, in hours")
    hours = [[value / DAY if days else value for value in line] for line in figures.hours]
    found.append(_by_move("time", title, figures, hours, names, written=_decimal))
    return found


def _decimal(value: float) -> str:
    value = round(value, 1)
    return number_format(value, decimal_pos=0 if value.is_integer() else 1)


def _figure(value: float) -> str:
    return words.figure(round(value))


def lines_of(names: Sequence[Person], values: Sequence[Sequence[float]]) -> list[Series]:
    return [Series(f"s{one.seat}", one.name, line, short(one)) for one, line in zip(names, values, strict=True)]


def short(person: Person) -> str:
    name = str(person)
    return name if len(name) <= SHORT else f"{name[: SHORT - 1]}…"


def _by_move(
    key: str,
    title: str,
    figures: GameFigures,
    values: Sequence[Sequence[float]],
    names: Sequence[Person],
    *,
    written: Callable[[float], str] = _figure,
) -> GameChart:
    starts = [0, *(end + 1 for end in figures.ends[:-1])]
    marks = [(start, str(number)) for number, start in enumerate(starts, 1)]
    at_ends = [[line[end] for end in figures.ends] for line in values]
    return _made(key, title, chart(lines_of(names, values), marks, written=written), at_ends, names, written)


def _by_round(key: str, title: str, values: Sequence[Sequence[float]], names: Sequence[Person]) -> GameChart:
    marks = [(place, str(place + 1)) for place in range(len(values[0]))]
    return _made(key, title, chart(lines_of(names, values), marks), values, names, _figure)


def _made(
    key: str,
    title: str,
    drawn: Chart,
    by_round: Sequence[Sequence[float]],
    names: Sequence[Person],
    written: Callable[[float], str],
) -> GameChart:
    rows = tuple(
        (str(number), tuple(written(value) for value in values))
        for number, values in enumerate(zip(*by_round, strict=True), 1)
    )
    return GameChart(key, title, drawn, tuple(one.name for one in names), rows)
