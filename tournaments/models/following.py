"""Who wants to hear of a tournament or a league without playing in it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from .league import League
from .tournament import Tournament


class Follow(models.Model):
    """Somebody follows a tournament or a league, one of the two. It is shown to nobody else and gone with the account."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, related_name="follows_of")
    league = models.ForeignKey(League, models.CASCADE, null=True, related_name="follows_of")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(tournament__isnull=True, league__isnull=False)
                | Q(tournament__isnull=False, league__isnull=True),
                name="follow_of_one",
            ),
            models.UniqueConstraint(
                fields=["user", "tournament"], condition=Q(tournament__isnull=False), name="follow_tournament_once"
            ),
            models.UniqueConstraint(
                fields=["user", "league"], condition=Q(league__isnull=False), name="follow_league_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} follows {self.tournament_id or self.league_id}"
