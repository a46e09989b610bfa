"""Short ways to a game in which somebody in particular is asked, and to what was told."""

from datetime import datetime

from accounts.models import User
from games.models import Game, Source
from games.models.notification import game_subject
from games.play.moves import submit_move
from games.play.notifications import GameNotification
from games.play.positions import Play, load
from notifications.models import Delivery, Notification
from tests.games.play_builders import NOON, asked_user, begun


def quiet_start(*holders: User | str, **more: object) -> Game:
    """A begun game whose start is told already, so that only questions are left to tell."""
    game = begun(*holders, **more)  # type: ignore[arg-type]
    Notification.objects.filter(subject=game_subject(game.pk), kind=GameNotification.STARTED).update(
        due_at=None, dropped="test"
    )
    return game


def answer(game: Game, now: datetime = NOON) -> User:
    """Whoever is asked plays his first legal move. Returns who is asked then."""
    play = load(game.pk)
    user = asked_user(play)
    seat = play.seat_of(user)
    assert seat is not None
    text = play.view(seat.index).moves[0]
    submit_move(game_id=game.pk, user=user, text=text, version=play.game.version, source=Source.PAGE, now=now)
    return asked_user(load(game.pk))


def asked(game: Game) -> tuple[Play, User]:
    play = load(game.pk)
    return play, asked_user(play)


def mails() -> list[tuple[str, str, str]]:
    """The deliveries so far: kind, to whom, about what."""
    return [
        (one.kind, one.user.display_name if one.user else one.endpoint, one.subject)
        for one in Delivery.objects.select_related("user").order_by("pk")
    ]


def dropped() -> dict[str, str]:
    """Why which notification came to nothing, by key."""
    return dict(Notification.objects.exclude(dropped__in=("", "test")).values_list("key", "dropped"))
