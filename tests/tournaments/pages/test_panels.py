"""What tournaments add elsewhere: to the front page, My games, the page of a game and its mails."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.timezone import now

from accounts.models import User
from games import extensions
from games.extensions import Panel
from games.models import Game
from tests.games.page_reading import statements, text_of
from tests.games.play_builders import begun
from tests.people import signed_in
from tests.tournaments.lifecycle.club import DAY, NOON, made, people
from tournaments.lifecycle.services.entering import enter
from tournaments.models import Reach, Table, Tournament

from .made import at_tables, in_pairs

pytestmark = pytest.mark.django_db

PANEL = "tournaments/panels/game.html"


def panels(game: Game, reader: User | None) -> list[Panel]:
    found = (panel for one in extensions.extensions() for panel in one.panels_of_game(game, reader))
    return [panel for panel in found if panel.template == PANEL]


def test_my_tournaments_stand_on_the_front_page_and_above_my_games():
    users = people(5)
    tournament = in_pairs(users)
    table = Table.objects.filter(round__tournament=tournament, chairs__entry__user=users[0]).get()
    for address in ("/", "/games/"):
        page = signed_in(users[0]).get(address).content.decode()
        assert "My tournaments" in page
        assert f'href="/tournaments/{tournament.pk}/"' in page
        assert f'href="/games/{table.game_id}/"' in page
    front = signed_in(users[0]).get("/").content.decode()
    assert front.index("<h1>") < front.index("My tournaments") < front.index("Open tables")  # below the games that wait
    Tournament.objects.filter(pk=tournament.pk).update(state="open")
    assert "My tournaments" in text_of(signed_in(users[0]).get("/"))
    assert "My tournaments" not in text_of(Client().get("/"))


def test_entries_that_close_soon_are_pointed_out_to_who_may_enter(anna, boris, clara):
    tournament = made(anna)
    Tournament.objects.filter(pk=tournament.pk).update(closes_at=now() + 2 * DAY)
    enter(tournament_id=tournament.pk, user=boris, now=NOON)
    assert "Registration closes" in text_of(signed_in(clara).get("/games/"))
    page = text_of(signed_in(boris).get("/games/"))
    assert "You are registered." in page
    assert "Registration closes" not in page
    Tournament.objects.filter(pk=tournament.pk).update(closes_at=now() + 20 * DAY)
    assert "My tournaments" not in text_of(signed_in(clara).get("/games/"))
    Tournament.objects.filter(pk=tournament.pk).update(closes_at=now() + 2 * DAY, reach=Reach.PRIVATE)
    assert "My tournaments" not in text_of(signed_in(clara).get("/games/"))


def test_the_page_of_a_game_leads_to_its_tournament_where_the_reader_may_see_it(anna, boris):
    tournament = at_tables()
    table = Table.objects.filter(round__tournament=tournament).select_related("game").first()
    page = text_of(Client().get(f"/games/{table.game_id}/"))
    assert "Round 1 , table 1 , until" in page.replace("table 1,", "table 1 ,")
    Tournament.objects.filter(pk=tournament.pk).update(reach=Reach.PRIVATE)
    assert not panels(table.game, None)
    holder = table.chairs.first().entry.user
    (panel,) = panels(table.game, holder)
    assert panel.values["url"] == f"/tournaments/{tournament.pk}/"


def test_a_game_of_no_tournament_costs_no_statement(anna, boris, django_assert_num_queries):
    game = begun(anna, boris, now=NOON)
    with django_assert_num_queries(0):
        assert extensions.letter_lines(game, anna) == []
    _page, caught = statements(signed_in(anna), f"/games/{game.pk}/")
    assert not any("tournaments_table" in query["sql"] for query in caught)


def test_mails_say_which_round_of_which_tournament_until_when():
    tournament = at_tables(played=1)
    tables = (
        Table.objects.filter(round__tournament=tournament).select_related("game").order_by("round__number", "number")
    )
    first, last = tables.first(), tables.last()
    reader = last.chairs.first().entry.user
    said, *_ = extensions.letter_lines(Game.objects.get(pk=last.game_id), reader)
    assert said.startswith("Round 2 of Winter on the Neva, table 2, until ")
    over, *_ = extensions.letter_lines(Game.objects.get(pk=first.game_id), reader)
    assert over == "Round 1 of Winter on the Neva, table 1."
