"""The heartbeat of the site, and its outages."""

from typing import ClassVar

from django.db import models
from django.utils import timezone


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
