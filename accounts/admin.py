"""Accounts in the admin pages. Passwords are never shown, and an account is pseudonymised rather than deleted."""

from __future__ import annotations

from allauth.decorators import rate_limit
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User

# The admin's own sign-in form knows no limit; here guessing a password meets the same counter as elsewhere.
admin.site.login = rate_limit(action="admin_login")(admin.site.login)  # type: ignore[method-assign]


@admin.register(User)
class UserAdmin(admin.ModelAdmin[User]):
    list_display = ("id", "name", "email", "language", "time_zone", "created_at", "last_login", "is_active", "is_staff")
    list_filter = ("is_active", "is_staff", "language")
    search_fields = ("display_name", "email")
    ordering = ("-id",)
    readonly_fields = ("created_at", "last_login", "deleted_at")
    filter_horizontal = ("groups", "user_permissions")
    fieldsets = (
        (None, {"fields": ("email", "display_name", "time_zone", "language")}),
        (_("Game page"), {"fields": ("confirm_moves", "keyboard_shortcuts")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Dates"), {"fields": ("created_at", "last_login", "deleted_at")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
