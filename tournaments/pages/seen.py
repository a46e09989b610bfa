"""Which events a reader may see: public ones everybody, those by link whoever followed it, private ones their people and who is
invited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest

from accounts.models import User
from accounts.visitors import visitor_of
from games.tables import links
from tournaments.models import Director, Entry, EntryState, Event, EventInvitation, EventState, Reach

IN = (EntryState.ENTERED, EntryState.WAITING)


@dataclass(frozen=True, slots=True)
class Seen:
    """An event, who looks at it, and what he is there."""

    event: Event
    reader: User | None
    entry: Entry | None
    directs: bool

    @property
    def is_in(self) -> bool:
        """Whether the reader is entered, or waits for a place."""
        return self.entry is not None and self.entry.state in IN


def visible(reader: User | None, followed: Sequence[str] = ()) -> QuerySet[Event]:
    """The events that a reader may see, each knowing whether he directs it (`directs`). Drafts are their directors' own."""
    mine = Director.objects.filter(event=OuterRef("pk"), user=reader)
    entered = Entry.objects.filter(event=OuterRef("pk"), user=reader)
    invited = EventInvitation.objects.filter(event=OuterRef("pk"), user=reader)
    open_to_all = Q(reach=Reach.PUBLIC) | Q(reach=Reach.LINK, link_token__in=followed)
    found = Event.objects.annotate(directs=Exists(mine))
    return found.filter(
        (~Q(state=EventState.DRAFT) & (open_to_all | Q(Exists(entered)) | Q(Exists(invited)))) | Q(directs=True)
    )


def seen_event(request: HttpRequest, event_id: int) -> Seen:
    """The event behind an address; 404 for whoever may not see it, so that a number tells nothing. Two statements, one for
    a visitor."""
    reader = visitor_of(request)
    event = visible(reader, links.followed(request)).filter(pk=event_id).first()
    if event is None:
        raise Http404
    entry = Entry.objects.filter(event=event, user=reader).first() if reader else None
    return Seen(event, reader, entry, bool(getattr(event, "directs", False)))
