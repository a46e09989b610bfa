"""One contestant of a race, as a process of its own (`tests.processes.contests`)."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

from django.utils.timezone import now

from games.errors import GameError
from games.models import Seat, Source
from games.play import advance, automatic, moves, positions
from tests.processes.contests import started_with_the_others


def main(go: str, wish: str, game: str, seat: str, text: str, version: str, unlocked: str = "") -> str:
    """Ask the service for the wish (`move` or `timeout`) when the file `go` is there; the outcome: `played N` with the number of
    rows it wrote, `refused CODE`, or `crashed ERROR`.

    Between reading and writing it dawdles, so that the other contestant is certain to come in between if nothing keeps it out.
    With `unlocked` it leaves out the lock of the game's row: the outcome then shows what the lock is for.
    """
    if unlocked:
        load = positions.load
        moves.load = automatic.load = lambda game_id, lock=False: load(game_id)
        automatic._lock_due = lambda seat, now: Seat.objects.filter(pk=seat, due_at__lte=now).values_list("game")
    commit = advance.Advance.commit

    def dawdling(self: advance.Advance, **also: Any) -> object:
        time.sleep(0.7)
        return commit(self, **also)

    advance.Advance.commit = dawdling  # type: ignore[method-assign, assignment]
    here = positions.load(int(game))
    holder = here.holder(int(seat)).user
    started_with_the_others(go)
    try:
        if wish == "timeout":
            late = automatic.time_out(seat_id=here.seats[int(seat)].pk, now=now() + timedelta(days=60))
            return "played 1" if late else "refused too_early"
        assert holder is not None
        rows = moves.submit_move(
            game_id=int(game), user=holder, text=text, version=int(version), source=Source.PAGE, now=now()
        )
    except GameError as error:
        return f"refused {error.code}"
    except Exception as error:
        return f"crashed {type(error).__name__}"
    return f"played {len(rows)}"
