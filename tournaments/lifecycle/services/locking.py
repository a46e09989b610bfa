"""The lock of a tournament, which every change of it holds."""

from __future__ import annotations

from accounts.models import User
from accounts.permissions import can
from tournaments.lifecycle.errors import NotADirector, WrongState
from tournaments.models import Tournament, TournamentState


def locked(tournament_id: int, *states: TournamentState) -> Tournament:
    """The tournament, its row locked until the transaction ends. Raises WrongState when it is in none of these states."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
    if states and tournament.state not in states:
        raise WrongState
    return tournament


def directed(tournament_id: int, director: User, *states: TournamentState) -> Tournament:
    """The same for one of its directors. Raises NotADirector for anybody else."""
    tournament = locked(tournament_id)
    if not can(director, "direct tournament", tournament):
        raise NotADirector
    if states and tournament.state not in states:
        raise WrongState
    return tournament


def changed(tournament: Tournament, *fields: str) -> None:
    """Save a change: its version rises, so that a pairing made from what was before is not written."""
    tournament.version += 1
    tournament.save(update_fields=["version", *fields])
