"""How a game begins: its deal, its seats and first questions, and whether it counts for the ratings."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction

import engine
from accounts import separation
from games.models import Deal, Game, Participant, Seat, Status, Tenure
from games.models.game import new_secret
from games.options.table_words import Unrated, why_unrated
from games.play import notifications, wakeups
from games.play.advance import save_seats, start_clock
from games.play.errors import DealInPlay
from games.play.glances import glance_of
from games.play.outcomes import sum_deadlines
from games.play.positions import load
from games.play.starts import proven_by
from notifications.services import queue


def why_unrated_among(game: Game, participants: Iterable[Participant], *, at: datetime) -> Unrated | None:
    """Why the game would not be rated with these participants; None when it would be. An account of a program counts as a bot.
    One statement where only a shared household could be the reason."""
    sitting = list(participants)
    people = [
        one.user_id for one in sitting if one.user_id is not None and one.user is not None and not one.user.is_bot
    ]
    reason = why_unrated(wished=game.rated, players=game.players, bots=len(sitting) - len(people))
    if reason is None and len(people) > 1 and separation.share_household(people, at=at):
        return Unrated.HOUSEHOLD
    return reason


def begin_game(game: Game, *, now: datetime) -> None:
    """Seat the participants, deal, and put the first questions. Call it with the game's row locked and `game` FULL.

    Who sits where and the deal follow from the secret chosen when the table was made, whose commitment has been shown
    since, and from what the players' browsers have opened, where they were asked to (docs/deals.md).
    """
    joined = list(game.participants.select_related("user"))
    if game.sealed_at is not None:
        game.contributions = [[one.sealed, one.opened] for one in joined]
        game.beacon_due_at = None
        game.save(update_fields=["contributions", "beacon_due_at"])
    drawn = engine.seating(proven_by(Game.objects.with_secret().get(pk=game.pk)).seed, len(joined))
    begin_in_order(game, [joined[place] for place in drawn], now=now)


def begin_in_order(game: Game, participants: Sequence[Participant], *, now: datetime, tells: bool = True) -> None:
    """As `begin_game`, with these participants in the order of the seats. Without `tells` only those who are asked are notified,
    because the caller tells that the game has begun."""
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
    tells = tells and len(people) > 1  # who plays bots only has just started the game
    told = [*(notifications.started(game, people) if tells else ()), *notifications.your_turn(play, asked, now=now)]
    queue(told)
    wakeups.announce_change(game)
    wakeups.wake_workers(play, told)


def make_deal(*, deal_id: str, options: engine.Options) -> Deal:
    """Create a deal for games with these options. `deal_id` stands in the records of its games and must be unique, such as
    `event-7/round-2/4`; IntegrityError else."""
    secret = new_secret()
    deal: Deal = Deal.objects.create(
        deal_id=deal_id,
        size=options.players,
        options=options.to_dict(),
        secret=secret,
        commitment=engine.commitment(secret),
    )
    return deal


@transaction.atomic
def release_deal(*, deal: Deal, now: datetime) -> None:
    """Make the secret public and open the games of the deal to all eyes. Twice changes nothing.

    Raises DealInPlay while one of its games runs.
    """
    locked = Deal.objects.select_for_update().get(pk=deal.pk)
    if locked.games.filter(status__in=(Status.FULL, Status.RUNNING)).exists():
        raise DealInPlay
    if not locked.is_released:
        locked.released_at = now
        locked.save(update_fields=["released_at"])
        sum_deadlines(Tenure.objects.filter(seat__game__deal=locked, seat__game__status=Status.FINISHED))
    deal.released_at = locked.released_at
