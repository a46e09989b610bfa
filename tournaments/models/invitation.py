"""Who was asked to take part in a tournament."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.game import new_token

from .tournament import Tournament


class TournamentInvitation(models.Model):
    """One asked person: a user, or an address for which `token` is the key, whoever signs in with it. Being asked fulfils
    "invited only" and no other condition."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="invitations")
    inviter = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="tournament_invitations"
    )
    email = models.EmailField(blank=True, help_text="empty if invited by name")
    language = models.CharField(max_length=5, blank=True)
    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "user"], name="tournament_invitation_user", condition=models.Q(email="")
            ),
            models.UniqueConstraint(
                fields=["tournament", "email"], name="tournament_invitation_email", condition=~models.Q(email="")
            ),
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk} to tournament {self.tournament_id}"
