"""Which games are closed to all eyes but those of their seats: those with a deal that is not released, because the same
cards still lie on other tables, and those that other apps ask for (`games.extensions`).

Whoever loads a game to show it loads it `marked`; whoever lists games for others lists those `in_the_open`. Neither costs a
statement of its own.
"""

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable

from games import extensions
from games.models import Game


def is_closed(game: str = "pk") -> Combinable:
    """Whether the game whose id stands in this field of a row is closed, to be annotated."""
    deal = "deal" if game == "pk" else f"{game}__deal"
    closed = Q(**{f"{deal}__isnull": False, f"{deal}__released_at__isnull": True})
    condition = extensions.closed()
    if condition is not None:
        closed |= Q(Exists(Game.objects.filter(condition, pk=OuterRef(game))))
    return ExpressionWrapper(closed, BooleanField())


def marked(games: "QuerySet[Game]") -> "QuerySet[Game]":
    """The same games, each of which then knows whether it `is_closed`."""
    return games.annotate(closed=is_closed())


def in_the_open(games: "QuerySet[Game]") -> "QuerySet[Game]":
    """Those of the games that are not closed."""
    return games.exclude(is_closed())
