from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    name = "notifications"
    verbose_name = _("Notifications and emails")
    default_auto_field = "django.db.models.BigAutoField"
    data_export = ("notifications.data_export.PARTS",)
    emails = ("notifications.emails.EMAILS",)

    def ready(self) -> None:
        from notifications import deliverability  # noqa: F401  # it listens for addresses that are proved or changed
