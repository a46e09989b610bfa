"""Many of everything stay readable: pages, folds, a search and a way to oneself, at a price that does not grow."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.events.club import NOON, again, made, people
from tests.games.page_reading import statements, text_of
from tests.people import signed_in
from tournaments.events.services import log
from tournaments.models import Chair, Entry, Event, EventState, Post, Round, RoundState, Table
from tournaments.plans.plan import Plan, Swiss

from .made import started_with

pytestmark = pytest.mark.django_db


def copies(event: Event, count: int, **fields: object) -> list[Event]:
    """So many rows like an event, named by their numbers."""
    found = []
    for number in range(count):
        row = again(event)
        row.pk, row.title, row.link_token = None, f"Cup {number}", f"copy-{event.pk}-{fields.get('state')}-{number}"
        for name, value in fields.items():
            setattr(row, name, value)
        found.append(row)
    return Event.objects.bulk_create(found)


def test_two_hundred_events_are_folded_paged_and_found_by_title(anna, boris):
    event = made(anna)
    copies(event, 60)
    taken = {}
    taken["few"] = len(statements(signed_in(anna), "/events/")[1])
    copies(event, 60, state=EventState.RUNNING, started_at=NOON)
    copies(event, 80, state=EventState.FINISHED, started_at=NOON, finished_at=NOON)
    page, caught = statements(signed_in(anna), "/events/")
    assert len(caught) == taken["few"] <= 9
    assert page.content.decode().count('<details class="fold more">') == 2
    assert "49 more" in text_of(page)
    assert "Page 1 of 4" in text_of(page)
    found = Client().get("/events/?q=cup+7")
    assert "Cup 79" in text_of(found)
    assert "Cup 8 " not in text_of(found)
    assert "None found." in text_of(Client().get("/events/?q=nothing"))
    assert "Cup 1" not in text_of(signed_in(boris).get("/events/?mine=1"))
    assert 'href="?q=cup&amp;page=2"' in Client().get("/events/?q=cup").content.decode()


def test_fifty_events_of_ones_own_unfold_and_the_list_shows_them_alone(anna, boris):
    event = made(anna)
    rows = copies(event, 50)
    Entry.objects.bulk_create(Entry(event=row, user=boris) for row in rows[:1])
    few = len(statements(signed_in(boris), "/games/")[1])
    Entry.objects.bulk_create(Entry(event=row, user=boris) for row in rows[1:])
    page, caught = statements(signed_in(boris), "/games/")
    assert len(caught) == few
    assert "38 more" in text_of(page)
    assert text_of(signed_in(boris).get("/events/?mine=1")).count("you play") == 50
    assert "Winter on the Neva" not in text_of(signed_in(boris).get("/events/?mine=1"))


def test_a_log_of_five_hundred_acts_has_pages(anna):
    event = made(anna)
    short = len(statements(Client(), f"/events/{event.pk}/log/")[1])
    for number in range(500):
        log.write(event, "announced", now=NOON, by=anna, reason=f"Word {number}")
    page, caught = statements(Client(), f"/events/{event.pk}/log/")
    assert len(caught) == short
    assert "Page 1 of 11" in text_of(page)
    assert "Word 499" in text_of(page)
    assert "Word 0 " not in text_of(page)
    assert "Word 0 " in text_of(Client().get(f"/events/{event.pk}/log/?page=10"))


def test_a_round_of_250_tables_has_pages_a_search_and_a_way_to_oneself(anna):
    event = started_with([anna, *people(7)], Plan(stages=(Swiss(2),)))
    of = Round.objects.get(event=event)
    small = len(statements(signed_in(anna), f"/events/{event.pk}/rounds/1/")[1])
    own = of.chairs.get(entry__user=anna).table
    tables = Table.objects.bulk_create(Table(round=of, number=number) for number in range(3, 251))
    own.number = 251
    own.save()
    clara = signed_in(of.chairs.exclude(table=own).first().entry.user)
    page, caught = statements(signed_in(anna), f"/events/{event.pk}/rounds/1/")
    assert len(caught) <= small
    assert "Page 1 of 5" in text_of(page)
    assert 'page=6#me"' in page.content.decode() or 'page=5#me"' in page.content.decode()
    found = clara.get(f"/events/{event.pk}/rounds/1/?q=anna")
    assert text_of(found).count("Why this pairing") == 1
    assert "Anna" in text_of(found)
    assert "No players found with that name." in text_of(clara.get(f"/events/{event.pk}/rounds/1/?q=nobody"))
    assert not Chair.objects.filter(table__in=tables).exists()
    assert of.state == RoundState.RUNNING


def test_a_notice_board_of_fifty_unfolds(anna):
    event = made(anna)
    for number in range(50):
        Post.objects.create(event=event, by=anna, text=f"Word {number}.", at=NOON)
    for address in (f"/events/{event.pk}/", f"/events/{event.pk}/desk/"):
        page, caught = statements(signed_in(anna), address)
        assert len(caught) <= 12
        assert "45 earlier" in text_of(page)
        assert "Word 0." in text_of(page)
