"""A director changes how a table counts: its places, or that it does not count at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from itertools import permutations

from django.utils.translation import gettext as _

from arbiter.results.places import Outcome, Result, ranked
from games.models import Game
from games.play.errors import DealInPlay
from games.play.interventions import annul_game, stop_game
from tournaments.lifecycle import notifications
from tournaments.lifecycle.errors import NoResult, WrongState
from tournaments.lifecycle.services import standings
from tournaments.lifecycle.services.log import changed
from tournaments.lifecycle.services.rounds import close_if_done, release
from tournaments.lifecycle.services.taking import keep
from tournaments.models import Over, Round, Table, TableState, Tournament, TournamentState

from .checks import Ruling, in_tournament, table_of

PLAYED = (TournamentState.RUNNING, TournamentState.FINISHED)


@in_tournament(*PLAYED)
def correct(
    ruling: Ruling[Tournament],
    *,
    table_id: int,
    places: Mapping[int, int],
    points: Mapping[int, int | None] | None = None,
) -> Result:
    """Other places for a table that counts, by numbers of entrants; also in a tournament that is finished. `points` are the VP
    that count, None for none at all, as with somebody who is out; without `points` they stay.

    The standings follow at once, pairings only of rounds that are not yet paired: while the tournament runs the act names the first
    of them.
    Raises NoResult for places that a table cannot have, WrongState for a table that does not count, DealInPlay while another
    table plays the same deal.
    """
    tournament, table = ruling.of, table_of(ruling.of, table_id, ruling.by)
    if table.game is not None and table.game.deal is not None and not table.game.deal.is_released:
        raise DealInPlay
    before = table.result
    if table.state != TableState.COUNTED or before is None:
        raise WrongState
    after = with_places(before, places, points)
    table.is_corrected = True
    keep(tournament, table, after, played=table.was_played, now=ruling.now)
    standings.write(tournament, ruling.now)
    ruling.write(
        "corrected",
        **place_of(table),
        before=[[one.entrant, one.place, one.vp] for one in before.outcomes],
        after=[[one.entrant, one.place, one.vp] for one in after.outcomes],
        **({"pairings_from": 1 + tournament.rounds.count()} if tournament.is_running else {}),
        concerned=notifications.at_table(table),
    )
    return after


def with_places(result: Result, places: Mapping[int, int], points: Mapping[int, int | None] | None = None) -> Result:
    """The same result with other places. Raises NoResult where they are not 1 2 3 4 with shared ones left out, and where
    more points stand behind fewer, or a place without points before one with points."""
    players = [one.entrant for one in result.outcomes]
    if places.keys() != set(players) or (points is not None and points.keys() != set(players)):
        raise NoResult
    given = [places[player] for player in players]
    if list(ranked([(place,) for place in given])) != given:
        raise NoResult
    outcomes = tuple(
        replace(one, place=places[one.entrant], vp=one.vp if points is None else points[one.entrant])
        for one in result.outcomes
    )
    if any(_worth(one) < _worth(other) for one, other in permutations(outcomes, 2) if one.place < other.place):
        raise NoResult(
            _("More points cannot mean a lower place. Change the points too, or leave them empty for the last player.")
        )
    return replace(result, outcomes=outcomes)


def _worth(outcome: Outcome) -> int:
    """VP, and less than any for who has none that count."""
    return -1000 if outcome.vp is None else outcome.vp


@in_tournament(*PLAYED)
def annul(ruling: Ruling[Tournament], *, table_id: int) -> None:
    """A table leaves the standings and the ratings; a game that runs ends. Raises WrongState before it has begun."""
    tournament, table = ruling.of, table_of(ruling.of, table_id, ruling.by)
    if table.state not in (TableState.RUNNING, TableState.COUNTED):
        raise WrongState
    take_off(tournament, table, ruling.now)
    ruling.write("annulled", **place_of(table), concerned=notifications.at_table(table))
    if tournament.is_running:
        close_if_done(tournament, Round.objects.get(pk=table.round_id), ruling.now)
    standings.write(tournament, ruling.now)


def take_off(tournament: Tournament, table: Table, now: datetime) -> None:
    """A table counts for nothing from now on. The tournament's row is locked."""
    if table.game_id is not None:
        if table.state == TableState.RUNNING and Game.objects.get(pk=table.game_id).is_running:
            stop_game(game_id=table.game_id, now=now)
        annul_game(game_id=table.game_id, now=now)
    table.state = TableState.ANNULLED
    table.save(update_fields=["state"])
    if table.game_id is not None:
        Over.objects.filter(game_id=table.game_id).delete()
        release(tournament, table, now)
    changed(tournament)


def place_of(table: Table) -> dict[str, int]:
    """Which table, as acts name it."""
    return {"round": table.round.number, "table": table.number, "leg": table.leg}
