"""Two accounts are one person's: the games of one become the other's from their beginning on."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.models import (
    MERGED,
    DeadlineSum,
    Deal,
    Game,
    GameImport,
    Line,
    LogRow,
    OrderTemplate,
    Participant,
    PuzzleAnswer,
    RowKind,
    SavedSearch,
    SeatFact,
    SoloResult,
    Source,
    Tenure,
)
from games.play import notifications, totals, wakeups
from games.play.advance import Advance
from games.play.errors import MetInAGame, StalePosition
from games.play.outcomes import sum_deadlines
from games.play.positions import load
from games.play.reply_addresses import tenure_holding
from games.play.seen import hand_seen
from incoming_mail.tokens import revoke_holding
from notifications.services import queue


def games_of(user_id: int) -> list[int]:
    """The games and tables where this user ever sat or is the host, in the order in which they are locked."""
    own = Game.objects.filter(Q(host=user_id) | Q(participants__user=user_id) | Q(seats__tenures__user=user_id))
    return list(own.order_by("pk").values_list("pk", flat=True).distinct())


@transaction.atomic
def take_games(*, gone: User, stays: User, now: datetime) -> list[int]:
    """Hand all games of `gone` to `stays`: seats, tables and messages. Tables that have not begun must have been left.

    Raises MetInAGame where both have had a part in one game or in two with the same deal. Returns the games.
    """
    games = games_of(gone.pk)
    list(Game.objects.select_for_update().filter(pk__in=games).order_by("pk"))
    others = Game.objects.filter(Q(pk__in=games) | Q(deal__in=Deal.objects.filter(games__in=games)))
    met = Q(host=stays) | Q(participants__user=stays) | Q(seats__tenures__user=stays) | Q(lines__author=stays)
    if others.filter(met).exists():
        raise MetInAGame
    for game_id in games:
        hand_game_over(game_id, gone=gone, stays=stays, text=MERGED, source=Source.DIRECTOR, now=now)
    DeadlineSum.objects.filter(user=gone).delete()  # those of the account that stays hold them
    totals.hand_over(gone=gone, stays=stays)
    Line.objects.filter(author=gone).update(author=stays)
    hand_seen(guest=gone, user=stays)
    GameImport.objects.filter(uploader=gone).update(uploader=stays)
    kept = SavedSearch.objects.filter(user=stays).values("text")
    SavedSearch.objects.filter(user=gone).exclude(text__in=kept).update(user=stays)
    known = PuzzleAnswer.objects.filter(user=stays).values("puzzle")
    PuzzleAnswer.objects.filter(user=gone).exclude(puzzle__in=known).update(user=stays)
    named = OrderTemplate.objects.filter(user=stays).values("name")
    OrderTemplate.objects.filter(user=gone).exclude(name__in=named).update(user=stays)
    return games


def hand_game_over(game_id: int, *, gone: User, stays: User, text: str, source: Source, now: datetime) -> None:
    """Make `stays` the host, participant and player that `gone` was. In a game that has begun a row of the log says so, also
    where it is over; clocks run on, and an open question is put again.

    The tenures name the account that stays from their beginning on, because the seat stays with the same person.
    """
    Game.objects.filter(pk=game_id, host=gone).update(host=stays)
    Participant.objects.filter(game=game_id, user=gone).update(user=stays)
    play = load(game_id, lock=True)
    game = play.game
    own = [one for held in play.tenures.values() for one in held if one.user_id == gone.pk]
    if not own:
        return
    seat = own[-1].seat
    revoke_holding(tenure_holding(own[-1]))
    tenures = Tenure.objects.filter(pk__in=[tenure.pk for tenure in own])
    tenures.update(user=stays, summed=False)
    for kept in (SoloResult, SeatFact):
        kept.objects.filter(game=game_id, user=gone).update(user=stays)
    for tenure in own:
        tenure.user = stays
    advance = Advance(play, now)
    advance.note(RowKind.SEAT, seat.index, text, source)
    if game.is_running:
        if seat.waiting and not play.holder(seat.index).is_bot:
            seat.asked_number = advance.version
            queue(notifications.your_turn(play, [seat], now=now))
        advance.commit()
        return
    if not game.is_closed:
        sum_deadlines(tenures)
    LogRow.objects.bulk_create(advance.rows)  # nothing else changes in a game that is over
    if not Game.objects.filter(pk=game.pk, version=game.version).update(version=advance.version):
        raise StalePosition
    game.version = advance.version
    wakeups.announce_change(game)
