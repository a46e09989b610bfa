"""Messages between directors and players: the notice board and reports."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Post(models.Model):
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="posts")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    text = models.TextField(max_length=1000)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"post {self.pk} of tournament {self.tournament_id}"


class About(models.TextChoices):
    CONDUCT = "conduct", _("a player's conduct")
    APPEAL = "appeal", _("an appeal against a decision")
    OTHER = "other", _("something else")


class Report(models.Model):
    """A message to the directors, and their answer. Nobody else can read them; the log says only that one was
    answered, what it was about, and the director's public note."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="reports")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    about = models.CharField(max_length=10, choices=About.choices)
    text = models.TextField(max_length=4000)
    at = models.DateTimeField(default=timezone.now)
    answer = models.TextField(max_length=4000, blank=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [
            models.Index(fields=["tournament"], name="report_open", condition=models.Q(answered_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"report {self.pk} in tournament {self.tournament_id}"
