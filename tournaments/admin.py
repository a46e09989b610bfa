"""Ratings and logs for those who run the site, to be read; the words of an act can be erased."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.admin_site import ReadOnlyAdmin, ReadOnlyInline
from tournaments.lifecycle.services.log import erase_reason
from tournaments.models import Act, LeagueAct, Link, RatedGame, Rating, RatingChange


class RatingChangeInline(ReadOnlyInline):
    model = RatingChange
    verbose_name_plural = _("rating changes")
    fields = ("user", "pool", "rank", "before", "after", "games_before")
    show_change_link = False


@admin.register(RatedGame)
class RatedGameAdmin(ReadOnlyAdmin):
    """To be read. A game is annulled by the act of staff, which leaves one's own games to others and writes the trail."""

    list_display = ("game", "number", "ended_at", "unrated", "annulled_at")
    list_filter = ("unrated",)
    list_select_related = ("game",)
    search_fields = ("=game__id", "=number")
    fields = ("game", "number", "ended_at", "unrated", "annulled_at", "annulled_because")
    inlines = (RatingChangeInline,)


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

    @admin.action(description=_("Erase reason and director notes"), permissions=["erase"])
    def erase_words(self, request: HttpRequest, queryset: QuerySet[Link]) -> None:
        acts = list(queryset)
        for act in acts:
            erase_reason(act)
        told = ngettext("Texts of %(count)s log entry erased.", "Texts of %(count)s log entries erased.", len(acts))
        self.message_user(request, told % {"count": len(acts)}, messages.SUCCESS)

    def has_erase_permission(self, request: HttpRequest) -> bool:
        return admin.ModelAdmin.has_change_permission(self, request)


@admin.register(Act)
class ActAdmin(LinkAdmin):
    search_fields = ("=tournament__id", "reason")


@admin.register(LeagueAct)
class LeagueActAdmin(LinkAdmin):
    search_fields = ("=league__id", "reason")
