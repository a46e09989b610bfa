"""Accounts and the numbers under which a tournament knows its players."""

from __future__ import annotations

from tournaments.finished import NumberOf
from tournaments.models import Entry, Tournament


def number_of(tournament: Tournament) -> NumberOf:
    """From an account to its number in the tournament. Who is not entered, such as a substitute, has a number below 0 that is
    nobody else's."""
    numbers = dict(Entry.objects.filter(tournament=tournament, number__isnull=False).values_list("user_id", "number"))
    return lambda user: numbers.get(user) or -user
