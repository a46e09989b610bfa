"""Games whose seats come from elsewhere, such as the pairing of a tournament: they begin at once, without a table before."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

import engine
from accounts.models import User
from games.models import Deal, Game, Participant, Status, Tenure, Visibility
from games.models.clock import Clock
from games.play.errors import DealReleased, HasSat
from games.play.services.begin import begin_in_order
from games.tables.errors import BadOptions

from .gathering import Terms


@transaction.atomic
def begin_seated(
    *,
    host: User | None,
    title: str,
    options: engine.Options,
    pace: Clock,
    seats: Sequence[User],
    now: datetime,
    deal: Deal | None = None,
    misses_before_bot: int = 2,
    visibility: Visibility = Visibility.PUBLIC,
    rated: bool = False,
    silent: bool = False,
    tells: bool = True,
) -> Game:
    """A game that begins at once with `seats[i]` at seat i; nothing is drawn for the seats, and everybody is told as when a
    table begins, without `tells` only who is asked: then the caller says that it has begun. With `deal` it plays that deal, and
    nobody but its seats sees anything of it until the deal is released; until then, and for good when it is `silent`, nobody
    writes there.

    Raises BadOptions when seats, options and deal do not fit each other, DealReleased, or HasSat for somebody who
    knows the deal from another table; `details["user"]` is his id.
    """
    _check(options, seats, deal)
    game = Game(host=host, created_at=now, status=Status.FULL, deal=deal, seats_given=True, is_silent=silent)
    Terms(title, options, pace, misses_before_bot, visibility, rated).write_to(game)
    game.commitment = deal.commitment if deal else engine.commitment(bytes(game.secret))
    game.save()
    participants = Participant.objects.bulk_create(Participant(game=game, user=user, joined_at=now) for user in seats)
    begin_in_order(game, participants, now=now, tells=tells)
    return game


def _check(options: engine.Options, seats: Sequence[User], deal: Deal | None) -> None:
    if len(seats) != options.players or len({user.pk for user in seats}) != len(seats):
        raise BadOptions
    if deal is None:
        return
    locked = Deal.objects.select_for_update().get(pk=deal.pk)  # so that it is not released in this moment
    if locked.is_released:
        raise DealReleased
    if locked.options != options.to_dict():
        raise BadOptions
    if known := Tenure.objects.filter(seat__game__deal=deal, user__in=seats).values_list("user", flat=True).first():
        raise HasSat(user=known)
