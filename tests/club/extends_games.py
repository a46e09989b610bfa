"""What the club adds to games. Its tables are those whose title says so."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q

from accounts.models import User
from games.extensions import Extension, Panel
from games.models import Game

SEALED = "Club, sealed: "
OPEN = "Club: "


class Club(Extension):
    def closed(self) -> Q | None:
        return Q(title__startswith=SEALED)

    def panels_of_game(self, game: Game, reader: User | None) -> Sequence[Panel]:
        return [self._panel("game", game.title)] if game.title.startswith((SEALED, OPEN)) else ()

    def panels_of_player(self, player: User, reader: User | None) -> Sequence[Panel]:
        return [self._panel("player", player.name)] if player.name == "Anna" else ()

    def panels_of_front(self, reader: User | None) -> Sequence[Panel]:
        return [self._panel("front", reader.name)] if reader and reader.name == "Anna" else ()

    def panels_of_mine(self, reader: User) -> Sequence[Panel]:
        return [self._panel("mine", reader.name)] if reader.name == "Anna" else ()

    def letter_lines(self, game: Game, reader: User) -> Sequence[str]:
        return [f"The club greets {reader.name} & wishes good luck."] if game.title.startswith((SEALED, OPEN)) else ()

    def has_ended(self, game: Game, now: datetime) -> None:
        from .models import Ended  # rows can be imported once all apps are there

        if game.title.startswith((SEALED, OPEN)):
            result = game.result or {"seats": []}
            won = [str(seat["seat"]) for seat in result["seats"] if seat["winner"]]
            Ended.objects.create(game_id=game.pk, at=now, winners=",".join(won))

    @staticmethod
    def _panel(place: str, about: str) -> Panel:
        return Panel("club/panel.html", {"place": place, "about": about})


EXTENSION = Club()
