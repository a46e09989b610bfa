"""Makes the floor's rows and prints the cookie of somebody signed in: `python -m benchmarks.floor.setup 2000`."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import django

MOVES = 40
"""Moves of each game."""


def main(games: int) -> None:
    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from .models import Game, Move

    call_command("migrate", run_syncdb=True, verbosity=0)
    state = _state()
    made = Game.objects.bulk_create([Game(state=state, version=MOVES) for _ in range(games)], batch_size=500)
    Move.objects.bulk_create(_moves([game.pk for game in made]), batch_size=5000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    print(_cookie())


def _moves(games: list[int]) -> Iterator[object]:
    from .models import Move

    for game in games:
        for number in range(1, MOVES + 1):
            yield Move(game_id=game, seq=number, seat=number % 4, code="buy 12 upper")


def _state() -> dict[str, object]:
    """A position: eight cards to buy, four players with nine each."""
    return {
        "round": 3,
        "phase": 2,
        "upper": [_card(number) for number in range(8)],
        "decks": [list(range(20))] * 4,
        "players": [
            {
                "name": f"player{seat}",
                "money": 20 + seat,
                "points": 9 * seat,
                "cards": [_card(9 * seat + number) for number in range(9)],
            }
            for seat in range(4)
        ],
    }


def _card(number: int) -> dict[str, object]:
    return {
        "id": number,
        "name": f"Card number {number}",
        "kind": number % 4,
        "cost": 3 + number % 20,
        "rubles": number % 6,
        "points": number % 7,
    }


def _cookie() -> str:
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.auth.models import User
    from django.contrib.sessions.backends.db import SessionStore

    user = User.objects.create(username="bench")
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return f"sessionid={session.session_key}"


if __name__ == "__main__":
    main(int(sys.argv[1]))
