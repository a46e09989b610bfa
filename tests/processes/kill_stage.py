"""What a kill run plays on, and what is looked at afterwards: `python -m tests.processes.kill_stage (set|more|check) …`.

A process of its own, because the site of a kill run has a database of its own. `set PLAYERS DEADLINES` fills it and prints
who plays with which key. `more PLAYERS` begins games again where too few are left. `check` reads all that the run has left, as
JSON.
"""

from __future__ import annotations

import json
import sys
from datetime import datetime, timedelta
from typing import Any

FIRST = 25
"""Seconds until the first deadline: the workers have to start first."""

EVERY = 3
"""Seconds between two deadlines."""


def main(what: str, *arguments: str) -> dict[str, Any]:
    import django

    django.setup()
    from django.db import transaction

    with transaction.atomic():  # the site runs already, and would begin a game that is only half set
        if what == "check":
            return check()
        return (set_stage if what == "set" else begin_more)(*map(int, arguments))


def key_of(user: Any) -> str:
    """A key with which a program plays as this user."""
    from tests.people import token_of

    return token_of(user)


def set_stage(players: int, deadlines: int) -> dict[str, Any]:
    """Players with keys, games among them and with bots, and games of two who never answer, due one after the other."""
    from django.utils.timezone import now

    from games.models import Seat
    from tests.games.play_builders import begun
    from tests.people import person

    people = [person(f"Player{number:02}") for number in range(players)]
    for number, user in enumerate(people):
        others = (people[(number + 1) % players], people[(number + 7) % players])
        begun(user, *others, pace="2d", now=now())
        if number % 4 == 0:
            begun(user, "plain", people[(number + 3) % players], pace="2d", now=now())
    sleepers = person("Oblomov"), person("Stolz")
    for number in range(deadlines):
        game = begun(*sleepers, pace="14d", now=now())
        due = now() + timedelta(seconds=FIRST + EVERY * number)
        Seat.objects.filter(game=game, waiting=True).update(due_at=due)
    return {"keys": {user.display_name: key_of(user) for user in people}}


def begin_more(players: int) -> dict[str, Any]:
    """As many running games as there are players, where fewer are left."""
    from django.utils.timezone import now

    from accounts.models import User
    from games.models import Game, Status
    from tests.games.play_builders import begun

    people = list(User.objects.filter(display_name__startswith="Player").order_by("display_name")[:players])
    missing = max(0, players - Game.objects.filter(status=Status.RUNNING).count())
    for number in range(missing):
        chosen = [people[(number * step + step) % len(people)] for step in (1, 3, 7)]
        begun(*dict.fromkeys(chosen), *(["plain"] if number % 4 == 0 else []), pace="2d", now=now())
    return {"begun": missing}


def check() -> dict[str, Any]:
    """Every row of the logs, how late each deadline was kept, and what became of the mails."""
    from django.db.models import Count
    from django.utils.timezone import now

    import engine
    from games.models import Game, LogRow, Seat
    from games.play.positions import load
    from notifications.deliveries import TAKEN
    from notifications.models import Attempt, Delivery, Notification

    for game in Game.objects.filter(seats__isnull=False).distinct():
        play = load(game.pk)
        assert play.state is not None
        assert engine.waiting_for(play.state) or play.state.is_over  # the log replays, move by legal move
        assert [row.number for row in play.rows] == list(range(1, play.game.version + 1))
    timeouts = LogRow.objects.filter(source="timeout").values_list("game_id", "number", "at")
    return {
        "rows": list(LogRow.objects.order_by("game_id", "number").values_list("game_id", "number", "text", "source")),
        "first_timeouts": {str(game): _text(at) for game, number, at in timeouts if number == 1},
        "overdue": Seat.objects.filter(due_at__lte=now()).count(),
        "deliveries": dict(Delivery.objects.values_list("state").annotate(Count("pk"))),
        "errors": list(Attempt.objects.exclude(answer=TAKEN).values_list("delivery__state", "answer")),
        "notifications_due": Notification.objects.filter(due_at__lte=now()).count(),
    }


def _text(at: datetime) -> str:
    return at.isoformat()


if __name__ == "__main__":
    print(json.dumps(main(*sys.argv[1:])))
