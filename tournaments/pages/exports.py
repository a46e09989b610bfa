"""Standings and pairings for programs: comma separated, JSON, and in pairs as a tournament report file (TRF26)."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from arbiter.kept import from_json
from arbiter.pairing.trf.columns import (
    AbnormalRecord,
    InitialColourRecord,
    PlayerRecord,
    PointsRecord,
    Record,
    RoundCell,
    RoundsRecord,
    TextRecord,
)
from arbiter.pairing.trf.document import Document, write
from arbiter.pairing.trf.points import scoring
from arbiter.pairing.violations import Colour
from arbiter.progression.plan import Knockout, RoundRobin, Swiss
from arbiter.progression.situation import Why
from arbiter.results import DRAW, WIN, GameResult
from tournaments.models import Chair, Entry, Rest, Standing, Table, TableState, Tournament
from tournaments.pages.standings_lines import all_lines
from tournaments.pages.tables import table_rows

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""With what a text begins that a spreadsheet would take for a formula."""


def standings(tournament: Tournament) -> list[dict[str, Any]]:
    """A line for everybody in order; the values exact, as texts such as 43/3."""
    return [
        {
            "place": line.place,
            "number": line.person.number,
            "name": line.person.name,
            **{cell.code: cell.exact for cell in line.cells},
        }
        for line in all_lines(tournament)
    ]


def pairings(tournament: Tournament) -> list[dict[str, Any]]:
    """A line for every seat of every round, with place, points and VP where the table counts."""
    tables = Table.objects.filter(round__tournament=tournament).order_by("round__number", "number", "leg")
    return [
        {
            "round": row.round_number,
            "table": row.number,
            "game_of_match": row.leg,
            "seat": one.seat + 1,
            "number": one.person.number,
            "name": one.person.name,
            "place": one.place,
            "points": one.points if one.place is not None else None,
            "vp": one.vp if one.place is not None else None,
        }
        for row in table_rows(tables, None, tournament.plan)
        for one in row.seats
    ]


def as_csv(rows: Sequence[dict[str, Any]], names: Iterable[str]) -> str:
    """The same as comma separated values with a line of names (RFC 4180)."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(names))
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _harmless(value) for name, value in row.items()})
    return out.getvalue()


def _harmless(value: object) -> object:
    """A text that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULAS) else value


GRANTED = {Fraction(0): "Z", Fraction(1, 2): "H", Fraction(1): "F"}
"""A round without a game that was granted, by the share of a win that it gives."""

SYSTEMS: Mapping[type, str] = {RoundRobin: "CUSTOM_ROUNDROBIN", Knockout: "CUSTOM_KNOCKOUT"}
"""What the format calls forms that are no Swiss. A round-robin goes by the Berger tables, but by lots that do not stand in the
file, not by the starting numbers."""

Cells = dict[int, dict[int, RoundCell]]


def can_be_reported(tournament: Tournament) -> bool:
    """Whether the format has words for its first stage: in pairs, and one game a round for each at most. In a knockout of
    matches several games of a match are played in one round, and a line has one place for each."""
    form = tournament.plan.stages[0]
    return tournament.plan.in_pairs and not (isinstance(form, Knockout) and form.best_of > 1)


def report(tournament: Tournament) -> str:
    """The file, with all rounds of the first stage. Who is kept apart from whom is nobody's business and does not stand in it."""
    form = tournament.plan.stages[0]
    cells: Cells = defaultdict(dict)
    _games(tournament, cells)
    abnormal = list(_rests(tournament, cells))
    entries = list(
        Entry.objects.filter(tournament=tournament, number__isnull=False).select_related("user").order_by("number")
    )
    ranks = dict(Standing.objects.filter(tournament=tournament).values_list("entry_id", "order"))
    last = max((of for rounds in cells.values() for of in rounds), default=0)
    head: list[Record] = [
        TextRecord("012", f" {tournament.title}"),
        *([RoundsRecord(form.rounds)] if isinstance(form, Swiss) else [TextRecord("192", f" {SYSTEMS[type(form)]}")]),
        PointsRecord((("W", WIN), ("D", DRAW), ("L", 0), ("P", int(tournament.plan.bye * WIN)))),
        *(_first_colour(cells) if isinstance(form, Swiss) else ()),
        *abnormal,
    ]
    rules = scoring(head)
    players = [_player(one, cells[one.number or 0], last, ranks.get(one.pk)) for one in entries]
    counted = [
        PlayerRecord(
            one.number,
            one.name,
            sum(rules.of(one.number, of, one.cell(of)) for of in range(1, last + 1)),
            one.rank,
            one.cells,
            rating=one.rating,
        )
        for one in players
    ]
    return write(Document.of([*head, *counted]))


def _player(entry: Entry, cells: dict[int, RoundCell], last: int, rank: int | None) -> PlayerRecord:
    rating = round(entry.rating) if entry.rating else None
    rounds = tuple(cells.get(of, RoundCell(0, None, "Z")) for of in range(1, last + 1))
    return PlayerRecord(entry.number or 0, entry.user.name[:33], 0, rank, rounds, rating=rating)


def _games(tournament: Tournament, cells: Cells) -> None:
    """Every game of the first stage, those without a result too, in a Swiss also those annulled; the first seat is white."""
    columns = ("table_id", "round__number", "seat", "entry__number", "table__state", "table__result_text")
    chairs = Chair.objects.filter(round__tournament=tournament, round__stage=0).order_by(
        "round__number", "table_id", "seat"
    )
    if not isinstance(tournament.plan.stages[0], Swiss):
        chairs = chairs.exclude(table__state=TableState.ANNULLED)
    tables: dict[int, list[tuple[int, int, str, str, bool]]] = defaultdict(list)
    for table, of, _seat, number, state, text, played in chairs.values_list(*columns, "table__was_played"):
        tables[table].append((of, number, state, text, played))
    for seats in tables.values():
        if len(seats) != 2:
            continue
        (of, white, state, text, played), (_of, black, *_more) = seats
        results = ("", "")
        if state == TableState.COUNTED:
            results = _results(from_json(GameResult, text), played=played)
        cells[white][of] = RoundCell(black, Colour.WHITE, results[0])
        cells[black][of] = RoundCell(white, Colour.BLACK, results[1])


def _results(result: GameResult, *, played: bool) -> tuple[str, str]:
    white, black = sorted(result.outcomes, key=lambda one: one.seat)
    if white.place == black.place:
        return ("=", "=") if played else ("-", "-")
    won, lost = ("1", "0") if played else ("+", "-")
    return (won, lost) if white.place < black.place else (lost, won)


def _rests(tournament: Tournament, cells: Cells) -> Iterable[AbnormalRecord]:
    """Rounds without a game; a line of its own for points that the format has no sign for."""
    rows = Rest.objects.filter(round__tournament=tournament, round__stage=0).order_by("round__number", "entry__number")
    for of, number, why, text in rows.values_list("round__number", "entry__number", "why", "points"):
        if number is None:
            continue
        points = Fraction(text)
        if Why(why) is Why.BYE:
            cells[number][of] = RoundCell(0, None, "U")
            continue
        cells[number][of] = RoundCell(0, None, GRANTED.get(points, "H"))
        if points not in GRANTED:
            yield AbnormalRecord("H", int(points * WIN), of, (number,))


def _first_colour(cells: Cells) -> Iterable[InitialColourRecord]:
    """The colour drawn by lot: that of the best seed who plays the first round."""
    first = [(number, rounds[1]) for number, rounds in sorted(cells.items()) if 1 in rounds and rounds[1].colour]
    if first:
        yield InitialColourRecord(first[0][1].colour)
