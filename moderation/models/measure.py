"""What staff have decided about somebody for a time."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class MeasureKind(models.TextChoices):
    MUTE = "mute", _("mute")
    SUSPENSION = "suspension", _("suspension")


class MeasureQuerySet(models.QuerySet["Measure"]):
    def in_force(self, now: datetime) -> MeasureQuerySet:
        return self.filter(Q(until=None) | Q(until__gt=now), ended_at=None)


class Measure(models.Model):
    """Somebody says nothing in chats, or does not come in at all, until its end or until it is lifted. `until` empty: until then.

    `appeal` is what he answers, once; `answer` what was decided about that, and by whom.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="measures", verbose_name=_("person")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=MeasureKind.choices)
    reason = models.TextField(_("reason"), max_length=1000)
    since = models.DateTimeField(_("since"))
    until = models.DateTimeField(_("until"), null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by"))
    ended_at = models.DateTimeField(_("ended"), null=True)
    appeal = models.TextField(_("appeal"), max_length=2000, blank=True)
    appealed_at = models.DateTimeField(_("appealed on"), null=True)
    answer = models.TextField(_("answer"), max_length=1000, blank=True)
    answered_at = models.DateTimeField(_("answered"), null=True)

    objects: ClassVar = MeasureQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        default_permissions = ("view",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "kind"], condition=Q(ended_at=None), name="measure_once"),
        ]
        indexes: ClassVar = [
            # the sweep: which are over
            models.Index(fields=["until"], name="measure_until", condition=Q(ended_at=None)),
            # what needs a hand: appeals
            models.Index(
                fields=["appealed_at"],
                name="measure_appealed",
                condition=Q(appealed_at__isnull=False, answered_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of user {self.user_id}"
