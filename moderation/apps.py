from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    name = "moderation"
    verbose_name = _("Moderation")
    default_auto_field = "django.db.models.BigAutoField"
    data_export = ("moderation.data_export.PARTS",)
    emails = ("moderation.emails.EMAILS",)

    def ready(self) -> None:
        """Listen when somebody signs in."""
        import_module("moderation.networks")
