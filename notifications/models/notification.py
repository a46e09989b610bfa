"""What is to be told to whom."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Notification(models.Model):
    """One thing to tell one person: a user, or an address that has no account yet.

    `key` is text of the kind's own making, unique in its app, so a sweep may meet it twice and a moved deadline makes a
    new one: `reminder:<game>:<seat>:<due at>`. `subject` is the key of what it is about, such as `game:12`. Nothing here
    points to a row of that app: whoever deletes a subject says so to `notifications.services.forget`.
    """

    app = models.CharField(max_length=40, help_text="the app that declares the kind")
    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=120)
    subject = models.CharField(max_length=80, blank=True, help_text="what it is about, for example game:12")
    data = models.JSONField(default=dict, blank=True, help_text="further data of its kind")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="notifications")
    address = models.EmailField(blank=True, help_text="only without an account")
    language = models.CharField(max_length=5, blank=True, help_text="language for that address")
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(null=True, help_text="when it is scheduled; empty once sent or dropped")
    held = models.CharField(max_length=10, blank=True, help_text="why it was last postponed")
    deadline = models.DateTimeField(null=True, help_text="deadline of what it reminds of")
    planned_from = models.DateTimeField(null=True, help_text="when a reminder was due before quiet hours were applied")
    dropped = models.CharField(max_length=40, blank=True, help_text="why no email was sent")

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["app", "key"], name="notification_once")]
        indexes: ClassVar = [
            # the sweep: what is due
            models.Index(fields=["due_at"], name="notification_due", condition=Q(due_at__isnull=False)),
            # reminders that nobody has compared with quiet hours yet
            models.Index(
                fields=["id"],
                name="notification_unplanned",
                condition=Q(deadline__isnull=False, due_at__isnull=False, planned_from__isnull=True),
            ),
            # forget: what speaks of a subject that is gone
            models.Index(fields=["subject"], name="notification_subject"),
        ]

    def __str__(self) -> str:
        return self.key
