"""The messages that tell what is to be told, and what became of each attempt to send one."""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .notification import Notification
from .preference import Channel


def new_token() -> str:
    """Says nothing about the mail, and nobody guesses it."""
    return secrets.token_urlsafe(16)


class DeliveryState(models.TextChoices):
    PENDING = "pending", _("pending")
    SENT = "sent", _("sent")
    DROPPED = "dropped", _("outdated")
    FAILED = "failed", _("failed")
    RETURNED = "returned", _("returned")


class Delivery(models.Model):
    """One message to one person by one channel, and what became of it. `due_at` is when to try, and while one tries the end of its
    lease.

    `attempts` counts the claims, so it also says whose claim is the latest. `subject` is what all its notifications
    are about, empty
    for one about several things. `endpoint` is the address of somebody without account, or the number of an `Endpoint`; a
    message to the endpoint of a subject (a table, a tournament) has no user and no notifications.
    """

    notifications = models.ManyToManyField(Notification, related_name="deliveries")
    app = models.CharField(max_length=40)
    kind = models.CharField(max_length=40)
    subject = models.CharField(max_length=80, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="deliveries")
    channel = models.CharField(max_length=10, choices=Channel.choices, default=Channel.MAIL)
    endpoint = models.CharField(max_length=254, blank=True, help_text="target, if not the user's own address")
    state = models.CharField(max_length=8, choices=DeliveryState.choices, default=DeliveryState.PENDING)
    due_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    token = models.CharField(max_length=32, unique=True, default=new_token, help_text="local part of the Message-ID")
    sent_to = models.CharField(max_length=64, blank=True, help_text="hash of the address the email was sent to")
    created_at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="notifications_delivery_due", condition=Q(state="pending"))
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.user or self.endpoint}"

    @property
    def last_answer(self) -> str:
        """What the latest attempt came to; empty before the first."""
        return self.attempted.values_list("answer", flat=True).last() or ""


class Attempt(models.Model):
    """One attempt that came to something. One whose process died leaves none, only its claim."""

    delivery = models.ForeignKey(Delivery, models.CASCADE, related_name="attempted")
    at = models.DateTimeField()
    answer = models.CharField(max_length=300, help_text="response of the server, or why none was asked")

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.delivery_id}: {self.answer}"
