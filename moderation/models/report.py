"""Somebody tells those who run the site of a person or a game."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class ComplaintReason(models.TextChoices):
    """Why."""

    CONDUCT = "conduct", _("rude behaviour or harassment")
    TOGETHER = "together", _("multiple accounts or collusion")
    STALLING = "stalling", _("stalling on purpose")
    NAME = "name", _("offensive name")
    OTHER = "other", _("something else")


class Complaint(models.Model):
    """`about` is the key of the person or the game, `context` what staff need to judge it, as it stood when it was reported, and
    never more than every spectator may know."""

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="complaints", verbose_name=_("reporter")
    )
    about = models.CharField(pgettext_lazy("whom", "about"), max_length=80)
    reason = models.CharField(_("reason"), max_length=12, choices=ComplaintReason.choices)
    words = models.TextField(_("in your own words"), max_length=2000, blank=True)
    context = models.JSONField(_("as reported"), default=list)
    at = models.DateTimeField(_("when"))
    settled_at = models.DateTimeField(_("resolved"), null=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("resolved by")
    )
    note = models.TextField(_("note"), max_length=1000, blank=True)

    class Meta:
        ordering: ClassVar = ["-pk"]
        verbose_name = _("report of a player or game")
        verbose_name_plural = _("reports of players and games")
        default_permissions = ("view", "change")
        indexes: ClassVar = [
            models.Index(fields=["at"], name="complaint_open", condition=Q(settled_at=None)),
        ]

    def __str__(self) -> str:
        return f"{self.about}: {self.reason}"
