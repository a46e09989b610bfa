"""Everything that will happen in a tournament by itself has a row with its time."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from .tournament import Tournament


class What(models.TextChoices):
    CLOSES = "closes", "entries close"
    STARTS = "starts", "the tournament starts"
    BEGINS = "begins", "the games of a round begin"
    DEADLINE = "deadline", "the time of a round is over"
    REMINDER = "reminder", "the end of a round comes near"


class Due(models.Model):
    """What happens at `at`; gone in the transaction in which it has happened. `number` is that of a round, or 0."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="dues")
    what = models.CharField(max_length=10, choices=What.choices)
    number = models.PositiveSmallIntegerField(default=0)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["tournament", "what", "number"], name="due_once")]
        indexes: ClassVar = [models.Index(fields=["at"], name="due_at")]

    def __str__(self) -> str:
        return f"tournament {self.tournament_id}: {self.what} {self.number}"
