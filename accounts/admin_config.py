"""Django's admin pages on our site. Not in apps.py, where an app may have one configuration."""

from __future__ import annotations

from django.contrib.admin.apps import AdminConfig as DjangoAdminConfig


class AdminConfig(DjangoAdminConfig):
    default_site = "accounts.admin_site.Site"
