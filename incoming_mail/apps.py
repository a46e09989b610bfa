from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class IncomingMailConfig(AppConfig):
    name = "incoming_mail"
    verbose_name = _("Incoming emails")
    staff = ("incoming_mail.staff.STAFF",)
    data_export = ("incoming_mail.services.PARTS",)
    emails = ("incoming_mail.forwarding.EMAILS",)
