"""One contestant for a seat, as a process of its own: `python -m tests.processes.seat_racers WISH GAME USER GO [unlocked]`.

It waits for the file GO, then asks for its WISH (`join`, `accept`, `start`, `rematch`, `quick`) and prints `done` or
`refused CODE`. Between looking and sitting down it dawdles, so that the other contestant comes in between if nothing
keeps it out. With `unlocked` it leaves out the lock of the game's row: the outcome then shows what the lock is for.
"""

import os
import sys
import time
from pathlib import Path


def main(wish: str, game: str, user: str, go: str, unlocked: str = "") -> str:
    import django

    django.setup()
    from django.db import connection
    from django.db.models import QuerySet
    from django.utils.timezone import now

    from accounts.models import User
    from games.errors import GameError
    from games.models import Game, Invitation
    from games.play.services import begin
    from games.tables.services import invitations, sitting, tables
    from games.tables.services.gathering import Terms

    if unlocked:
        QuerySet.select_for_update = lambda self, *args, **kwargs: self  # type: ignore[method-assign, assignment]

    def dawdling(act):  # type: ignore[no-untyped-def]
        def slow(*args, **kwargs):  # type: ignore[no-untyped-def]
            time.sleep(0.7)
            return act(*args, **kwargs)

        return slow

    sitting.seat_user = invitations.seat_user = dawdling(sitting.seat_user)
    tables._new_game = dawdling(tables._new_game)
    begin.begin_game = dawdling(begin.begin_game)
    person = User.objects.get(pk=int(user))
    token = Invitation.objects.filter(game_id=int(game), user=person).values_list("token", flat=True).first()
    table = Game.objects.get(pk=int(game))
    connection.close()
    Path(go + f".{os.getpid()}.ready").touch()
    while not Path(go).exists():
        time.sleep(0.005)
    try:
        if wish == "join":
            sitting.join_table(game_id=int(game), user=person, now=now())
        elif wish == "accept":
            invitations.accept(token=token or "", user=person, now=now())
        elif wish == "rematch":
            return f"done {tables.rematch(game_id=int(game), user=person, now=now()).pk}"
        elif wish == "quick":
            # at the same moment for both, so that they meet whatever the wall clock says
            return f"done {tables.quick_game(user=person, terms=Terms.of(table), now=table.created_at).pk}"
        else:
            return f"done {tables.start_due(now=now())}"
    except GameError as error:
        return f"refused {error.code}"
    except Exception as error:
        return f"crashed {type(error).__name__}"
    return "done"


if __name__ == "__main__":
    print(main(*sys.argv[1:]))
