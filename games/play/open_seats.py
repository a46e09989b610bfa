"""Seats whose players left: who may take them over, and which volunteers are asked.

A bot plays at once. The seat opens `OPENS_AFTER` the last missed deadline; until then only its player can return. A resigned seat
opens at once. Tournament and private games are not offered, because directors or hosts choose who plays there. The lock of the
game decides who comes first.
"""

import logging
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, QuerySet
from django.db.models.functions import Now

from accounts import separation
from accounts.models import User
from games import extensions
from games.models import SeatOffer, Source, Status, Tenure, TenureStart, Volunteer
from games.models.clock import PACES
from games.play import notifications
from games.play.errors import CannotTakeOver, HasSat, SeatGone
from games.play.interventions import seat_substitute
from games.play.positions import Play, load, load_running
from games.play.reliability import check_conditions
from notifications.services import queue

logger = logging.getLogger("games")

AGAIN = timedelta(days=1)
ROUNDS, ASKED, LOOKED_AT = 4, 5, 100
"""So often volunteers are asked, so many each time, out of so many whose turn it is."""
WINDOW = 200
"""Points of rating between the player who left and a volunteer, times the round."""
MONTH = timedelta(days=30)
TIMES = {name: PACES[name][0].base for name in ("12h", "1d", "2d", "3d", "5d", "7d", "14d")}
"""Times per move between which a volunteer chooses, by name."""


def open_offers(now: datetime | Now) -> QuerySet[SeatOffer]:
    """Seats that can be taken now, in running games that people still play."""
    game = {"status": Status.RUNNING, "breaks_off_at": None, "paused_at": None}
    return SeatOffer.objects.filter(opens_at__lte=now, **{f"seat__game__{name}": value for name, value in game.items()})


@transaction.atomic
def take_seat(*, game_id: int, seat: int, user: User, source: Source, now: datetime) -> None:
    """Take over an open seat to the end, with a fresh clock. The first to ask gets it.

    Raises NotRunning, NotSeated, SeatGone, HasSat, CannotTakeOver, or ConditionsUnmet.
    """
    play = load_running(game_id)
    one = play.seat_at(seat)
    if not open_offers(now).filter(seat=one).exists():
        raise SeatGone
    if play.has_sat(user):
        raise HasSat
    is_program = play.game.rated and user.is_bot  # ratings are of people
    if user.is_guest or is_program or _is_kept_from(play, {user.pk}, now):
        raise CannotTakeOver
    check_conditions(play.game, user)
    seat_substitute(play, one, user, source, now)
    logger.info("game %s: user %s took over seat %s", game_id, user.pk, seat)


def _is_kept_from(play: Play, users: set[int], now: datetime) -> set[int]:
    """Those of these users who are kept apart from a past or present player of the game. Two statements."""
    people = {tenure.user_id for held in play.tenures.values() for tenure in held if tenure.user_id is not None}
    pairs = separation.separated_pairs(people | users, at=now)
    return {user for user in users if any(user in pair and people & set(pair) for pair in pairs)}


def ask_due(*, now: datetime, limit: int = 200) -> int:
    """Ask volunteers about due open seats, one transaction each. Returns how many were due."""
    due = list(SeatOffer.objects.filter(look_at__lte=now).order_by("look_at").values_list("pk", flat=True)[:limit])
    for seat_id in due:
        _ask(seat_id, now)
    return len(due)


@transaction.atomic
def _ask(seat_id: int, now: datetime) -> None:
    """May run twice: the locked row of the offer lets one in."""
    locked = SeatOffer.objects.select_for_update(skip_locked=True, of=("self",)).select_related("seat")
    offer = locked.filter(pk=seat_id, look_at__lte=now).first()
    if offer is None:
        return
    play = load(offer.seat.game_id)
    if not play.game.is_running:
        offer.delete()
        return
    offer.look_at = now + AGAIN
    if not play.game.is_paused and not play.game.stands_still:
        chosen = _volunteers(play, offer, now)
        Volunteer.objects.filter(pk__in=chosen).update(asked_at=now)
        queue(notifications.open_seat(play, offer.seat, chosen, now=now))
        offer.asked += 1
        if offer.asked >= ROUNDS:
            offer.look_at = None
    offer.save(update_fields=["look_at", "asked"])


def _volunteers(play: Play, offer: SeatOffer, now: datetime) -> list[int]:
    """Volunteers to ask: the game matches their wishes, and none was asked within a day. The longest unasked come first."""
    game, owner = play.game, play.owner(offer.seat.index)
    allowed = game.clock.allowed
    found = Volunteer.objects.filter(
        asked_at__lte=now - AGAIN,
        fastest__lte=allowed,
        slowest__gte=allowed,
        players__contains=str(game.players),
        user__is_active=True,
    )
    if play.options.sets:
        found = found.filter(with_sets=True)
    if game.rated:
        found = found.filter(user__bot_since=None)
    rows = found.order_by("asked_at").values_list("pk", "most_a_month")[:LOOKED_AT]
    most = dict(rows)
    recent = Tenure.objects.filter(user__in=most, began=TenureStart.SUBSTITUTE, since__gt=now - MONTH)
    taken = dict(recent.order_by().values_list("user").annotate(Count("pk")))
    ratings = extensions.ratings({*most, owner.pk}) if owner is not None else {}
    kept = _is_kept_from(play, set(most), now)
    own = ratings.get(owner.pk, 0) if owner is not None else 0
    fitting = [
        user
        for user, limit in most.items()
        if taken.get(user, 0) < limit
        and user not in kept
        and not any(tenure.user_id == user for held in play.tenures.values() for tenure in held)
        and abs(ratings.get(user, 0) - own) <= WINDOW * (offer.asked + 1)
    ]
    return fitting[:ASKED]


def volunteer(
    *, user: User, fastest: str, slowest: str, players: Collection[int], with_sets: bool, most_a_month: int
) -> Volunteer:
    """Volunteer for open seats in games with `TIMES` from `fastest` to `slowest` per move. A later wish replaces the earlier."""
    wishes = {
        "fastest": min(TIMES[fastest], TIMES[slowest]),
        "slowest": max(TIMES[fastest], TIMES[slowest]),
        "players": "".join(str(number) for number in sorted(set(players))),
        "with_sets": with_sets,
        "most_a_month": most_a_month,
    }
    return Volunteer.objects.update_or_create(user=user, defaults=wishes)[0]
