"""The hours of a person: when he wants what has gathered, and when he sleeps."""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

MORNING_AND_EVENING = (8, 18)


def usual_hours() -> list[int]:
    return list(MORNING_AND_EVENING)


class Hours(models.Model):
    """Whole hours of the day in the zone of `user`, from 0 to 23. Who has no row has what stands here by itself.

    Quiet hours go from `quiet_from` to `quiet_until`, over midnight where that is the smaller one; both are empty for who has
    none. `gather_minutes` is how long after a message further ones are gathered.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="hours", primary_key=True)
    digest = models.JSONField(default=usual_hours, help_text="hours at which collected notifications are sent")
    gather_minutes = models.PositiveSmallIntegerField(default=120)
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True)
    quiet_until = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "hours"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(quiet_from=None, quiet_until=None) | Q(quiet_from__lt=24, quiet_until__lt=24),
                name="notifications_hours_quiet",
            )
        ]

    def __str__(self) -> str:
        return f"hours of {self.user_id}"

    @property
    def quiet(self) -> tuple[int, int] | None:
        """From which hour to which; None for who has none."""
        if self.quiet_from is None or self.quiet_until is None or self.quiet_from == self.quiet_until:
            return None
        return self.quiet_from, self.quiet_until

    @property
    def gather(self) -> timedelta:
        return timedelta(minutes=self.gather_minutes)
