"""Everything readable for those who run the site; nothing that the rules or the log depend on can be written here.

The secret of a game is nowhere on these pages, and neither are tokens: whoever may look here plays, too.
"""

from django.contrib import admin
from django.db import models
from django.http import HttpRequest

from games.models import Delivery, Game, Invitation, LogRow, MutedAddress, Notice, Participant, Seat, Tenure


class ReadOnly:
    """No adding, changing or deleting: games change through services only."""

    def has_add_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False


class ReadOnlyAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # Django's class takes none at run time
    list_per_page = 50
    show_full_result_count = False


class ReadOnlyInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    extra = 0
    show_change_link = True


class ParticipantInline(ReadOnlyInline):
    model = Participant
    fields = ("user", "bot", "agreed", "joined_at")


class InvitationInline(ReadOnlyInline):
    model = Invitation
    fields = ("user", "email", "state", "created_at", "answered_at")
    fk_name = "game"


class SeatInline(ReadOnlyInline):
    model = Seat
    fields = (
        "index",
        "waiting",
        "asked_number",
        "remaining",
        "due_at",
        "misses",
        "bot_due_at",
        "pass_mode",
        "wants_end",
    )


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    list_display = ("id", "title", "status", "visibility", "host", "version", "ply", "created_at", "finished_at")
    list_filter = ("status", "visibility", "pace_kind")
    list_select_related = ("host",)
    search_fields = ("=id", "title", "host__display_name")
    exclude = ("secret", "link_token")
    inlines = (ParticipantInline, InvitationInline, SeatInline)


@admin.register(Seat)
class SeatAdmin(ReadOnlyAdmin):
    list_display = ("game", "index", "waiting", "due_at", "misses", "bot_due_at", "pass_mode", "wants_end")
    list_filter = ("waiting",)
    list_select_related = ("game",)
    search_fields = ("=game__id",)


@admin.register(Tenure)
class TenureAdmin(ReadOnlyAdmin):
    list_display = ("seat", "user", "bot", "since", "since_number", "began", "until", "until_number", "ended")
    list_filter = ("began", "ended")
    list_select_related = ("seat", "user")
    search_fields = ("=seat__game__id", "user__display_name")


@admin.register(LogRow)
class LogRowAdmin(ReadOnlyAdmin):
    """Moves are public when their game is; a card taken from a draw to a hidden hand is not named in a move's text."""

    list_display = ("game", "number", "ply", "kind", "seat", "text", "source", "at")
    list_filter = ("kind", "source")
    list_select_related = ("game",)
    search_fields = ("=game__id",)


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    list_display = ("game", "inviter", "user", "email", "state", "created_at", "answered_at")
    list_filter = ("state",)
    list_select_related = ("game", "inviter", "user")
    search_fields = ("=game__id", "user__display_name", "email")
    exclude = ("token",)


@admin.register(Notice)
class NoticeAdmin(ReadOnlyAdmin):
    list_display = ("key", "kind", "user", "game", "due_at", "delivery", "dropped")
    list_filter = ("kind", "dropped")
    list_select_related = ("user", "game", "delivery__user")
    search_fields = ("=game__id", "user__display_name", "key")


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    list_display = ("id", "kind", "user", "address", "state", "due_at", "attempts", "sent_at", "error")
    list_filter = ("state", "kind")
    list_select_related = ("user",)
    search_fields = ("=game__id", "user__display_name", "address")


@admin.register(MutedAddress)
class MutedAddressAdmin(ReadOnlyAdmin):
    """Unmuting is deleting the row, on request of whoever has the address."""

    list_display = ("__str__", "created_at")

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return bool(request.user.is_superuser)
