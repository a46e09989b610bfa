"""A director ends a game that runs: by one of the rules by which rounds end, or because somebody has lost it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from arbiter.results.games import Unfinished
from games.models import Game, Source
from games.play.interventions import stop_game
from games.play.seats import resign
from tournaments.lifecycle import notifications
from tournaments.lifecycle.errors import BadRequest, WrongState
from tournaments.lifecycle.services import rounds
from tournaments.models import TableState, Tournament, TournamentState

from .checks import Ruling, entry_of, in_tournament, table_of
from .errors import NoSuchPlayer
from .results import place_of


@in_tournament(TournamentState.RUNNING)
def adjudicate(ruling: Ruling[Tournament], *, table_id: int, how: Unfinished) -> None:
    """The game ends now, or bots play it out, and counts as if its round had closed by that rule. Where other tables may still
    play the deal, by no rule but the one that the tournament has stated: what a director has heard of it decides nothing.

    Raises WrongState for a game that does not run or is being ended, OwnTable, BadRequest.
    """
    table, closing = table_of(ruling.of, table_id, ruling.by), ruling.of.plan.closing
    if table.state != TableState.RUNNING or table.game_id is None or table.closing:
        raise WrongState
    if not Game.objects.get(pk=table.game_id).is_running:
        raise WrongState
    if ruling.of.plan.is_duplicate and how is not closing.then:
        raise BadRequest(_("Where tables play the same deal, only the tournament's own rule can end a game."))
    table.closing = how.value
    table.save(update_fields=["closing"])
    rounds.close(table, ruling.now)
    ruling.write("adjudicated", **place_of(table), counts=how.value, concerned=notifications.at_table(table))


@in_tournament(TournamentState.RUNNING)
def forfeit(ruling: Ruling[Tournament], *, table_id: int, entry_id: int) -> None:
    """Somebody loses his seat in a game that runs and is placed as who has left. At a table a bot plays on for good; a game
    in pairs is over.

    Raises NoSuchPlayer for who does not sit there, WrongState when the game does not run, and the errors of `resign` when
    he holds the seat no more. What has counted is corrected instead.
    """
    table, entry = table_of(ruling.of, table_id, ruling.by), entry_of(ruling.of, entry_id)
    if not table.chairs.filter(entry=entry).exists():
        raise NoSuchPlayer
    if table.state != TableState.RUNNING or table.game_id is None:
        raise WrongState
    resign(game_id=table.game_id, user=entry.user, source=Source.DIRECTOR, now=ruling.now)
    if ruling.of.plan.in_pairs and Game.objects.get(pk=table.game_id).is_running:
        stop_game(game_id=table.game_id, now=ruling.now)
    ruling.write("forfeited", **place_of(table), player=entry.number, concerned=notifications.at_table(table))
