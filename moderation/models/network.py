"""From which networks somebody came, as keyed hashes that lead to no address."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models


class NetworkSight(models.Model):
    """Somebody was here from this network, last at `at`, as far as that is noted. Two people with the same key may live together,
    or share nothing but a train: a human judges."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.CharField(max_length=32)
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "key"], name="network_sight_once")]
        indexes: ClassVar = [
            models.Index(fields=["key"], name="network_sight_key"),
            models.Index(fields=["at"], name="network_sight_at"),
        ]

    def __str__(self) -> str:
        return f"user {self.user_id}, {self.at:%Y-%m-%d}"
