"""The notice board of a tournament."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from .tournament import Tournament


class Post(models.Model):
    """A short word of a director on the tournament's page."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="posts")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    text = models.TextField(max_length=1000)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"post {self.pk} of tournament {self.tournament_id}"
