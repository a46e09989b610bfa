"""The admin pages with those of moderation. Not in apps.py, where an app may have one configuration."""

from __future__ import annotations

from accounts.admin_config import AdminConfig as AccountsAdminConfig


class AdminConfig(AccountsAdminConfig):
    default_site = "moderation.site.StaffSite"
