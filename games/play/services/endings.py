"""Ending a game before its end: when every person still in it agrees, or nobody is left."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from engine.record import Ended
from games.models import EndText, Game, RowKind, Seat, Source, Status
from games.play import news
from games.play.positions import load
from games.play.results import result_as_it_stands

from .advance import Advance, save_seats


@transaction.atomic
def wish_end(*, game_id: int, user: User, source: Source, now: datetime) -> bool:
    """Agree to end the game as it stands. True when this was the last agreement that was missing and the game is over."""
    play = load(game_id, lock=True)
    seat = play.acting_seat(user)
    seat.wants_end = True
    advance = Advance(play, now)
    if not end_if_agreed(advance, seat, source):
        save_seats([seat])
        news.after_commit(play.game)
        return False
    advance.commit()
    return True


def end_if_agreed(advance: Advance, seat: Seat, source: Source) -> bool:
    """End the game as it stands if every person still in it wishes so; `seat` is the one whose act decided it.

    Also asked when a seat goes to a bot: whoever leaves no longer stands in the way of the others.
    """
    play = advance.play
    people = [one for one in play.seats if not play.holder(one.index).is_bot]
    if not people or not all(one.wants_end for one in people):
        return False
    end_as_it_stands(advance, seat, EndText.AGREED, source)
    return True


def break_off(advance: Advance, seat: Seat, source: Source) -> None:
    """End the game as it stands because nobody is left to play it; `seat` is the one that was left last."""
    end_as_it_stands(advance, seat, EndText.ABANDONED, source)


ENDED: dict[EndText, Ended] = {
    EndText.AGREED: "agreement",
    EndText.ABANDONED: "broken off",
    EndText.ADJUDICATED: "adjudicated",
}


def end_as_it_stands(advance: Advance, seat: Seat, text: EndText, source: Source) -> None:
    """Append the row that ends the game, with points and rubles as they lie."""
    advance.note(RowKind.END, seat.index, text.value, source)
    game: Game = advance.play.game
    game.status, game.finished_at = Status.FINISHED, advance.now
    game.result = result_as_it_stands(advance.state, game.players, ENDED[text])


@transaction.atomic
def withdraw_end(*, game_id: int, user: User) -> None:
    """No longer wish to end the game."""
    play = load(game_id, lock=True)
    seat = play.acting_seat(user)
    seat.wants_end = False
    save_seats([seat])
    news.after_commit(play.game)
