"""Which tournaments a reader may see: public ones everybody, those by link whoever followed it, private ones their
people and who is
invited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest

from accounts.activity import visitor_of
from accounts.models import User
from games.tables import links
from statements import Columns, Prepared
from tournaments.models import Director, Entry, EntryState, Reach, Tournament, TournamentInvitation, TournamentState

IN = (EntryState.ENTERED, EntryState.WAITING)


class OfLeague(NamedTuple):
    """The place of a group in its league, each season of which makes its groups anew."""

    league: int
    title: str
    season: int
    level: int


@dataclass(frozen=True, slots=True)
class Seen:
    """A tournament, who looks at it, and what he is there; `league` where it is a group of one; `is_on_hold`: a step of it
    failed, or waits, and nothing was done to it since."""

    tournament: Tournament
    reader: User | None
    entry: Entry | None
    directs: bool
    league: OfLeague | None = None
    is_on_hold: bool = False

    @property
    def is_in(self) -> bool:
        """Whether the reader is entered, or waits for a place."""
        return self.entry is not None and self.entry.state in IN


def visible(reader: User | int | None, followed: Sequence[str] = ()) -> QuerySet[Tournament]:
    """The tournaments that a reader, or who has this number, may see, each knowing whether he directs it (`directs`). Drafts are
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


def seen_tournament(request: HttpRequest, tournament_id: int) -> Seen:
    """The tournament behind an address; 404 for whoever may not see it, so that a number tells nothing. Two statements, one for
    a visitor."""
    return seen_by(visitor_of(request), links.followed(request), tournament_id)


def seen_by(reader: User | None, followed: Sequence[str], tournament_id: int) -> Seen:
    """The same for a reader and the keys of links that he has."""
    number = reader.pk if reader else 0  # nobody's
    found = _tournament(len(followed))(tournament_id, number, *followed)
    if not found:
        raise Http404
    tournament, directs, mark, *group = _TOURNAMENT.take(found[0]), *found[0][_TOURNAMENT.end :]
    entries = _entry(tournament.pk, number) if reader else []
    league = OfLeague(*group) if group[0] is not None else None
    return Seen(
        tournament,
        reader,
        _ENTRY.take(entries[0]) if entries else None,
        bool(directs),
        league,
        mark == tournament.version,
    )
