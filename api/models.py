"""What was answered to a request with a key, so that the same request answers the same and does nothing twice."""

from typing import ClassVar

from django.conf import settings
from django.db import models


class KeptAnswer(models.Model):
    """The answer to one POST of one person, under the key that they chose for it (`api.idempotency`)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=64, help_text="hash of the key")
    request = models.CharField(max_length=64, help_text="hash of method, path and body")
    status = models.PositiveSmallIntegerField(default=0)
    media_type = models.CharField(max_length=60, blank=True)
    body = models.TextField(blank=True)
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "key"], name="api_one_answer_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.status} of {self.created_at:%Y-%m-%d %H:%M}"
