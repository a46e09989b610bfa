"""An act of staff and a move want the same game at once, on a real PostgreSQL: one comes after the other and sees what it did.

The game's row is held until both wait for it, the one that shall come first before the other: PostgreSQL lets them in in this
order. So both have looked before, and neither has seen what the other does.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils.timezone import now

import engine
from accounts.models import User
from games.errors import GameError
from games.models import Game, LogRow, Source, Status
from games.play.moves import submit_move
from games.play.positions import load
from games.staff import last_row
from moderation import trail
from moderation.models import TrailRow
from moderation.permissions import MODERATOR
from stpete_site.supervisor.process import wait_until
from tests.games.play_builders import begun
from tests.moderation.staff import act, staff
from tests.people import person

pytestmark = pytest.mark.django_db(transaction=True)

ACTS: dict[str, dict[str, Any]] = {
    "extend-clock": {"hours": 5},
    "answer-for-seat": {},
    "seat-to-bot": {},
    "substitute": {"name": "Clara"},
    "cancel-game": {},
}
OUTCOMES = {
    ("extend-clock", "act first"): ("done", "done"),
    ("extend-clock", "move first"): ("no_clock", "done"),
    ("answer-for-seat", "act first"): ("done", "stale_position"),
    ("answer-for-seat", "move first"): ("stale_position", "done"),
    ("seat-to-bot", "act first"): ("done", "not_seated"),
    ("seat-to-bot", "move first"): ("done", "done"),
    ("substitute", "act first"): ("done", "not_seated"),
    ("substitute", "move first"): ("done", "done"),
    ("cancel-game", "act first"): ("done", "not_running"),
    ("cancel-game", "move first"): ("done", "done"),
}
"""What becomes of the act and of the move."""


def so_many_wait(number: int) -> bool:
    """For a lock in this database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # in a transaction it says the same for ever
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return bool(cursor.fetchone()[0] == number)


class Runner(Thread):
    """Does one thing in a connection of its own; `outcome` is `done`, or the code of its refusal, or what it crashed with."""

    def __init__(self, does: Callable[[], object]) -> None:
        super().__init__()
        self.does, self.outcome = does, ""

    def run(self) -> None:
        try:
            self.does()
            self.outcome = "done"
        except GameError as error:
            self.outcome = error.code
        except Exception as error:
            self.outcome = f"crashed: {error!r}"
        finally:
            connection.close()


def meet(game: Game, *wishes: Callable[[], object]) -> list[str]:
    """Let them in one after the other, each having waited; what became of each."""
    runners = [Runner(wish) for wish in wishes]
    with transaction.atomic():
        Game.objects.select_for_update().get(pk=game.pk)
        for number, runner in enumerate(runners, start=1):
            runner.start()
            assert wait_until(partial(so_many_wait, number), seconds=200), runner.outcome
    for runner in runners:
        runner.join(30)
    return [runner.outcome for runner in runners]


def race(name: str, order: str, anna: User, boris: User, nora: User) -> tuple[Game, int, tuple[str, str]]:
    """The game, the seat that was asked, and what became of the act and of the move."""
    game = begun(anna, boris, now=now())
    play = load(game.pk)
    (seat,) = engine.waiting_for(play.state)
    version, text, holder = play.game.version, str(engine.legal_moves(play.state, seat)[0]), play.holder(seat).user
    assert holder is not None
    seen = {"seat": seat, "version": version, "row": last_row(game.pk)} | ACTS[name]

    def do() -> None:
        act(name, game.pk, nora, now(), **seen)

    def move() -> None:
        submit_move(game_id=game.pk, user=holder, text=text, version=version, source=Source.PAGE, now=now())

    if order == "act first":
        acted, moved = meet(game, do, move)
    else:
        moved, acted = meet(game, move, do)
    return game, seat, (acted, moved)


def test_acts_of_staff_and_moves_at_once_follow_each_other() -> None:
    assert connection.vendor == "postgresql", "races are run on PostgreSQL: STPETE_TEST_DATABASE=postgres"
    anna, boris, _clara, nora = person("Anna"), person("Boris"), person("Clara"), staff("Nora", MODERATOR)
    for (name, order), expected in OUTCOMES.items():
        acts = TrailRow.objects.count()
        game, seat, outcome = race(name, order, anna, boris, nora)
        assert outcome == expected, (name, order)
        rows, after = list(LogRow.objects.filter(game=game).order_by("number")), load(game.pk)
        assert [row.number for row in rows] == list(range(1, after.game.version + 1)), (name, order)
        assert sum(row.kind == "move" and row.seat == seat for row in rows) <= 1, "one question was answered twice"
        assert TrailRow.objects.count() == acts + (expected[0] == "done"), "what is refused leaves no row"
        assert (after.game.status == Status.FINISHED) == (name == "cancel-game")
    assert trail.find_first_break() is None
