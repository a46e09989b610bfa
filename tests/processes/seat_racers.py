"""One contestant for a seat, as a process of its own (`tests.processes.contests`)."""

from __future__ import annotations

import time

from django.db.models import QuerySet
from django.utils.timezone import now

from accounts.models import User
from games.errors import GameError
from games.models import Game, Invitation, SeatOffer, Source
from games.play import begin, open_seats
from games.tables import invitations, sitting, tables
from games.tables.gathering import Terms
from tests.processes.contests import started_with_the_others


def _dawdling(act):  # type: ignore[no-untyped-def]
    def slow(*args, **kwargs):  # type: ignore[no-untyped-def]
        time.sleep(0.7)
        return act(*args, **kwargs)

    return slow


def main(go: str, wish: str, game: str, user: str, unlocked: str = "") -> str:
    """Ask for the wish (`join`, `take`, `accept`, `start`, `rematch`, `quick`) when the file `go` is there; the outcome: `done` or
    `refused CODE`.

    Between looking and sitting down it dawdles, so that the other contestant comes in between if nothing keeps it out. With
    `unlocked` it leaves out the lock of the game's row: the outcome then shows what the lock is for.
    """
    if unlocked:
        QuerySet.select_for_update = lambda self, *args, **kwargs: self  # type: ignore[method-assign, assignment]
    sitting.seat_user = invitations.seat_user = _dawdling(sitting.seat_user)
    tables._new_game = _dawdling(tables._new_game)
    open_seats.seat_substitute = _dawdling(open_seats.seat_substitute)
    begin.begin_game = _dawdling(begin.begin_game)
    person = User.objects.get(pk=int(user))
    token = Invitation.objects.filter(game_id=int(game), user=person).values_list("token", flat=True).first()
    table = Game.objects.get(pk=int(game))
    started_with_the_others(go)
    try:
        if wish == "take":
            seat = SeatOffer.objects.get().seat.index
            open_seats.take_seat(game_id=int(game), seat=seat, user=person, source=Source.PAGE, now=now())
        elif wish == "join":
            sitting.join_table(game_id=int(game), user=person, now=now())
        elif wish == "accept":
            invitations.accept_invitation(token=token or "", user=person, now=now())
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
