"""What the club writes down."""

from django.db import models


class Ended(models.Model):
    """A game of the club that is over, by its id: the club knows games, games know nothing of it."""

    game_id = models.BigIntegerField(unique=True)
    at = models.DateTimeField()
    winners = models.CharField(max_length=60)

    class Meta:
        app_label = "club"

    def __str__(self) -> str:
        return f"game {self.game_id}"
