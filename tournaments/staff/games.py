"""A game ends by the word of staff, and what it counts: here, above games, where ratings and tournaments are known."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from games.emails.staffed import Done
from games.errors import GameError
from games.models import Game, Status
from games.play.services.adjudication import annul_game, stop_game
from games.staff.games import GAME, OfAEvent, tell
from games.staff.seats import is_running
from moderation.actions import Act, Change, Order
from moderation.errors import AlreadySo, Refused
from tournaments.models import RatedGame, Table
from tournaments.rated.services import annul_rating

REFUSALS = (Refused, GameError)


def _check(number: int) -> None:
    """Raises OfAEvent: whether a table of a tournament counts is its directors' business, whose standings follow from it."""
    if Table.objects.filter(game=number).exists():
        raise OfAEvent


def _annul(order: Order) -> None:
    annul_game(game_id=order.number, now=order.now)
    with suppress(RatedGame.DoesNotExist):
        annul_rating(game_id=order.number, because=order.reason, now=order.now)


def cancel(order: Order) -> Change:
    _check(order.number)
    stop_game(game_id=order.number, now=order.now)
    _annul(order)
    tell(order, Done.CANCELLED)
    return Change({"status": Status.RUNNING.value}, {"status": Status.FINISHED.value, "annulled": True})


def annul(order: Order) -> Change:
    _check(order.number)
    if Game.objects.filter(pk=order.number, annulled_at__isnull=False).exists():
        raise AlreadySo
    _annul(order)
    tell(order, Done.ANNULLED)
    return Change({"annulled": False}, {"annulled": True})


def _counts(number: int, now: datetime) -> bool:
    return bool(Game.objects.filter(pk=number, status=Status.FINISHED, annulled_at=None).exists())


ACTS = (
    Act(
        "cancel-game",
        GAME,
        _("Cancel game"),
        _(
            "The game ends now and counts for nothing, including ratings. Its players are notified. For "
            "tournament games, leave this to the directors."
        ),
        "moderation.end_game",
        cancel,
        is_open=is_running,
        refusals=REFUSALS,
    ),
    Act(
        "annul-game",
        GAME,
        _("Void game"),
        _(
            "The finished game no longer counts and drops out of the ratings at the next recalculation. Its "
            "log stays. Its players are notified."
        ),
        "moderation.end_game",
        annul,
        is_open=_counts,
        refusals=REFUSALS,
    ),
)
