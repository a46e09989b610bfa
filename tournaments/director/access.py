"""Who may be at a desk, and who may write to the directors. Whoever may not is told that there is nothing: a number tells
nobody whether there is such a tournament."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from accounts.activity import person_of
from accounts.models import User
from games.models import Game
from tournaments.models import Tournament


def directed(request: HttpRequest, tournament_id: int) -> Tournament:
    """The tournament, for one of its directors."""
    tournament = Tournament.objects.filter(pk=tournament_id, directors__user=person_of(request)).first()
    if tournament is None:
        raise Http404
    return tournament


def entered(request: HttpRequest, tournament_id: int) -> Tournament:
    """The tournament, for somebody who is or was entered."""
    tournament = Tournament.objects.filter(pk=tournament_id, entries__user=person_of(request)).first()
    if tournament is None:
        raise Http404
    return tournament


def directs(game: Game, user: User) -> bool:
    """Whether this is a table of a tournament that this person directs. One statement; none for a game with a host,
    which no tournament
    has."""
    if game.host_id is not None:
        return False
    return Tournament.objects.filter(rounds__tables__game=game, directors__user=user).exists()
