"""Lists for the API."""

from typing import Any

from django.db.models import DateTimeField, Exists, IntegerField, OuterRef, QuerySet, Subquery

from accounts.models import User
from games.models import Game, Seat, Status, Tenure


def my_games(user: User, *, only_waiting: bool) -> QuerySet[Any]:
    """Begun games in which `user` holds a seat, with that seat, whether it is asked, and until when. One statement."""
    mine = Seat.objects.filter(game=OuterRef("pk"), tenures__user=user, tenures__until__isnull=True)
    # from his few tenures to their games: looking for a seat of his in each game would read all that there ever were
    held = Tenure.objects.filter(user=user, until__isnull=True)
    games: QuerySet[Any] = Game.objects.filter(
        status__in=(Status.RUNNING, Status.FINISHED), pk__in=held.values("seat__game")
    )
    games = games.annotate(
        your_seat=Subquery(mine.values("index")[:1], output_field=IntegerField()),
        waiting_for_you=Exists(mine.filter(waiting=True)),
        due_at=Subquery(mine.values("due_at")[:1], output_field=DateTimeField()),
    )
    if only_waiting:
        games = games.filter(waiting_for_you=True)
    return games
