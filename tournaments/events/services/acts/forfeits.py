"""A director says that somebody has lost his game."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.models import Game, Source
from games.play.services.adjudication import stop_game
from games.play.services.seats import resign
from tournaments.events import concerned, notices
from tournaments.events.errors import WrongState
from tournaments.events.services import log
from tournaments.events.services.locking import directed
from tournaments.models import EventState, TableState

from .checks import entry_of, reasoned, table_of
from .errors import NoSuchPlayer
from .results import place_of


@transaction.atomic
def forfeit(
    *, event_id: int, director: User, table_id: int, entry_id: int, reason: str, now: datetime, private: str = ""
) -> None:
    """Somebody loses his seat in a game that runs and is placed as who has left. At a table a bot plays on for good; a game
    in pairs is over.

    Raises NoSuchPlayer for who does not sit there, WrongState when the game does not run, and the errors of `resign` when
    he holds the seat no more. What has counted is corrected instead.
    """
    event = directed(event_id, director, EventState.RUNNING)
    words, table, entry = reasoned(reason), table_of(event, table_id, director), entry_of(event, entry_id)
    if not table.chairs.filter(entry=entry).exists():
        raise NoSuchPlayer
    if table.state != TableState.RUNNING or table.game_id is None:
        raise WrongState
    resign(game_id=table.game_id, user=entry.user, source=Source.DIRECTOR, now=now)
    if event.plan.in_pairs and Game.objects.get(pk=table.game_id).is_running:
        stop_game(game_id=table.game_id, now=now)
    act = log.write(
        event,
        "forfeited",
        now=now,
        by=director,
        reason=words,
        private=private,
        **place_of(table),
        player=entry.number,
    )
    notices.decided(event, act, concerned.at_table(table), now=now)
