"""Ratings and logs for those who run the site: a rated game can be annulled for a reason, the words of an act erased."""

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.read_only import ReadOnlyAdmin, ReadOnlyInline
from tournaments.events.services.log import erase_reason
from tournaments.models import Act, LeagueAct, Link, RatedGame, Rating, RatingChange
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


class LinkAdmin(ReadOnlyAdmin):
    """Acts of a log. Nothing of them is written but that their words go; the chain stays whole."""

    list_display = ("__str__", "by", "at", "reason")
    list_select_related = ("by",)
    fields = ("number", "kind", "by", "at", "reason", "private", "digest")
    actions = ("erase_words",)

    @admin.action(description=_("Erase reason and words for directors"), permissions=["erase"])
    def erase_words(self, request: HttpRequest, queryset: QuerySet[Link]) -> None:
        acts = list(queryset)
        for act in acts:
            erase_reason(act)
        told = ngettext("The words of %(count)s act are erased.", "The words of %(count)s acts are erased.", len(acts))
        self.message_user(request, told % {"count": len(acts)}, messages.SUCCESS)

    def has_erase_permission(self, request: HttpRequest) -> bool:
        """Who may change rows of this kind elsewhere."""
        return admin.ModelAdmin.has_change_permission(self, request)


@admin.register(Act)
class ActAdmin(LinkAdmin):
    search_fields = ("=event__id", "reason")


@admin.register(LeagueAct)
class LeagueActAdmin(LinkAdmin):
    search_fields = ("=league__id", "reason")
