"""Feeds for calendars: what will happen in an event, and one's own rounds under a secret address."""

from __future__ import annotations

import hmac

from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.models import Entry as EntryRow
from tournaments.models import Event, EventState, Round, RoundState

from .ics import Entry
from .lists import Happening, happenings
from .seen import IN

SALT = "tournaments.pages.feeds"


def token_of(user: User) -> str:
    """The secret part of the address of somebody's feed. It follows from the password, so a new one makes a new address."""
    return f"{user.pk}-{salted_hmac(SALT, f'{user.pk}:{user.get_session_auth_hash()}').hexdigest()[:32]}"


def user_of(token: str) -> User | None:
    """Whose feed it is; None for a token that is nobody's."""
    number = token.partition("-")[0]
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        return None
    user = User.objects.filter(pk=int(number), is_active=True, deleted_at=None).first()
    return user if user is not None and hmac.compare_digest(token_of(user).encode(), token.encode()) else None


def address(request: HttpRequest, user: User) -> str:
    """Where the feed of somebody's rounds is."""
    return request.build_absolute_uri(reverse("tournaments:feed", args=[token_of(user)]))


def of_event(event: Event, request: HttpRequest) -> list[Entry]:
    """What has a day in an event: what will happen, and when its rounds ended."""
    return _entries([event], request)


def of_person(user: User, request: HttpRequest) -> list[Entry]:
    """The same of all events that somebody is entered in, or directs."""
    mine = Q(entries__in=EntryRow.objects.filter(user=user, state__in=IN)) | Q(directors__user=user)
    found = Event.objects.filter(mine, state__in=(EventState.OPEN, EventState.RUNNING)).distinct()
    return _entries(list(found), request)


def _entries(events: list[Event], request: HttpRequest) -> list[Entry]:
    host = request.get_host().partition(":")[0]
    known = {event.pk: event for event in events}
    coming = happenings(Event.objects.filter(pk__in=known))
    entries = [_coming(one, known[one.event_id], request, host) for one in coming]
    closed = Round.objects.filter(event__in=known, state=RoundState.CLOSED).order_by("closed_at")
    for event, number, at in closed.values_list("event_id", "number", "closed_at"):
        if at is None:
            continue
        summary = f"{known[event].title}: {_('round %(round)s ended') % {'round': number}}"
        entries.append(Entry(f"event-{event}-ended-{number}@{host}", at, summary, _url(known[event], request), at))
    return entries


def _coming(one: Happening, event: Event, request: HttpRequest, host: str) -> Entry:
    uid = f"event-{event.pk}-{one.kind}-{one.number}@{host}"
    return Entry(uid, one.at, f"{one.title}: {one.what}", _url(event, request), event.created_at)


def _url(event: Event, request: HttpRequest) -> str:
    return request.build_absolute_uri(event.get_absolute_url())
