"""Who may be at a desk, and who may write to the directors. Whoever may not is told that there is nothing: a number tells
nobody whether there is such an event."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from accounts.visitors import person_of
from tournaments.models import Event


def directed(request: HttpRequest, event_id: int) -> Event:
    """The event, for one of its directors."""
    event = Event.objects.filter(pk=event_id, directors__user=person_of(request)).first()
    if event is None:
        raise Http404
    return event


def entered(request: HttpRequest, event_id: int) -> Event:
    """The event, for somebody who is or was entered."""
    event = Event.objects.filter(pk=event_id, entries__user=person_of(request)).first()
    if event is None:
        raise Http404
    return event
