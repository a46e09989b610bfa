"""What a move costs the database."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now

import engine
from games.play.positions import load
from tests.games.boards import first_workers_bought, until_asked
from tests.games.play_builders import begun
from tests.people import signed_in

pytestmark = pytest.mark.django_db


def test_a_move_takes_seven_statements(anna, boris, clara):
    """The mover; the game's lock, seats with holders; a row of the log, the game, the seats that changed, the
    notifications. The log is
    read where it has gone on since this process has seen it.

    pg_stat_statements counts 10: BEGIN and COMMIT, and when it commits a check of the row's game.
    """
    game = begun(anna, boris, clara, now=now())
    play = until_asked(game, "Anna", also=first_workers_bought)
    move = next(str(move) for move in engine.legal_moves(play.state, play.seat_of(anna).index) if not move.is_pass)
    client = signed_in(anna)
    client.get(f"/games/{game.pk}/")
    with CaptureQueriesContext(connection) as caught:
        response = client.post(f"/games/{game.pk}/move/", {"text": move, "version": play.game.version})
    assert response.status_code == 302
    sent = [query["sql"] for query in caught if not query["sql"].startswith(("SAVEPOINT", "RELEASE"))]
    assert [sql.split()[0] for sql in sent] == ["SELECT"] * 3 + ["INSERT", "UPDATE", "INSERT", "INSERT"]
    assert load(game.pk).game.version == play.game.version + 1
