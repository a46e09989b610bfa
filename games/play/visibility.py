"""Which games are closed to everyone but their players, and who has a part in a game.

A game is closed while its deal is not released, because the same cards still lie on other tables, and where another app asks for it
(`games.extensions`). Load a game `marked` to show it; list those `in_the_open` for others. Neither costs a statement of its own.
"""

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable

from accounts.models import User
from games import extensions
from games.models import Game, Participant, Tenure


def is_closed(game: str = "pk") -> Combinable:
    """An annotation: whether the game whose id is in this field of a row is closed."""
    deal = "deal" if game == "pk" else f"{game}__deal"
    closed = Q(**{f"{deal}__isnull": False, f"{deal}__released_at__isnull": True})
    condition = extensions.closed()
    if condition is not None:
        closed |= Q(Exists(Game.objects.filter(condition, pk=OuterRef(game))))
    return ExpressionWrapper(closed, BooleanField())


def marked(games: QuerySet[Game]) -> QuerySet[Game]:
    """The same games, each of which then knows whether it `is_closed`."""
    return games.annotate(closed=is_closed())


def in_the_open(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.exclude(is_closed())


def has_part(user: User) -> Q:
    """A condition on rows of `Game`: those where the user ever held a seat, sits at the table or is the host, and what other apps
    say, such as the games of a tournament they direct. In such games they do nothing as a member of staff."""
    held = Tenure.objects.filter(user=user).values("seat__game")
    sits = Participant.objects.filter(user=user).values("game")
    found = Q(pk__in=held) | Q(pk__in=sits) | Q(host=user)
    for one in extensions.extensions():
        found |= one.has_part(user) or Q()
    return found
