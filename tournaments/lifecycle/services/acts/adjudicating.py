"""A director ends a game that runs, by one of the rules by which rounds end."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from arbiter.results.games import Unfinished
from games.models import Game
from tournaments.lifecycle import applicants, notifications
from tournaments.lifecycle.errors import BadRequest, WrongState
from tournaments.lifecycle.services import closing, log
from tournaments.lifecycle.services.log import directed
from tournaments.models import TableState, TournamentState

from .checks import reasoned, table_of
from .results import place_of


@transaction.atomic
def adjudicate(
    *, tournament_id: int, director: User, table_id: int, how: Unfinished, reason: str, now: datetime, private: str = ""
) -> None:
    """The game ends now, or bots play it out, and counts as if its round had closed by that rule. Where other tables may still
    play the deal, by no rule but the one that the tournament has stated: what a director has heard of it decides nothing.

    Raises WrongState for a game that does not run or is being ended, OwnTable, BadRequest.
    """
    tournament = directed(tournament_id, director, TournamentState.RUNNING)
    words, table = reasoned(reason), table_of(tournament, table_id, director)
    if table.state != TableState.RUNNING or table.game_id is None or table.closing:
        raise WrongState
    if not Game.objects.get(pk=table.game_id).is_running:
        raise WrongState
    if tournament.plan.is_duplicate and how is not tournament.plan.closing.then:
        raise BadRequest(_("Where tables play the same deal, only the tournament's own rule can end a game."))
    table.closing = how.value
    table.save(update_fields=["closing"])
    closing.close(table, now)
    act = log.write(
        tournament,
        "adjudicated",
        now=now,
        by=director,
        reason=words,
        private=private,
        **place_of(table),
        counts=how.value,
    )
    notifications.decided(tournament, act, applicants.at_table(table), now=now)
