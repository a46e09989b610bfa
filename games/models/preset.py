"""Answers given before the question: how to split a Trading Guild, whether the Thief may be forgotten."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from .seat import Seat


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
