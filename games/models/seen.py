"""What somebody has seen of a game: the place from which "since your last visit" begins."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from .game import Game


class Seen(models.Model):
    """How far this user has looked at this game. Nobody else is shown any of it, and it never goes back.

    Written by `games.play.services.seen` alone. That somebody has moved stands in the log and need not be written here.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="seen")
    game = models.ForeignKey(Game, models.CASCADE, related_name="seen")
    version = models.PositiveIntegerField(default=0, help_text="last log number that was on screen")
    line = models.PositiveIntegerField(default=0, help_text="last chat message that was on screen")
    result = models.BooleanField(default=False, help_text="the game has finished and the player has seen the result")

    class Meta:
        ordering: ClassVar = ["user", "game"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "game"], name="seen_once")]
        indexes: ClassVar = [
            # results that somebody has not seen
            models.Index(fields=["user"], name="seen_result_open", condition=Q(result=False)),
        ]

    def __str__(self) -> str:
        return f"user {self.user_id}, game {self.game_id}: {self.version}"
