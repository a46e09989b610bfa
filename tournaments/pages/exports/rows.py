"""Standings and pairings as plain values, which every format writes."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from tournaments.models import Table, Tournament
from tournaments.pages.lines import all_lines
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
