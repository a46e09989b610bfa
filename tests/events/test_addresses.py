"""Who gets what at every address of events, leagues and ratings: one table, from which no address is missing.

The event is private and runs, its director plays in it, and its link is not for private events; the league takes entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

import pytest
from django.test import Client

from tests.games.guests.builders import guest_at
from tests.people import person, signed_in
from tournaments.models import Entry, Event, Reach, Season
from tournaments.plans.plan import Plan, Swiss

from .club import made, people, started
from .test_leagues import league

pytestmark = pytest.mark.django_db

ROLES = ("visitor", "player", "entrant", "director", "director of another event", "staff")
EVERYBODY = (200,) * 6
SIGNED_IN = (302, 200, 200, 200, 200, 200)
ITS_OWN = (404, 404, 200, 200, 404, 404)
DIRECTORS = (302, 404, 404, 200, 404, 404)
NOBODY = (404,) * 6
POSTED = (405,) * 6
POSTED_SIGNED_IN = (302, 405, 405, 405, 405, 405)

AS_ANYBODY: Mapping[str, tuple[int, ...]] = {"events/<int:event_id>/embed/": (404, 405)}
"""What a guest gets where nobody is asked who he is; everything else refuses him (stpete_site/guests.py)."""

TABLE: Mapping[str, Mapping[str, tuple[int, ...]]] = {
    "rated": {
        "ratings/": EVERYBODY,
        "ratings/<str:variant>/<str:size>/<str:speed>/": NOBODY,  # there is no such pool
        "players/<int:user_id>/ratings/": EVERYBODY,
        "players/<int:user_id>/against/<int:other_id>/": EVERYBODY,
        "profile/ratings/hide/": POSTED_SIGNED_IN,
    },
    "pages": {
        "events/": EVERYBODY,
        "events/calendar/": EVERYBODY,
        "events/mine/<str:token>.ics": NOBODY,  # it is the token of an event, not of a person
        "events/mine/address/": POSTED_SIGNED_IN,
        "e/<str:token>/": NOBODY,
        "events/<int:event_id>/": ITS_OWN,
        "events/<int:event_id>/enter/": POSTED,
        "events/<int:event_id>/leave/": POSTED,
        "events/<int:event_id>/back/": POSTED,
        "events/<int:event_id>/wishes/": POSTED,
        "events/<int:event_id>/follow/": POSTED,
        "events/<int:event_id>/away/": POSTED,
        "events/<int:event_id>/rounds/<int:number>/": ITS_OWN,
        "events/<int:event_id>/rounds/<int:number>/deals/<int:deal>/": NOBODY,  # every table has a deal of its own
        "events/<int:event_id>/standings/": ITS_OWN,
        "events/<int:event_id>/standings/<int:entry_id>/": ITS_OWN,
        "events/<int:event_id>/players/": ITS_OWN,
        "events/<int:event_id>/log/": ITS_OWN,
        "events/<int:event_id>/embed/": NOBODY,
        "events/<int:event_id>/calendar.ics": ITS_OWN,
        "events/<int:event_id>/report.trf": ITS_OWN,
        "events/<int:event_id>/standings.csv": ITS_OWN,
        "events/<int:event_id>/standings.json": ITS_OWN,
        "events/<int:event_id>/pairings.csv": ITS_OWN,
        "events/<int:event_id>/pairings.json": ITS_OWN,
    },
    "desk": {
        "events/new/": SIGNED_IN,
        "events/invitations/<str:token>/": (302, 404, 404, 404, 404, 404),
        "events/<int:event_id>/change/": (302, 404, 404, 302, 404, 404),
        "events/<int:event_id>/open/": POSTED_SIGNED_IN,
        "events/<int:event_id>/start/": POSTED_SIGNED_IN,
        "events/<int:event_id>/desk/": DIRECTORS,
        "events/<int:event_id>/desk/answer/": POSTED_SIGNED_IN,
        "events/<int:event_id>/desk/board/": POSTED_SIGNED_IN,
        "events/<int:event_id>/desk/board/down/": POSTED_SIGNED_IN,
        "events/<int:event_id>/desk/invite/": DIRECTORS,
        "events/<int:event_id>/desk/<slug:act>/": DIRECTORS,
        "events/<int:event_id>/report/": (302, 404, 200, 200, 404, 404),
    },
    "leagues": {
        "leagues/": EVERYBODY,
        "leagues/new/": SIGNED_IN,
        "leagues/<int:league_id>/": EVERYBODY,
        "leagues/<int:league_id>/follow/": POSTED_SIGNED_IN,
        "leagues/<int:league_id>/history/": EVERYBODY,
        "leagues/<int:league_id>/log/": EVERYBODY,
        "leagues/<int:league_id>/desk/": DIRECTORS,
        "leagues/<int:league_id>/desk/<slug:act>/": DIRECTORS,
        "leagues/<int:league_id>/seasons/<int:number>/": EVERYBODY,
        "leagues/seasons/<int:season_id>/join/": POSTED_SIGNED_IN,
        "leagues/seasons/<int:season_id>/leave/": POSTED_SIGNED_IN,
    },
}


@pytest.mark.parametrize("room", TABLE)
def test_no_address_is_missing(room: str) -> None:
    assert {str(one.pattern) for one in import_module(f"tournaments.{room}.urls").urlpatterns} == set(TABLE[room])


def test_everybody_gets_what_is_for_him() -> None:
    users, other = people(5), person("Oblomov")
    plan = Plan(stages=(Swiss(2),), sizes=None)
    event = started(users[0], users[:4], plan, reach=Reach.PRIVATE)
    made(other, plan)
    league(users[0])
    places = places_of(event)
    readers = (users[4], users[1], users[0], other, person("Stolz", is_staff=True))
    clients, guest = [Client(), *map(signed_in, readers)], guest_at()[0]
    for address, expected in (row for room in TABLE.values() for row in room.items()):
        path = address
        for name, value in places.items():
            path = path.replace(name, str(value))
        got = {role: client.get(f"/{path}").status_code for role, client in zip(ROLES, clients, strict=True)}
        assert got == dict(zip(ROLES, expected, strict=True)), path
        if address in TABLE["desk"] and expected == POSTED_SIGNED_IN:
            others = (client for role, client in zip(ROLES[1:], clients[1:], strict=True) if role != "director")
            assert {client.post(f"/{path}").status_code for client in others} == {404}, path
        assert {guest.get(f"/{path}").status_code, guest.post(f"/{path}").status_code} <= {
            403,
            *AS_ANYBODY.get(address, ()),
        }, path
        if expected == POSTED:
            assert [client.post(f"/{path}").status_code for client in clients[:2]] == [404, 404], path


def places_of(event: Event) -> dict[str, object]:
    """What stands in the places of the addresses."""
    season = Season.objects.get()
    mine, other = Entry.objects.filter(event=event)[:2]
    return {
        "<int:event_id>": event.pk,
        "<int:number>": 1,
        "<int:deal>": 1,
        "<int:entry_id>": mine.pk,
        "<str:token>": event.link_token,
        "<int:league_id>": season.league_id,
        "<int:season_id>": season.pk,
        "<int:user_id>": mine.user_id,
        "<int:other_id>": other.user_id,
        "desk/<slug:act>": "desk/director",  # both desks have it
        "<str:variant>": "second",
        "<str:size>": 2,
        "<str:speed>": "days",
    }
