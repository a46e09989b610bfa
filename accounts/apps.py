from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Accounts")
    data_export = ("accounts.export.PARTS",)

    def ready(self) -> None:
        import_module("accounts.email_verification")
        import_module("accounts.activity")
        import_module("accounts.guests")
        import_module("accounts.sessions")
