"""A game begins: from a full table, or with seats that somebody has given."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

import engine
from games.models import Game, Participant, Seat, Status, Tenure
from games.play import news, notifications, wakeups
from games.play.positions import load
from games.play.rating import why_unrated_among
from games.play.summary import glance_of
from notifications.services import queue

from .advance import save_seats, start_clock


def begin_game(game: Game, *, now: datetime) -> None:
    """Seat the participants, deal, and put the first questions. Call it with the game's row locked and `game` FULL.

    Who sits where and the deal follow from the secret chosen when the table was made, whose commitment has been shown
    since (docs/deals.md).
    """
    joined = list(game.participants.select_related("user"))
    secret = bytes(Game.objects.with_secret().get(pk=game.pk).secret)
    drawn = engine.seating(engine.seed_for(secret, str(game.pk)), len(joined))
    begin_in_order(game, [joined[place] for place in drawn], now=now)


def begin_in_order(game: Game, participants: Sequence[Participant], *, now: datetime, tells: bool = True) -> None:
    """As `begin_game`, with these participants in the order of the seats. Without `tells` only who is asked hears of it: that it
    has begun stands in what somebody else tells."""
    seats = [
        Seat(game=game, index=index, remaining=None if participant.bot else game.clock.at_start())
        for index, participant in enumerate(participants)
    ]
    Seat.objects.bulk_create(seats)
    Tenure.objects.bulk_create(
        Tenure(seat=seat, user=participant.user, bot=participant.bot, since=now)
        for seat, participant in zip(seats, participants, strict=True)
    )
    game.status, game.started_at, game.starts_at, game.expires_at = Status.RUNNING, now, None, None
    game.rules_version = engine.RULES_VERSION
    game.rated = why_unrated_among(game, participants, at=now) is None
    game.save(update_fields=["status", "started_at", "starts_at", "expires_at", "rules_version", "rated"])
    play = load(game.pk)
    asked = []
    for index in engine.waiting_for(play.state):
        seat = play.seats[index]
        seat.waiting = True
        if start_clock(play, seat, now):
            asked.append(seat)
    save_seats(play.seats)
    game.glance = glance_of(play).to_json()
    game.save(update_fields=["glance"])
    people = {seat.index: user.pk for seat in play.seats if (user := play.owner(seat.index)) is not None}
    told = [*(notifications.started(game, people) if tells else ()), *notifications.asked(play, asked, now=now)]
    queue(told)
    news.after_commit(game)
    wakeups.after_commit(play, told)


@transaction.atomic
def begin_if_due(*, game_id: int, now: datetime) -> bool:
    """Begin the game of a full table whose guard is over. May run twice. True when it began."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status != Status.FULL or game.starts_at is None or game.starts_at > now:
        return False
    begin_game(game, now=now)
    return True
