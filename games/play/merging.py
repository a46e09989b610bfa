"""Two accounts are one person's: what one has held the other holds from its beginning on."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.models import MERGED, Deal, Game, Line, LogRow, Participant, RowKind, Source, Tenure
from games.play import notifications, wakeups
from games.play.advance import Advance
from games.play.errors import MetInAGame, StalePosition
from games.play.positions import load
from games.play.reply_addresses import tenure_holding
from games.play.seen import hand_seen
from incoming_mail.tokens import revoke_holding
from notifications.services import queue


def games_of(user_id: int) -> list[int]:
    """Where he ever sat or hosts, in the order in which they are locked."""
    own = Game.objects.filter(Q(host=user_id) | Q(participants__user=user_id) | Q(seats__tenures__user=user_id))
    return list(own.order_by("pk").values_list("pk", flat=True).distinct())


@transaction.atomic
def take_games(*, gone: User, stays: User, now: datetime) -> list[int]:
    """Hand all games of `gone` to `stays`: seats, tables, what was said there. A row in the log of each that has begun says so,
    also where it is over; clocks run on, and an open question is put again. Tables that have not begun must have been left.

    Raises MetInAGame where both have had a part in one game or in two with the same deal. Returns the games.
    """
    games = games_of(gone.pk)
    list(Game.objects.select_for_update().filter(pk__in=games).order_by("pk"))
    _check(games, stays)
    for game_id in games:
        _take(game_id, gone, stays, now)
    Line.objects.filter(author=gone).update(author=stays)
    hand_seen(guest=gone, user=stays)
    return games


def _check(games: Iterable[int], stays: User) -> None:
    deals = Deal.objects.filter(games__in=games)
    others = Game.objects.filter(Q(pk__in=games) | Q(deal__in=deals))
    met = Q(host=stays) | Q(participants__user=stays) | Q(seats__tenures__user=stays) | Q(lines__author=stays)
    if others.filter(met).exists():
        raise MetInAGame


def _take(game_id: int, gone: User, stays: User, now: datetime) -> None:
    Game.objects.filter(pk=game_id, host=gone).update(host=stays)
    Participant.objects.filter(game=game_id, user=gone).update(user=stays)
    if not Tenure.objects.filter(seat__game=game_id, user=gone).exists():
        return
    play = load(game_id, lock=True)
    for index, held in play.tenures.items():
        own = [tenure for tenure in held if tenure.user_id == gone.pk]
        if not own:
            continue
        revoke_holding(tenure_holding(own[-1]))
        Tenure.objects.filter(pk__in=[tenure.pk for tenure in own]).update(user=stays)
        for tenure in own:
            tenure.user = stays
        advance = Advance(play, now)
        advance.note(RowKind.SEAT, index, MERGED, Source.DIRECTOR)
        if not play.game.is_running:
            _append(play.game, advance)
            return
        seat = play.seats[index]
        if seat.waiting and not play.holder(index).is_bot:
            seat.asked_number = advance.version
            queue(notifications.your_turn(play, [seat], now=now))
        advance.commit()
        return


def _append(game: Game, advance: Advance) -> None:
    """Nothing else changes in a game that is over."""
    LogRow.objects.bulk_create(advance.rows)
    if not Game.objects.filter(pk=game.pk, version=game.version).update(version=advance.version):
        raise StalePosition
    game.version = advance.version
    wakeups.announce_change(game)
