"""What people want to be told of, and how."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Channel(models.TextChoices):
    """Ways by which something can be told."""

    MAIL = "mail", _("mail")


class When(models.TextChoices):
    """How soon."""

    AT_ONCE = "at_once", _("at once")
    NEVER = "never", _("never")


class Preference(models.Model):
    """A wish that differs from what its category does by itself. One with a subject goes before the one without."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="preferences")
    category = models.CharField(max_length=40, help_text="of kinds of notices, such as turns")
    channel = models.CharField(max_length=10, choices=Channel.choices, default=Channel.MAIL)
    subject = models.CharField(max_length=80, blank=True, help_text="empty: for everything of the category")
    when = models.CharField(max_length=10, choices=When.choices)

    class Meta:
        ordering: ClassVar = ["user", "category", "subject"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "category", "channel", "subject"], name="notices_preference_once")
        ]

    def __str__(self) -> str:
        return f"{self.category}: {self.when}"
