"""Calendars as programs read them (RFC 5545): a tournament's, and one's own deadlines and rounds."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from accounts.models import User
from games.selectors.chain import deadlines_of
from tournaments.models import Entry as EntryRow
from tournaments.models import Round, RoundState, Tournament, TournamentState
from tournaments.pages.lists import Happening, happenings
from tournaments.pages.visibility import IN

TYPE = "text/calendar; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Entry:
    """One moment of a calendar. `uid` stays the same when it moves; `changed` is when it was last known to be so."""

    uid: str
    at: datetime
    summary: str
    url: str
    changed: datetime


def calendar(name: str, entries: Iterable[Entry]) -> bytes:
    """A calendar of moments, each without length."""
    made = Calendar()
    made.add("version", "2.0")
    made.add("prodid", "-//St Pete//Events//EN")
    made.add("x-wr-calname", name)
    for one in entries:
        event = Event()
        event.add("uid", one.uid)
        event.add("dtstamp", one.changed.astimezone(UTC))
        event.add("dtstart", one.at.astimezone(UTC))
        event.add("summary", one.summary)
        event.add("url", one.url)
        event.add("transp", "TRANSPARENT")  # a deadline makes nobody busy
        made.add_component(event)
    return bytes(made.to_ical(sorted=False))


SALT = "tournaments.pages.feeds"
NONE = "-"
"""The key of who wants no address."""


def token_of(user: User) -> str:
    """The secret part of the address of somebody's feed. It follows from the password and from a key that is made anew when he
    wishes, so each makes a new address; empty while he wants none."""
    if user.feed_key == NONE:
        return ""
    told = ":".join([str(user.pk), user.get_session_auth_hash(), *([user.feed_key] if user.feed_key else [])])
    return f"{user.pk}-{salted_hmac(SALT, told).hexdigest()[:32]}"


def renew(user: User) -> None:
    """Make a new address; the old one is nobody's."""
    _write(user, secrets.token_urlsafe(12))


def revoke(user: User) -> None:
    """No address at all, until a new one is made."""
    _write(user, NONE)


def _write(user: User, key: str) -> None:
    user.feed_key = key
    User.objects.filter(pk=user.pk).update(feed_key=key)


def user_of(token: str) -> User | None:
    """Whose feed it is; None for a token that is nobody's."""
    number = token.partition("-")[0]
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        return None
    user = User.objects.filter(pk=int(number), is_active=True, deleted_at=None).first()
    known = token_of(user) if user is not None else ""
    return user if known and hmac.compare_digest(known.encode(), token.encode()) else None


def address(request: HttpRequest, user: User) -> str:
    """Where the feed of somebody's deadlines and rounds is; empty while he wants none."""
    token = token_of(user)
    return request.build_absolute_uri(reverse("tournaments:feed", args=[token])) if token else ""


def of_tournament(tournament: Tournament, request: HttpRequest) -> list[Entry]:
    """What has a day in a tournament: what will happen, and when its rounds ended."""
    return _entries([tournament], request)


def of_person(user: User, request: HttpRequest) -> list[Entry]:
    """Until when his games wait for him, and the days of all tournaments that he is entered in, or directs."""
    mine = Q(entries__in=EntryRow.objects.filter(user=user, state__in=IN)) | Q(directors__user=user)
    found = Tournament.objects.filter(mine, state__in=(TournamentState.OPEN, TournamentState.RUNNING)).distinct()
    return [*_deadlines(user, request), *_entries(list(found), request)]


def _deadlines(user: User, request: HttpRequest) -> Iterator[Entry]:
    """Where nobody may know who is asked, the window stands there for everybody who plays."""
    host = request.get_host().partition(":")[0]
    for one in deadlines_of(user):
        words = _("“%(title)s”, game %(number)s") if one.title else _("game %(number)s")
        game = words % {"title": one.title, "number": one.game_id}
        said = _("%(game)s: possible deadline") if one.is_window else _("%(game)s: your deadline")
        url = request.build_absolute_uri(reverse("games:game", args=[one.game_id]))
        yield Entry(f"game-{one.game_id}-deadline@{host}", one.at, said % {"game": game}, url, one.since)


def _entries(tournaments: list[Tournament], request: HttpRequest) -> list[Entry]:
    host = request.get_host().partition(":")[0]
    known = {tournament.pk: tournament for tournament in tournaments}
    coming = happenings(Tournament.objects.filter(pk__in=known))
    entries = [_coming(one, known[one.tournament_id], request, host) for one in coming]
    closed = Round.objects.filter(tournament__in=known, state=RoundState.CLOSED).order_by("closed_at")
    for tournament, number, at in closed.values_list("tournament_id", "number", "closed_at"):
        if at is None:
            continue
        summary = f"{known[tournament].title}: {_('round %(round)s ended') % {'round': number}}"
        entries.append(
            Entry(f"tournament-{tournament}-ended-{number}@{host}", at, summary, _url(known[tournament], request), at)
        )
    return entries


def _coming(one: Happening, tournament: Tournament, request: HttpRequest, host: str) -> Entry:
    uid = f"tournament-{tournament.pk}-{one.kind}-{one.number}@{host}"
    return Entry(uid, one.at, f"{one.title}: {one.what}", _url(tournament, request), tournament.created_at)


def _url(tournament: Tournament, request: HttpRequest) -> str:
    return request.build_absolute_uri(tournament.get_absolute_url())
