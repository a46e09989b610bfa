"""Addresses that mails do not reach, and the reports that say so."""

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .delivery import Delivery


class AddressScore(models.Model):
    """How badly mails to one address fare (`notifications.deliverability`). Kept as a fingerprint: it may be nobody's account.

    `score` was so at `scored_at` and halves with time. Nothing is sent there while `stopped_at` is set.
    """

    digest = models.CharField(max_length=64, unique=True)
    score = models.FloatField(default=0)
    scored_at = models.DateTimeField(default=timezone.now)
    stopped_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "scores of addresses"

    def __str__(self) -> str:
        return self.digest[:12]


class Trouble(models.TextChoices):
    """What a report says of a mail."""

    HARD = "hard", _("rejected permanently")
    SOFT = "soft", _("rejected temporarily")
    BLOCKED = "blocked", _("rejected because of the site")
    DELAYED = "delayed", _("delayed")
    COMPLAINT = "complaint", _("marked as spam")


class Report(models.Model):
    """One report about one mail, so that the same one counts once. What servers said stands in `Attempt`."""

    fingerprint = models.CharField(max_length=64, unique=True, help_text="hash of the report's raw bytes")
    delivery = models.ForeignKey(Delivery, models.CASCADE, related_name="reports")
    trouble = models.CharField(max_length=9, choices=Trouble.choices)
    status = models.CharField(max_length=11, blank=True, help_text="for example 5.1.1 (RFC 3463)")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.delivery_id}: {self.trouble}"
