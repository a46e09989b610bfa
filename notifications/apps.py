from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    name = "notifications"
    verbose_name = _("Notifications and emails")
    data_export = ("notifications.services.PARTS",)
    emails = ("notifications.emails.EMAILS",)

    def ready(self) -> None:
        from notifications import deliverability, services  # noqa: F401  # they listen
