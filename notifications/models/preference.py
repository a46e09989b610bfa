"""What people want to be told of, and how."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Channel(models.TextChoices):
    """Ways by which something can be told."""

    MAIL = "mail", _("email")
    PUSH = "push", _("push")
    HOOK = "hook", _("webhook")


class When(models.TextChoices):
    """How soon. `DEADLINES` stands only in wishes about every category at once, of a channel or of a subject in it."""

    AT_ONCE = "at_once", _("at once")
    FIRST = "first", _("first at once, then in a summary")
    DIGEST = "digest", _("in a summary at my hours")
    DEADLINES = "deadlines", _("deadlines only")
    NEVER = "never", pgettext_lazy("when", "never")


ALL = ""
"""Stands for the category in a wish about every category."""


class Preference(models.Model):
    """A wish that differs from what its category does by itself. `notifications.preferences` says which one goes first."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="preferences")
    category = models.CharField(max_length=40, blank=True, help_text="category, such as turns; empty: all categories")
    channel = models.CharField(max_length=10, choices=Channel.choices, default=Channel.MAIL)
    subject = models.CharField(max_length=80, blank=True, help_text="empty: the whole category")
    when = models.CharField(max_length=10, choices=When.choices)

    class Meta:
        verbose_name = _("notification setting")
        verbose_name_plural = _("notification settings")
        ordering: ClassVar = ["user", "category", "subject"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user", "category", "channel", "subject"], name="notifications_preference_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.category or 'everything'}: {self.when}"
