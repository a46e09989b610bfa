"""Who may be at a desk, and who may write to the directors. Whoever may not is told that there is nothing: a number tells
nobody whether there is such an event."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from accounts.models import User
from accounts.visitors import person_of
from games.models import Game
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


def directs(game: Game, user: User) -> bool:
    """Whether this is a table of an event that this person directs. One statement; none for a game with a host, which no event
    has."""
    if game.host_id is not None:
        return False
    return Event.objects.filter(rounds__tables__game=game, directors__user=user).exists()
