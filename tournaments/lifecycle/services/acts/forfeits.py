"""A director says that somebody has lost his game."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.models import Game, Source
from games.play.services.adjudication import stop_game
from games.play.services.seats import resign
from tournaments.lifecycle import applicants, notifications
from tournaments.lifecycle.errors import WrongState
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.log import directed
from tournaments.models import TableState, TournamentState

from .checks import entry_of, reasoned, table_of
from .errors import NoSuchPlayer
from .results import place_of


@transaction.atomic
def forfeit(
    *, tournament_id: int, director: User, table_id: int, entry_id: int, reason: str, now: datetime, private: str = ""
) -> None:
    """Somebody loses his seat in a game that runs and is placed as who has left. At a table a bot plays on for good; a game
    in pairs is over.

    Raises NoSuchPlayer for who does not sit there, WrongState when the game does not run, and the errors of `resign` when
    he holds the seat no more. What has counted is corrected instead.
    """
    tournament = directed(tournament_id, director, TournamentState.RUNNING)
    words, table, entry = reasoned(reason), table_of(tournament, table_id, director), entry_of(tournament, entry_id)
    if not table.chairs.filter(entry=entry).exists():
        raise NoSuchPlayer
    if table.state != TableState.RUNNING or table.game_id is None:
        raise WrongState
    resign(game_id=table.game_id, user=entry.user, source=Source.DIRECTOR, now=now)
    if tournament.plan.in_pairs and Game.objects.get(pk=table.game_id).is_running:
        stop_game(game_id=table.game_id, now=now)
    act = log.write(
        tournament,
        "forfeited",
        now=now,
        by=director,
        reason=words,
        private=private,
        **place_of(table),
        player=entry.number,
    )
    notifications.decided(tournament, act, applicants.at_table(table), now=now)
