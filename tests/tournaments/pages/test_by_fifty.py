"""Many of everything stay readable: pages, folds, a search and a way to oneself, at a price that does not grow."""

from __future__ import annotations

import pytest
from django.test import Client

from arbiter.progression.plan import Plan, Swiss
from tests.games.page_reading import statements, text_of
from tests.people import signed_in
from tests.tournaments.lifecycle.club import NOON, again, made, people
from tournaments.lifecycle.services import log
from tournaments.models import Chair, Entry, Post, Round, RoundState, Table, Tournament, TournamentState

from .made import started_with

pytestmark = pytest.mark.django_db


def copies(tournament: Tournament, count: int, **fields: object) -> list[Tournament]:
    """So many rows like a tournament, named by their numbers."""
    found = []
    for number in range(count):
        row = again(tournament)
        row.pk, row.title, row.link_token = (
            None,
            f"Cup {number}",
            f"copy-{tournament.pk}-{fields.get('state')}-{number}",
        )
        for name, value in fields.items():
            setattr(row, name, value)
        found.append(row)
    return Tournament.objects.bulk_create(found)


def test_two_hundred_tournaments_are_folded_paged_and_found_by_title(anna, boris):
    tournament = made(anna)
    copies(tournament, 60)
    taken = {}
    taken["few"] = len(statements(signed_in(anna), "/tournaments/")[1])
    copies(tournament, 60, state=TournamentState.RUNNING, started_at=NOON)
    copies(tournament, 80, state=TournamentState.FINISHED, started_at=NOON, finished_at=NOON)
    page, caught = statements(signed_in(anna), "/tournaments/")
    assert len(caught) == taken["few"] <= 9
    assert page.content.decode().count('<details class="fold more">') == 2
    assert "49 more" in text_of(page)
    assert "Page 1 of 4" in text_of(page)
    found = Client().get("/tournaments/?q=cup+7")
    assert "Cup 79" in text_of(found)
    assert "Cup 8 " not in text_of(found)
    assert "None found." in text_of(Client().get("/tournaments/?q=nothing"))
    assert "Cup 1" not in text_of(signed_in(boris).get("/tournaments/?mine=1"))
    for page in ("0", "-1", "x"):
        assert Client().get(f"/tournaments/?q=cup&page={page}").context["pages"].number == 1
    assert 'href="?q=cup&amp;page=2"' in Client().get("/tournaments/?q=cup").content.decode()


def test_fifty_tournaments_of_ones_own_unfold_and_the_list_shows_them_alone(anna, boris):
    tournament = made(anna)
    rows = copies(tournament, 50)
    Entry.objects.bulk_create(Entry(tournament=row, user=boris) for row in rows[:1])
    few = len(statements(signed_in(boris), "/games/")[1])
    Entry.objects.bulk_create(Entry(tournament=row, user=boris) for row in rows[1:])
    page, caught = statements(signed_in(boris), "/games/")
    assert len(caught) == few
    assert "38 more" in text_of(page)
    assert text_of(signed_in(boris).get("/tournaments/?mine=1")).count("you play") == 50
    assert "Winter on the Neva" not in text_of(signed_in(boris).get("/tournaments/?mine=1"))


def test_a_log_of_five_hundred_acts_has_pages(anna):
    tournament = made(anna)
    short = len(statements(Client(), f"/tournaments/{tournament.pk}/log/")[1])
    for number in range(500):
        log.write(tournament, "announced", now=NOON, by=anna, reason=f"Word {number}")
    page, caught = statements(Client(), f"/tournaments/{tournament.pk}/log/")
    assert len(caught) == short
    assert "Page 1 of 11" in text_of(page)
    assert "Word 499" in text_of(page)
    assert "Word 0 " not in text_of(page)
    assert "Word 0 " in text_of(Client().get(f"/tournaments/{tournament.pk}/log/?page=10"))


def test_a_round_of_250_tables_has_pages_a_search_and_a_way_to_oneself(anna):
    tournament = started_with([anna, *people(7)], Plan(stages=(Swiss(2),)))
    of = Round.objects.get(tournament=tournament)
    small = len(statements(signed_in(anna), f"/tournaments/{tournament.pk}/rounds/1/")[1])
    own = of.chairs.get(entry__user=anna).table
    tables = Table.objects.bulk_create(Table(round=of, number=number) for number in range(3, 251))
    own.number = 251
    own.save()
    clara = signed_in(of.chairs.exclude(table=own).first().entry.user)
    page, caught = statements(signed_in(anna), f"/tournaments/{tournament.pk}/rounds/1/")
    assert len(caught) <= small
    assert "Page 1 of 5" in text_of(page)
    assert 'page=6#me"' in page.content.decode() or 'page=5#me"' in page.content.decode()
    found = clara.get(f"/tournaments/{tournament.pk}/rounds/1/?q=anna")
    assert text_of(found).count("Why this pairing") == 1
    assert "Anna" in text_of(found)
    assert "No players found with that name." in text_of(clara.get(f"/tournaments/{tournament.pk}/rounds/1/?q=nobody"))
    assert not Chair.objects.filter(table__in=tables).exists()
    assert of.state == RoundState.RUNNING


def test_a_notification_board_of_fifty_unfolds(anna):
    tournament = made(anna)
    for number in range(50):
        Post.objects.create(tournament=tournament, by=anna, text=f"Word {number}.", at=NOON)
    for address in (f"/tournaments/{tournament.pk}/", f"/tournaments/{tournament.pk}/manage/"):
        page, caught = statements(signed_in(anna), address)
        assert len(caught) <= 12
        assert "45 earlier" in text_of(page)
        assert "Word 0." in text_of(page)
