"""Saying that what everybody may know of a game has changed, so that open pages look again (streams/).

It says which game and its version, as the pulse does, and only where the pulse says something new to everybody: a row of
the log, an end, a pause, a wish to end. What a player decides for himself, such as a pass or a preset that answers nothing
yet, is not said.
"""

from functools import partial

from django.db import transaction

from games.models import Game
from notifications.services import publish
from streams.words import Look


def after_commit(game: Game) -> None:
    """Say it once the transaction stands, with the version that the game has then."""
    transaction.on_commit(partial(_look, game), robust=True)


def _look(game: Game) -> None:
    publish(Look(game.pk, game.version))
