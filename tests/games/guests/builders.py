"""A guest as the button of the front page makes him."""

from __future__ import annotations

from django.test import Client

from accounts.models import User
from games.models import Game


def play_now(client: Client, **wish: str) -> Game:
    """Press the button, or send the form of the next game; the game it leads to."""
    response = client.post("/play-now/", wish)
    assert response.status_code == 302, response.content.decode()
    return Game.objects.get(pk=int(response["Location"].split("/")[2]))


def guest_at() -> tuple[Client, User, Game]:
    """A device, its guest and his game."""
    client = Client()
    game = play_now(client)
    guest = User.objects.get(guest_until__isnull=False, hosted_games=game)
    return client, guest, game
