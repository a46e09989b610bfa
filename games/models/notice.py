"""What is to be told to whom, and the mails that tell it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .game import Game, new_token


class Kind(models.TextChoices):
    """Kinds of notices. Each has its mail templates `emails/<kind>.*` and a preference in the profile."""

    YOUR_TURN = "your_turn", _("your turn")
    REMINDER = "reminder", _("reminder before the deadline")
    TIMED_OUT = "timed_out", _("your time ran out")
    KEPT = "kept", _("a bot keeps your seat")
    STARTED = "started", _("the game has begun")
    INVITATION = "invitation", _("invitation")
    OPTIONS = "options", _("the table's options changed")
    EXPIRY = "expiry", _("your table is about to expire")
    OVER = "over", _("the game is over")


class Notice(models.Model):
    """One thing to tell one person. `key` is unique text of the kind's own making, so a sweep may meet it twice
    and a moved deadline makes a new one: `reminder:<game>:<seat>:<due at>`."""

    key = models.CharField(max_length=120, unique=True)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="notices")
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="notices")
    invitation = models.ForeignKey("games.Invitation", models.CASCADE, null=True, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True)
    number = models.PositiveIntegerField(default=0, help_text="log number it speaks of")
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(null=True, help_text="when to bundle it; empty once bundled or dropped")
    delivery = models.ForeignKey("games.Delivery", models.SET_NULL, null=True, related_name="notices")
    dropped = models.CharField(max_length=20, blank=True, help_text="why no mail came of it")

    class Meta:
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [models.Index(fields=["due_at"], name="notice_due", condition=Q(due_at__isnull=False))]

    def __str__(self) -> str:
        return self.key


class DeliveryState(models.TextChoices):
    PENDING = "pending", _("pending")
    SENT = "sent", _("sent")
    DROPPED = "dropped", _("no longer true")
    FAILED = "failed", _("given up")


class Delivery(models.Model):
    """One mail to one address, and what became of it. `due_at` is when to try, and while one tries the end of its lease."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="deliveries")
    address = models.EmailField(blank=True, help_text="only where there is no account yet")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="deliveries")
    state = models.CharField(max_length=8, choices=DeliveryState.choices, default=DeliveryState.PENDING)
    due_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    token = models.CharField(max_length=32, unique=True, default=new_token, help_text="local part of the Message-ID")
    created_at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [models.Index(fields=["due_at"], name="delivery_due", condition=Q(state="pending"))]
        verbose_name_plural = "deliveries"

    def __str__(self) -> str:
        return f"{self.kind} to {self.user or self.address}"
