"""Ratings for those who run the site: readable, and a rated game can be annulled for a reason."""

from __future__ import annotations

from django.contrib import admin
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.timezone import now

from accounts.read_only import ReadOnlyAdmin, ReadOnlyInline
from tournaments.models import RatedGame, Rating, RatingChange
from tournaments.rated.services.annulling import annul_rating


class RatingChangeInline(ReadOnlyInline):
    model = RatingChange
    fields = ("user", "pool", "rank", "before", "after", "games_before")
    show_change_link = False


@admin.register(RatedGame)
class RatedGameAdmin(ReadOnlyAdmin):
    """Whoever may change rated games annuls one by saving a reason. It stays so."""

    list_display = ("game", "number", "ended_at", "unrated", "annulled_at")
    list_filter = ("unrated",)
    list_select_related = ("game",)
    search_fields = ("=game__id", "=number")
    fields = ("game", "number", "ended_at", "unrated", "annulled_at", "annulled_because")
    readonly_fields = ("game", "number", "ended_at", "unrated", "annulled_at")
    inlines = (RatingChangeInline,)

    def has_change_permission(self, request: HttpRequest, obj: RatedGame | None = None) -> bool:  # type: ignore[override]
        is_open = obj is not None and not obj.is_annulled
        return is_open and admin.ModelAdmin.has_change_permission(self, request, obj)

    def save_model(self, request: HttpRequest, obj: RatedGame, form: ModelForm[RatedGame], change: bool) -> None:
        if obj.annulled_because:
            annul_rating(game_id=obj.game_id, because=obj.annulled_because, now=now())


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdmin):
    list_display = ("user", "pool", "value", "games", "played_at")
    list_select_related = ("user",)
    search_fields = ("user__display_name", "pool")
