"""A wish for a game against people, which waits until enough others have it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone


class Seek(models.Model):
    """One game that `user` looks for players for. It waits in the pool of its edition, players and pace; `due_at` is when the
    sweep looks at that pool again, because the window of ratings has widened meanwhile."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="seeks", db_index=False)
    edition = models.PositiveSmallIntegerField()
    players = models.PositiveSmallIntegerField()
    pace = models.CharField(max_length=12, help_text="name in games.models.clock.PACES")
    sealed = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text="hash of what the browser contributes to the deal: games.tables.contributions",
    )
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(help_text="when it is deleted if nobody was found")

    class Meta:
        ordering: ClassVar = ["created_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "edition", "players", "pace"], name="seek_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="seek_due"),  # the sweep
            models.Index(fields=["edition", "players", "pace", "created_at"], name="seek_pool"),
        ]

    def __str__(self) -> str:
        return f"user {self.user_id}: edition {self.edition}, {self.players} players, {self.pace}"
