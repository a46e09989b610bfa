"""When clocks are stopped besides pauses: while the site is away, and on days of vacation."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Heartbeat(models.Model):
    """One row: when the site last looked for deadlines. `manage.py prepare` makes it; without it nothing is noticed."""

    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.at}"


class Outage(models.Model):
    """A time without a heartbeat, which every clock that ran gets back. `game` is how far the games have been credited."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    game = models.BigIntegerField(default=0, help_text="games up to this number are credited")
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [models.Index(fields=["ended_at"], name="outage_open", condition=models.Q(done_at=None))]

    def __str__(self) -> str:
        return f"{self.began_at} – {self.ended_at}"


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
