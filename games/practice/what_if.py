"""What if: a private game against bots from a position of a finished game, with the cards that nobody had seen shuffled anew."""

from base64 import urlsafe_b64encode
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

import engine
from accounts import guests
from accounts.models import User
from games.errors import GameError
from games.models import Game, LogRow, Participant, Source, Status, Visibility
from games.options.titles import any_title
from games.play.begin import begin_in_order
from games.play.positions import Play
from games.play.starts import Origin, start_of
from games.tables.gathering import BOT, Terms, check_room_for_game, name_table
from games.tables.terms import QUICK_CLOCK


class NothingToPlayOn(GameError):
    code = "nothing_to_play_on"
    sentence = _("You can only play on from a finished game with several players, before its last move.")


def seat_to_move(play: Play, ply: int) -> int | None:
    """Who would be played on for in this position; None where nobody may: in running and solo games, where other tables still
    play the deal, and where nothing is asked any more."""
    if not play.game.is_finished or play.game.is_closed or play.game.is_solo:
        return None
    return next(iter(engine.waiting_for(play.at(ply).step.state)), None)


def play_on(*, user: User, play: Play, ply: int, now: datetime) -> Game:
    """Begin a game after the first `ply` moves of this one, where the user has the seat to move and bots have the others.

    What was hidden in hands stays where it was, as moves that are in the log depend on it; only piles are shuffled. Nothing of
    it is rated or listed. A second click within seconds leads to the same game. Raises NothingToPlayOn, TooMany.
    """
    seat = seat_to_move(play, ply)
    if seat is None:
        raise NothingToPlayOn
    wish = f"{user.pk}:{play.game.pk}:{ply}:{int(now.timestamp()) // 10}"
    token = urlsafe_b64encode(salted_hmac("games.what_if", wish, algorithm="sha256").digest()[:16]).decode().rstrip("=")
    try:
        with transaction.atomic():
            check_room_for_game(user)  # locks, so that the slower of two clicks finds the game of the other
            known: Game | None = Game.objects.filter(link_token=token).first()
            return known or _begin(user, play, ply, seat, token, now)
    except IntegrityError:
        return Game.objects.get(link_token=token)  # type: ignore[no-any-return]


def _begin(user: User, play: Play, ply: int, seat: int, token: str, now: datetime) -> Game:
    terms = Terms(any_title(), play.options, QUICK_CLOCK, visibility=Visibility.LINK)
    game = Game(
        host=user,
        created_at=now,
        link_token=token,
        status=Status.FULL,
        seats_given=True,
        version=ply,
        ply=ply,
        **terms.columns,
    )
    name_table(game)
    game.save()
    fresh = engine.make_deal(play.options, engine.seed_for(bytes(game.secret), str(game.pk)))
    deal = engine.reshuffled(play.deal, fresh, play.at(ply).step.state)
    game.start = start_of(Origin(play.game.pk, ply), deal)
    game.save(update_fields=["start"])
    LogRow.objects.bulk_create(
        LogRow(game=game, number=number, ply=number, seat=row.seat, text=row.text, source=Source.MANUAL, at=now)
        for number, row in enumerate(play.moves[:ply], start=1)
    )
    sitting = [
        Participant(
            game=game,
            user=user if index == seat else None,
            bot="" if index == seat else (play.holder(index).bot or BOT),
            joined_at=now,
        )
        for index in range(len(play.seats))
    ]
    Participant.objects.bulk_create(sitting)
    begin_in_order(game, sitting, now=now)
    if user.is_guest:
        guests.stay(user, now=now)
    return game
