"""One contestant of a race for a drafted turn, a process of its own (`tests.processes.contests`)."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta

from django.utils.timezone import now

from games.errors import GameError
from games.play import advance, automatic, moves, positions
from tests.processes.contests import started_with_the_others


def _slowly(write: Callable[..., object]) -> Callable[..., object]:
    def dawdling(*given: object, **named: object) -> object:
        time.sleep(0.7)
        return write(*given, **named)

    return dawdling


def main(go: str, wish: str, game: str, seat: str, text: str, version: str, acts: str, unlocked: str = "") -> str:
    """When the file `go` is there, act with `text` where `acts` are drafted (`act`), send the draft (`send`) or find the time over
    (`timeout`); the outcome: `wrote N` rows of the log, `refused CODE`, or `crashed ERROR`.

    It dawdles before it writes, so that the other comes in between if nothing keeps it out. With `unlocked` it leaves out the
    lock of the game's row.
    """
    if unlocked:
        load = positions.load
        moves.load = automatic.load = lambda game_id, lock=False: load(game_id)
    moves._save_draft = _slowly(moves._save_draft)
    advance.Advance.commit = _slowly(advance.Advance.commit)  # type: ignore[method-assign, assignment]
    here = positions.load(int(game))
    holder = here.holder(int(seat)).user
    started_with_the_others(go)
    try:
        if wish == "timeout":
            late = automatic.time_out(seat_id=here.seats[int(seat)].pk, now=now() + timedelta(days=60))
            return "wrote 1" if late else "refused too_early"
        assert holder is not None
        looked_at = {"game_id": int(game), "user": holder, "version": int(version), "acts": int(acts), "now": now()}
        rows = moves.send_draft(**looked_at) if wish == "send" else moves.draft_move(**looked_at, text=text)  # type: ignore[arg-type]
    except GameError as error:
        return f"refused {error.code}"
    except Exception as error:
        return f"crashed {type(error).__name__}"
    return f"wrote {len(rows)}"
