"""The review of a finished game: what decided it. Made by a task after the end (`games.review`)."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.models.game import Game


class Review(models.Model):
    """`figures` are plain JSON with moves in notation (`games.review.figures.Figures`), of which `version` says how they were
    made. One that has no figures and is not due could not be made."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="review")
    version = models.PositiveSmallIntegerField(default=0, help_text="how the figures were made; 0 while there are none")
    figures = models.JSONField(null=True)
    due_at = models.DateTimeField(null=True, help_text="when it is to be made")
    taken_until = models.DateTimeField(null=True, help_text="until when a worker is at it, unless it died")
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        indexes: ClassVar = [
            # what is to be made, oldest first
            models.Index(fields=["due_at"], name="review_due", condition=Q(due_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"review of game {self.game_id}"

    @classmethod
    def waiting(cls, now: datetime) -> models.QuerySet[Review]:
        """Those that are due, none while a worker is at one: a game's review takes a while, and other heavy work comes between."""
        busy = cls.objects.filter(taken_until__gt=now, due_at__isnull=False)
        return cls.objects.filter(~models.Exists(busy), due_at__lte=now)
