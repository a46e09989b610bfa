"""Tables that gather people, made by the real services."""

from datetime import datetime

import engine
from accounts.models import User
from games.models import Game, Source, Visibility
from games.models.clock import PACES
from games.play.positions import load
from games.play.proposals import propose
from games.tables.gathering import BOT, Terms
from games.tables.tables import create_table

from .play_builders import NOON


def terms(
    pace: str = "2d",
    visibility: Visibility = Visibility.PUBLIC,
    misses: int = 2,
    title: str = "White nights",
    rated: bool = True,
    **options: object,
) -> Terms:
    """`options` are those of engine.Options; two players of the second edition unless said otherwise."""
    chosen = engine.Options.from_dict({"edition": 2, "players": 2, **options})
    return Terms(title, chosen, PACES[pace][0], misses, visibility, rated)


def table(host: User, *guests: str, bots: int = 0, now: datetime = NOON, **wish: object) -> Game:
    """A table of `host` with so many of the usual bots and invitations to `guests`; `wish` goes to `terms`."""
    seated = [BOT] * bots
    return create_table(host=host, terms=terms(**wish), bots=seated, guests=guests, now=now)  # type: ignore[arg-type]


def agree_to_end(game: Game, user: User, now: datetime = NOON) -> None:
    """Propose the end as it stands, or agree to it."""
    propose(game_id=game.pk, user=user, kind="end", source=Source.PAGE, now=now)


def agreed_over(game: Game, now: datetime = NOON) -> Game:
    """The game, ended at once by the agreement of its people: a finished game without a whole game's moves."""
    for seat in load(game.pk).seats:
        user = load(game.pk).holder(seat.index).user
        if user is not None:
            agree_to_end(game, user, now)
    game.refresh_from_db()
    assert game.is_finished
    return game
