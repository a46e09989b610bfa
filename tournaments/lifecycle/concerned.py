"""Whom a decision of directors concerns, by their accounts."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.models import Chair, EntryState, Round, Table, TableState, Tournament

OPEN = (TableState.WAITING, TableState.RUNNING)


def at_table(table: Table) -> Iterable[int]:
    """Who sits at a table, by the pairing."""
    return Chair.objects.filter(table=table).values_list("entry__user_id", flat=True)


def still_playing(of: Round) -> Iterable[int]:
    """Who has a game of a round that has not counted."""
    return Chair.objects.filter(round=of, table__state__in=OPEN).values_list("entry__user_id", flat=True)


def in_tournament(tournament: Tournament) -> Iterable[int]:
    """Who is entered or waits for a place."""
    entries = tournament.entries.filter(state__in=(EntryState.ENTERED, EntryState.WAITING))
    return entries.values_list("user_id", flat=True)
