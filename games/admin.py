"""Everything readable for those who run the site; nothing that the rules or the log depend on can be written here.

The secret of a game is nowhere on these pages, and neither are tokens: whoever may look here plays, too.
"""

from django.contrib import admin
from django.db import models
from django.http import HttpRequest

from accounts.read_only import ReadOnlyAdmin, ReadOnlyInline
from games.models import Game, Invitation, LogRow, Participant, Seat, Tenure
from games.play import asked, sight


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

    def get_inlines(self, request: HttpRequest, obj: Game | None) -> list[type[admin.options.InlineModelAdmin]]:  # type: ignore[type-arg]
        """Seats with their clocks, unless they tell whom a game asks in secret (BANQ-THIEF-6)."""
        found: list[type[admin.options.InlineModelAdmin]] = [ParticipantInline, InvitationInline]  # type: ignore[type-arg]
        is_secret = obj is not None and asked.with_secret_questions().filter(pk=obj.pk).exists()
        return found if is_secret else [*found, SeatInline]


@admin.register(Seat)
class SeatAdmin(ReadOnlyAdmin):
    """Without those of games that may ask in secret, while they run (BANQ-THIEF-6)."""

    list_display = ("game", "index", "waiting", "due_at", "misses", "bot_due_at", "pass_mode", "wants_end")
    list_filter = ("waiting",)
    list_select_related = ("game",)
    search_fields = ("=game__id",)

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Seat]:
        return super().get_queryset(request).exclude(game__in=asked.with_secret_questions())


@admin.register(Tenure)
class TenureAdmin(ReadOnlyAdmin):
    list_display = ("seat", "user", "bot", "since", "since_number", "began", "until", "until_number", "ended")
    list_filter = ("began", "ended")
    list_select_related = ("seat", "user")
    search_fields = ("=seat__game__id", "user__display_name")


@admin.register(LogRow)
class LogRowAdmin(ReadOnlyAdmin):
    """Without those of running games whose moves name what not everybody may know (INFO-2, INFO-4, BANQ-THIEF-6), and of closed
    games, such as those whose deal other tables still play."""

    list_display = ("game", "number", "ply", "kind", "seat", "text", "source", "at")
    list_filter = ("kind", "source")
    list_select_related = ("game",)
    search_fields = ("=game__id",)

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[LogRow]:
        return (
            super().get_queryset(request).exclude(game__in=asked.with_secret_moves()).exclude(sight.is_closed("game"))
        )


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    list_display = ("game", "inviter", "user", "email", "state", "created_at", "answered_at")
    list_filter = ("state",)
    list_select_related = ("game", "inviter", "user")
    search_fields = ("=game__id", "user__display_name", "email")
    exclude = ("token",)
