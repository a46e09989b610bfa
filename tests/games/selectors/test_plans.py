"""What lists ask of the database is answered by an index, so that it costs the same however many games were ever made."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now

from games.selectors import chain, queries
from games.selectors.chain import chain_of
from tests.games.play_builders import begun
from tests.games.table_builders import agreed_over, table
from tests.large_tables import plan_as_if_large
from tests.people import signed_in

pytestmark = pytest.mark.django_db


def plans(ask, *, may_sort: bool = False) -> list[str]:
    """How the database goes about each statement; a table of a few rows it would rather read as a whole, so that is forbidden."""
    with CaptureQueriesContext(connection) as caught:
        ask()
    found = []
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute(f"SET LOCAL enable_sort = {'on' if may_sort else 'off'}")
            plan_as_if_large(cursor)
        for query in caught:
            if query["sql"].lstrip("(").startswith("SELECT"):
                how = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
                cursor.execute(f"{how} {query['sql'].replace('%', '%%')}")
                found.append("\n".join(str(row[-1]) for row in cursor.fetchall()))
    return found


@pytest.fixture
def games(anna, boris, clara):
    for _ in range(3):
        begun(anna, boris, now=now())
        agreed_over(begun(clara, boris, now=now()), now=now())
        table(clara, "anna", "friend@example.com", players=4, now=now())


def whole_tables(plan: str) -> bool:
    """Is a table read from end to end?"""
    return "Seq Scan on games_" in plan or any(
        line.startswith("SCAN games_") and "INDEX" not in line for line in plan.splitlines()
    )


def test_my_games_are_found_by_the_rows_of_their_player(games, anna):
    found, seats, *_tables = plans(lambda: queries.my_games(anna, now=now()))
    assert "participant_over" in found
    assert "games_game_pkey" in found or "INTEGER PRIMARY KEY" in found
    assert not whole_tables(found)
    assert not whole_tables(seats)


def test_an_address_is_found_among_the_invitations_by_its_index(games, anna):
    found, *_others = plans(lambda: queries.my_games(anna, now=now()))
    assert "invitation_address" in found or connection.vendor == "sqlite"


def test_the_number_in_the_header_asks_only_seats_that_are_waited_for(games, anna):
    (found,) = plans(lambda: chain._waiting_seats(anna.pk))
    assert any(name in found for name in ("seat_waiting", "games_tenure_user", "tenure_user_open", "tenure_one_open"))
    assert not whole_tables(found)


def test_the_chain_of_next_games_is_found_by_the_rows_of_its_player(games, anna):
    (found,) = plans(lambda: chain_of(anna.pk, here=7), may_sort=True)  # the few rows of one player
    assert any(index in found for index in ("seen_result_open", "seen_once", "games_seen_user_id"))
    assert "Scan Backward using games_seen_pkey" not in found, "that walks through everybody's"
    assert not whole_tables(found)


def test_the_archive_walks_along_its_index_on_every_page(games, anna):
    for address in ("/archive/", "/archive/?after=0.0", "/archive/?before=9000000000000000.5"):
        found, *_others = plans(lambda address=address: Client().get(address))
        assert "game_finished" in found, address


def test_the_lobby_walks_along_its_index(games, anna):
    client = signed_in(anna)
    assert any("game_open" in plan for plan in plans(lambda: client.get("/lobby/")))
