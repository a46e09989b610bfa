from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Accounts")
    data_export = ("accounts.export.PARTS",)

    def ready(self) -> None:
        for listener in ("email_verification", "activity", "guests", "sessions"):
            import_module(f"accounts.{listener}")
