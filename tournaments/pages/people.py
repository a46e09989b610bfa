"""Entrants as pages name them, and the notice board."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import Case, F, Value, When
from django.db.models.expressions import Combinable

from accounts.models import User, name_of
from statements.prepared import Prepared
from tournaments.models import Entry, Post, Tournament
from tournaments.rated.changes import hides


class Person(NamedTuple):
    """An entrant: the row, his number in the tournament (None before the start), account and name."""

    entry: int
    number: int | None
    user: int
    name: str
    is_you: bool = False


class Named(NamedTuple):
    """An account by its name."""

    pk: int
    name: str


def named(user: int, name: str, deleted: datetime | None) -> Named:
    """An account from its number, display name and time of deletion."""
    return Named(user, name_of(user, name, deleted))


FIELDS = ("id", "number", "user_id", "user__display_name", "user__deleted_at")
"""What a row of an entrant is read from."""


def fields(prefix: str = "") -> tuple[str, ...]:
    """`FIELDS` from a row that leads to an entry, such as `entry__`."""
    return tuple(prefix + name for name in FIELDS)


def person(row: Iterable[object], reader: User | None) -> Person:
    """An entrant from the columns of `FIELDS`."""
    entry, number, user, name, deleted = row
    return Person(
        entry,  # type: ignore[arg-type]
        number,  # type: ignore[arg-type]
        user,  # type: ignore[arg-type]
        name_of(user, name, deleted),  # type: ignore[arg-type]
        reader is not None and reader.pk == user,
    )


def rating_for(reader: User | None) -> Combinable:
    """An entrant's rating at the start, as a column for this reader: none where it is his own and he wants to see none."""
    if reader is None:
        return F("rating")
    return Case(When(hides(reader), user=reader.pk, then=Value(None)), default=F("rating"))


def by_number(
    tournament: Tournament, reader: User | None = None, numbers: Iterable[int] | None = None
) -> dict[int, Person]:
    """Entrants by their numbers in the tournament, all or those named. One statement."""
    found = Entry.objects.filter(tournament=tournament, number__isnull=False)
    if numbers is not None:
        found = found.filter(number__in=set(numbers))
    known = (person(row, reader) for row in found.order_by().values_list(*FIELDS))
    return {one.number: one for one in known if one.number is not None}


class Word(NamedTuple):
    """What a director has written there, and when; `by` is empty where his account is gone."""

    pk: int
    tournament: int
    text: str
    by: str
    at: datetime


_posts = Prepared(
    lambda tournament: (
        Post.objects.filter(tournament=tournament)
        .order_by("-pk")
        .values_list("pk", "text", "at", "by_id", "by__display_name", "by__deleted_at")
    ),
    1,
)


def board(tournament: Tournament) -> list[Word]:
    """Its words, the latest first. One statement."""
    return [
        Word(pk, tournament.pk, text, name_of(user, name, deleted) if user else "", at)
        for pk, text, at, user, name, deleted in _posts(tournament.pk)
    ]
