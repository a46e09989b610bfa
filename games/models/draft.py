"""A turn that its player has begun and not sent (UI-15)."""

from typing import ClassVar

from django.db import models

from .seat import Seat


class Draft(models.Model):
    """The acts of a turn that are still to be sent: in no log, and for the eyes of the seat's player alone.

    They answer the question put with the row `asked_number`, and are worth nothing for any other. `Seat.drafted` says that there
    may be such a row. Written by `games.play.services.drafts`, thrown away by `Advance` and with the tenure.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="draft")
    asked_number = models.PositiveIntegerField(help_text="the question it answers")
    moves = models.JSONField(default=list, help_text="texts of moves, in order")

    class Meta:
        ordering: ClassVar = ["seat"]

    def __str__(self) -> str:
        return f"{self.seat}: {len(self.moves)}"
