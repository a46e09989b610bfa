"""One contestant of a race for a drafted turn, a process of its own: `python -m tests.processes.draft_racers WISH GAME SEAT TEXT
VERSION ACTS GO [unlocked]`.

It waits for the file GO, then acts with `TEXT` where `ACTS` are drafted (`act`), sends the draft (`send`) or finds the time over
(`timeout`), and prints the outcome: `wrote N` rows of the log, `refused CODE`, or `crashed ERROR`. It dawdles before it writes, so
that the other comes in between if nothing keeps it out. With `unlocked` it leaves out the lock of the game's row.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path


def _slowly(write: Callable[..., object]) -> Callable[..., object]:
    def dawdling(*given: object, **named: object) -> object:
        time.sleep(0.7)
        return write(*given, **named)

    return dawdling


def main(wish: str, game: str, seat: str, text: str, version: str, acts: str, go: str, unlocked: str = "") -> str:
    import django

    django.setup()
    from datetime import timedelta

    from django.db import connection
    from django.utils.timezone import now

    from games.errors import GameError
    from games.play import positions
    from games.play.services import advance, drafts, timeouts

    if unlocked:
        load = positions.load
        drafts.load = timeouts.load = lambda game_id, lock=False: load(game_id)
    drafts._keep = _slowly(drafts._keep)
    advance.Advance.commit = _slowly(advance.Advance.commit)  # type: ignore[method-assign, assignment]
    here = positions.load(int(game))
    holder = here.holder(int(seat)).user
    connection.close()
    Path(go + f".{os.getpid()}.ready").touch()
    while not Path(go).exists():
        time.sleep(0.005)
    try:
        if wish == "timeout":
            late = timeouts.time_out(seat_id=here.seats[int(seat)].pk, now=now() + timedelta(days=60))
            return "wrote 1" if late else "refused too_early"
        assert holder is not None
        looked_at = {"game_id": int(game), "user": holder, "version": int(version), "acts": int(acts), "now": now()}
        rows = drafts.send(**looked_at) if wish == "send" else drafts.act(**looked_at, text=text)  # type: ignore[arg-type]
    except GameError as error:
        return f"refused {error.code}"
    except Exception as error:
        return f"crashed {type(error).__name__}"
    return f"wrote {len(rows)}"


if __name__ == "__main__":
    print(main(*sys.argv[1:]))
