"""What ratings add to games: panels, lines of letters, and that a game that has ended waits to be rated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from games.extensions import Panel
from games.models import Game
from games.play.wakeups import send_task
from tournaments.rated import services
from tournaments.rated.changes import rating_of, sentences
from tournaments.rated.ladders import standing_of


def panels_of_game(game: Game, reader: User | None) -> Sequence[Panel]:
    """What a rated game changes or has changed."""
    return [Panel("tournaments/rated/game.html", rating_of(game, reader))] if game.rated else ()


def panels_of_player(player: User, reader: User | None) -> Sequence[Panel]:
    """Where a player stands, unless it is himself who does not want to know."""
    standing = standing_of(player, reader)
    return [Panel("tournaments/rated/player.html", standing)] if standing.lines or standing.is_hidden else ()


def letter_lines(game: Game, reader: User) -> Sequence[str]:
    """What the mail about the end says."""
    return sentences(rating_of(game, reader)) if game.rated and game.is_finished else ()


def awaits(game_id: int) -> bool:
    """Whether the game is about to be rated."""
    return services.waiting().filter(game=game_id).exists()


def overdue(late: datetime) -> Mapping[str, int]:
    """Games that ended by then and are not rated."""
    return {"ratings": services.waiting().filter(ended_at__lte=late).count()}


def has_ended(game: Game, now: datetime) -> None:
    """A rated game is over: it is taken as soon as that stands."""
    if game.rated:
        services.ask(game=game, now=now)
        transaction.on_commit(partial(send_task, "tournaments.tasks.take_ratings"), robust=True)
