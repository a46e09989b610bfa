"""What tests of an organiser's acts ask of a game."""

from django.test import Client

from accounts.models import User
from games.models import Game, Seat
from games.play.positions import load
from notifications.models import Notification
from tests.people import signed_in


def asked_seat(game: Game) -> Seat:
    """The one seat that the game waits for."""
    (seat,) = [seat for seat in load(game.pk).seats if seat.waiting]
    return seat


def told(game: Game, kind: str) -> list[str]:
    """To whom notifications of this kind go, by name."""
    found = Notification.objects.filter(subject=f"game:{game.pk}", kind=kind).order_by("pk")
    return [notification.user.name for notification in found.select_related("user") if notification.user]


def reading(user: User, language: str) -> Client:
    """A client signed in as `user`, who reads this language."""
    user.language = language
    user.save(update_fields=["language"])
    return signed_in(user)
