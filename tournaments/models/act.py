"""The logs of tournaments and leagues, chained so that no change goes unseen."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .tournament import Tournament


class Link(models.Model):
    """What was done in a tournament or a league, by a director or by itself (`by` empty).

    The chain covers number, kind, data and a salted digest of the reason: reason, private words and names lie outside and
    can be erased without breaking it.
    """

    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    data = models.JSONField(default=dict)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    reason = models.TextField(max_length=1000, blank=True)
    private = models.TextField(max_length=2000, blank=True, help_text="for directors only")
    salt = models.CharField(max_length=32)
    reason_digest = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        abstract = True


class Act(Link):
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="acts", db_index=False)

    class Meta:
        verbose_name = _("tournament action")
        verbose_name_plural = _("tournament actions")
        ordering: ClassVar = ["tournament", "number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["tournament", "number"], name="act_once")]

    def __str__(self) -> str:
        return f"act {self.number} of tournament {self.tournament_id}: {self.kind}"
