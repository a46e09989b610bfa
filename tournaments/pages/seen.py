"""Which events a reader may see: public ones everybody, those by link whoever followed it, private ones their people and who is
invited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest

from accounts.models import User
from accounts.visitors import visitor_of
from games.tables import links
from statements.prepared import Columns, Prepared
from tournaments.models import Director, Entry, EntryState, Event, EventInvitation, EventState, Reach

IN = (EntryState.ENTERED, EntryState.WAITING)


class OfLeague(NamedTuple):
    """The place of a group in its league, each season of which makes its groups anew."""

    league: int
    title: str
    season: int
    level: int


@dataclass(frozen=True, slots=True)
class Seen:
    """An event, who looks at it, and what he is there; `league` where it is a group of one; `is_on_hold`: a step of it
    failed, or waits, and nothing was done to it since."""

    event: Event
    reader: User | None
    entry: Entry | None
    directs: bool
    league: OfLeague | None = None
    is_on_hold: bool = False

    @property
    def is_in(self) -> bool:
        """Whether the reader is entered, or waits for a place."""
        return self.entry is not None and self.entry.state in IN


def visible(reader: User | int | None, followed: Sequence[str] = ()) -> QuerySet[Event]:
    """The events that a reader, or who has this number, may see, each knowing whether he directs it (`directs`). Drafts are
    their directors' own."""
    mine = Director.objects.filter(event=OuterRef("pk"), user=reader)
    entered = Entry.objects.filter(event=OuterRef("pk"), user=reader)
    invited = EventInvitation.objects.filter(event=OuterRef("pk"), user=reader)
    open_to_all = Q(reach=Reach.PUBLIC) | Q(reach=Reach.LINK, link_token__in=followed)
    found = Event.objects.annotate(directs=Exists(mine))
    return found.filter(
        (~Q(state=EventState.DRAFT) & (open_to_all | Q(Exists(entered)) | Q(Exists(invited)))) | Q(directs=True)
    )


_EVENT, _ENTRY = Columns(Event), Columns(Entry)
_LEAGUE = ("season__league", "season__league__title", "season__number", "level")
_entry = Prepared(
    lambda event, user: Entry.objects.filter(event=event, user=user).order_by("pk").values_list(*_ENTRY.asked), 2
)


@lru_cache(maxsize=links.KEPT + 1)
def _event(followed: int) -> Prepared:
    """An event for a reader who has followed so many links."""

    def build(event: int, reader: int, *tokens: str) -> QuerySet[Event, Any]:
        return (
            visible(reader, tokens)
            .filter(pk=event)
            .order_by()
            .values_list(*_EVENT.asked, "directs", "halt__mark", *(f"division__{one}" for one in _LEAGUE))
        )

    return Prepared(build, 2, texts=followed)


def seen_event(request: HttpRequest, event_id: int) -> Seen:
    """The event behind an address; 404 for whoever may not see it, so that a number tells nothing. Two statements, one for
    a visitor."""
    return seen_by(visitor_of(request), links.followed(request), event_id)


def seen_by(reader: User | None, followed: Sequence[str], event_id: int) -> Seen:
    """The same for a reader and the keys of links that he has."""
    number = reader.pk if reader else 0  # nobody's
    found = _event(len(followed))(event_id, number, *followed)
    if not found:
        raise Http404
    event, directs, mark, *group = _EVENT.take(found[0]), *found[0][_EVENT.end :]
    entries = _entry(event.pk, number) if reader else []
    league = OfLeague(*group) if group[0] is not None else None
    return Seen(
        event, reader, _ENTRY.take(entries[0]) if entries else None, bool(directs), league, mark == event.version
    )
