"""Days on which a player's clocks are stopped."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class VacationDay(models.Model):
    """One day of vacation of a player, from midnight to midnight in the zone they had when it was booked. It holds in every game
    that allows it. A day of one zone is booked once, so two clocks that run out at once take one day together."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="vacation_days", db_index=False)
    day = models.DateField()
    since = models.DateTimeField()
    until = models.DateTimeField()
    automatic = models.BooleanField(default=False, help_text="taken by a clock that had run out")
    booked_at = models.DateTimeField()

    class Meta:
        verbose_name = _("vacation day")
        verbose_name_plural = _("vacation days")
        ordering: ClassVar = ["user", "day"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "since"], name="vacation_once")]

    def __str__(self) -> str:
        return f"{self.user}: {self.day}"
