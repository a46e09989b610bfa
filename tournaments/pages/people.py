"""Who may see a tournament, how pages name its entrants, and the notice board."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When
from django.db.models.expressions import Combinable
from django.http import Http404, HttpRequest

from accounts.activity import visitor_of
from accounts.models import User, name_of
from games.tables import links
from statements import Columns, Prepared
from tournaments.models import (
    Director,
    Entry,
    EntryState,
    Post,
    Reach,
    Tournament,
    TournamentInvitation,
    TournamentState,
)
from tournaments.rated.changes import hides


class Person(NamedTuple):
    """An entrant: the row, the number in the tournament (None before the start), account and name."""

    entry: int
    number: int | None
    user: int
    name: str
    is_you: bool = False


class Named(NamedTuple):
    pk: int
    name: str


def named(user: int, name: str, deleted: datetime | None) -> Named:
    return Named(user, name_of(user, name, deleted))


FIELDS = ("id", "number", "user_id", "user__display_name", "user__deleted_at")
"""What a row of an entrant is read from."""


def fields(prefix: str = "") -> tuple[str, ...]:
    return tuple(prefix + name for name in FIELDS)


def person(row: Iterable[object], reader: User | None) -> Person:
    entry, number, user, name, deleted = row
    return Person(
        entry,  # type: ignore[arg-type]
        number,  # type: ignore[arg-type]
        user,  # type: ignore[arg-type]
        name_of(user, name, deleted),  # type: ignore[arg-type]
        reader is not None and reader.pk == user,
    )


def rating_for(reader: User | None) -> Combinable:
    """An entrant's rating at the start, as a column for this reader: none where it is their own and they want to see none."""
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
    """What a director has written there, and when; `by` is empty where the account is gone."""

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
    return [
        Word(pk, tournament.pk, text, name_of(user, name, deleted) if user else "", at)
        for pk, text, at, user, name, deleted in _posts(tournament.pk)
    ]


IN = (EntryState.ENTERED, EntryState.WAITING)


class OfLeague(NamedTuple):
    """The place of a group in its league, each season of which makes its groups anew."""

    league: int
    title: str
    season: int
    level: int


@dataclass(frozen=True, slots=True)
class SeenTournament:
    """A tournament, who looks at it, and what they are there; `league` where it is a group of one; `is_on_hold`: a step of it
    failed, or waits, and nothing was done to it since."""

    tournament: Tournament
    reader: User | None
    entry: Entry | None
    directs: bool
    league: OfLeague | None = None
    is_on_hold: bool = False

    @property
    def is_in(self) -> bool:
        return self.entry is not None and self.entry.state in IN


def visible(reader: User | int | None, followed: Sequence[str] = ()) -> QuerySet[Tournament]:
    """The tournaments that a reader may see, given as a user or by number, each with whether they direct it (`directs`). Drafts are
    their directors' own."""
    mine = Director.objects.filter(tournament=OuterRef("pk"), user=reader)
    entered = Entry.objects.filter(tournament=OuterRef("pk"), user=reader)
    invited = TournamentInvitation.objects.filter(tournament=OuterRef("pk"), user=reader)
    open_to_all = Q(reach=Reach.PUBLIC) | Q(reach=Reach.LINK, link_token__in=followed)
    found = Tournament.objects.annotate(directs=Exists(mine))
    return found.filter(
        (~Q(state=TournamentState.DRAFT) & (open_to_all | Q(Exists(entered)) | Q(Exists(invited)))) | Q(directs=True)
    )


_TOURNAMENT, _ENTRY = Columns(Tournament), Columns(Entry)
_LEAGUE = ("season__league", "season__league__title", "season__number", "level")
_entry = Prepared(
    lambda tournament, user: (
        Entry.objects.filter(tournament=tournament, user=user).order_by("pk").values_list(*_ENTRY.asked)
    ),
    2,
)


@lru_cache(maxsize=links.KEPT + 1)
def _tournament(followed: int) -> Prepared:
    """A tournament for a reader who has followed so many links."""

    def build(tournament: int, reader: int, *tokens: str) -> QuerySet[Tournament, Any]:
        return (
            visible(reader, tokens)
            .filter(pk=tournament)
            .order_by()
            .values_list(*_TOURNAMENT.asked, "directs", "halt__mark", *(f"division__{one}" for one in _LEAGUE))
        )

    return Prepared(build, 2, texts=followed)


def seen_tournament(request: HttpRequest, tournament_id: int) -> SeenTournament:
    """The tournament behind an address; 404 for readers who may not see it, so that a number tells nothing. Two statements, one for
    a visitor."""
    return seen_by(visitor_of(request), links.followed(request), tournament_id)


def seen_by(reader: User | None, followed: Sequence[str], tournament_id: int) -> SeenTournament:
    """The same for a reader and the keys of links that they have."""
    number = reader.pk if reader else 0  # nobody's
    found = _tournament(len(followed))(tournament_id, number, *followed)
    if not found:
        raise Http404
    tournament, directs, mark, *group = _TOURNAMENT.take(found[0]), *found[0][_TOURNAMENT.end :]
    entries = _entry(tournament.pk, number) if reader else []
    league = OfLeague(*group) if group[0] is not None else None
    return SeenTournament(
        tournament,
        reader,
        _ENTRY.take(entries[0]) if entries else None,
        bool(directs),
        league,
        mark == tournament.version,
    )
