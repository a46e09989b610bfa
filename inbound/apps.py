from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class InboundConfig(AppConfig):
    name = "inbound"
    verbose_name = _("Incoming emails")
    default_auto_field = "django.db.models.BigAutoField"
