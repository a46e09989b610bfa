"""Which games are closed to all eyes but those of their seats: what other apps ask for (`games.extensions`).

Whoever loads a game to show it loads it `marked`; whoever lists games for others lists those `in_the_open`. Neither costs a
statement of its own.
"""

from django.db.models import BooleanField, Exists, OuterRef, QuerySet, Value
from django.db.models.expressions import Combinable

from games import extensions
from games.models import Game


def is_closed(game: str = "pk") -> Combinable:
    """Whether the game whose id stands in this field of a row is closed, to be annotated."""
    condition = extensions.closed()
    if condition is None:
        return Value(False, BooleanField())
    return Exists(Game.objects.filter(condition, pk=OuterRef(game)))


def marked(games: "QuerySet[Game]") -> "QuerySet[Game]":
    """The same games, each of which then knows whether it `is_closed`."""
    return games.annotate(closed=is_closed())


def in_the_open(games: "QuerySet[Game]") -> "QuerySet[Game]":
    """Those of the games that are not closed."""
    return games if extensions.closed() is None else games.exclude(is_closed())
