"""A turn that its player has begun and not sent (UI-15), and answers given before the question."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone

from games.models.seat import Seat


class Draft(models.Model):
    """The acts of a turn that are still to be sent: in no log, and for the eyes of the seat's player alone.

    They answer the question put with the row `asked_number`, and are worth nothing for any other. `Seat.drafted` says that there
    may be such a row. Written by `games.play.moves`, thrown away by `Advance` and with the tenure.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="draft")
    asked_number = models.PositiveIntegerField(help_text="the question it answers")
    moves = models.JSONField(default=list, help_text="texts of moves, in order")

    class Meta:
        ordering: ClassVar = ["seat"]

    def __str__(self) -> str:
        return f"{self.seat}: {len(self.moves)}"


class Preset(models.Model):
    """What the player of a seat has decided for questions to come; `engine.presets_for` says what there is to decide.
    Nobody else may see it. One that does not last bears the `engine.phase_key` of the phase it is for."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="presets")
    name = models.CharField(max_length=60)
    value = models.CharField(max_length=60)
    phase = models.CharField(max_length=20, blank=True, help_text="the phase it applies to; empty: until changed")
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["seat", "name"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["seat", "name"], name="preset_once")]

    def __str__(self) -> str:
        return f"{self.seat}: {self.name}"
