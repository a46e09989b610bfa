from importlib import import_module

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    name = "moderation"
    verbose_name = _("Moderation")
    staff = ("moderation.staff.mails.STAFF", "moderation.staff.people.STAFF")
    data_export = ("moderation.services.PARTS",)
    emails = ("moderation.emails.EMAILS",)

    def ready(self) -> None:
        import_module("moderation.networks")


class AdminConfig(admin_apps.AdminConfig):
    default = False  # of this module the other is the app's own
    default_site = "moderation.site.StaffSite"
