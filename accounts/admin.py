"""Accounts in the admin pages. Passwords are never shown, and an account is pseudonymised rather than deleted."""

from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin_site import ReadOnlyAdmin, filter_of, name_fields
from accounts.models import ApiToken, Block, Household, User

SEES_ADDRESSES = "moderation.see_addresses"
"""The permission of an app above this one: whose business addresses are."""
GUESTS = filter_of(
    _("guest"),
    "guest",
    {"yes": (_("Guests"), Q(guest_until__isnull=False)), "no": (_("Accounts"), Q(guest_until=None))},
)
PROGRAMS = filter_of(_("program"), "program", {"yes": (_("Programs"), Q(bot_since__isnull=False))})
BOUNCING = Q(mail_stopped_at__isnull=False, deleted_at=None, is_active=True)
EMAILS = filter_of(_("emails"), "mails", {"stopped": (_("Bounced"), BOUNCING)})

name_fields(User)


@admin.register(User)
class UserAdmin(admin.ModelAdmin[User]):
    list_display = (
        "id",
        "name",
        "email",
        "language",
        "time_zone",
        "created_at",
        "last_login",
        "guest_until",
        "bot_since",
        "is_active",
        "is_staff",
    )
    list_filter = ("is_active", "is_staff", "language", GUESTS, PROGRAMS, EMAILS)
    search_fields = ("display_name", "email")
    ordering = ("-id",)
    readonly_fields = ("created_at", "last_login", "active_on", "guest_until", "bot_since", "deleted_at")
    filter_horizontal = ("groups", "user_permissions")
    fieldsets = (
        (None, {"fields": ("email", "display_name", "time_zone", "language")}),
        (
            _("Game page"),
            {
                "fields": (
                    "confirm_moves",
                    "pass_by_itself",
                    "warn_too_late",
                    "tell_mistakes",
                    "hide_results",
                    "keyboard_shortcuts",
                )
            },
        ),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Dates"), {"fields": ("created_at", "last_login", "active_on", "guest_until", "bot_since", "deleted_at")}),
    )

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """Addresses are for who has to do with them."""
        return [name for name in self.list_display if name != "email" or request.user.has_perm(SEES_ADDRESSES)]

    def get_search_fields(self, request: HttpRequest) -> list[str]:
        return [name for name in self.search_fields if name != "email" or request.user.has_perm(SEES_ADDRESSES)]

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> list[Any]:
        hidden = set() if request.user.has_perm(SEES_ADDRESSES) else {"email"}
        return [
            (title, {**options, "fields": tuple(name for name in options["fields"] if name not in hidden)})
            for title, options in self.fieldsets
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[str]:
        """Rights are given by who has all of them. Who may sign in is decided by a suspension, with a reason."""
        rights = (
            [] if request.user.is_superuser else ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]
        )
        return [*self.readonly_fields, *rights]

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Guests have nothing to correct, and are deleted in time."""
        return super().has_change_permission(request, obj) and not (obj is not None and obj.is_guest)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin[ApiToken]):
    """What programs sign in with: nothing here opens anything. Revoking one that leaked is deleting the row."""

    list_display = ("name", "user", "prefix", "scopes", "created_at", "expires_at", "last_used_on")
    list_select_related = ("user",)
    search_fields = ("name", "prefix", "user__display_name")
    fields = list_display

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: ApiToken | None = None) -> bool:
        return False


@admin.register(Block)
class BlockAdmin(ReadOnlyAdmin):
    list_display = ("blocker", "blocked", "at")
    list_select_related = ("blocker", "blocked")
    search_fields = ("blocker__display_name", "blocked__display_name")


@admin.register(Household)
class HouseholdAdmin(ReadOnlyAdmin):
    list_display = ("asker", "named", "asked_at", "since", "until")
    list_select_related = ("asker", "named")
    search_fields = ("asker__display_name", "named__display_name")
