"""Everything readable for those who run the site; nothing that the rules or the log depend on can be written here. Only reports of
what was said can be settled.

The secret of a game is nowhere on these pages, and neither are tokens: whoever may look here plays, too.
"""

from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from accounts.activity import person_of
from accounts.admin_site import ReadOnlyAdmin, ReadOnlyInline
from accounts.models import User
from games.chat import services
from games.models import Game, Invitation, LogRow, Participant, Report, Seat, Tenure
from games.play import secrecy, visibility
from moderation.admin import SETTLED


class ParticipantInline(ReadOnlyInline):
    model = Participant
    verbose_name_plural = _("players at the table")
    fields = ("user", "bot", "agreed", "joined_at")


class InvitationInline(ReadOnlyInline):
    model = Invitation
    fields = ("user", "email", "state", "created_at", "answered_at")
    fk_name = "game"


SHOWN_OF_SEATS = ("index", "waiting", "asked_number", "remaining", "due_at", "misses", "bot_due_at")
"""Standing passes and drafts are for their player's eyes."""


class SeatInline(ReadOnlyInline):
    model = Seat
    fields = SHOWN_OF_SEATS


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    list_display = ("id", "title", "status", "visibility", "host", "version", "ply", "created_at", "finished_at")
    list_filter = ("status", "visibility", "pace_kind")
    list_select_related = ("host",)
    search_fields = ("=id", "title", "host__display_name")
    exclude = ("secret", "contributions", "start", "link_token")
    inlines = (ParticipantInline, InvitationInline, SeatInline)

    def get_inlines(self, request: HttpRequest, obj: Game | None) -> list[type[admin.options.InlineModelAdmin]]:  # type: ignore[type-arg]
        """Seats with their clocks, unless they tell whom a game asks in secret (BANQ-THIEF-6)."""
        found: list[type[admin.options.InlineModelAdmin]] = [ParticipantInline, InvitationInline]  # type: ignore[type-arg]
        is_secret = obj is not None and secrecy.with_secret_questions().filter(pk=obj.pk).exists()
        return found if is_secret else [*found, SeatInline]


@admin.register(Seat)
class SeatAdmin(ReadOnlyAdmin):
    """Without those of games that may ask in secret, while they run (BANQ-THIEF-6)."""

    list_display = ("game", "index", "waiting", "due_at", "misses", "bot_due_at")
    fields = ("game", *SHOWN_OF_SEATS, "running_since", "deadlines_met", "deadlines_missed")
    list_filter = ("waiting",)
    list_select_related = ("game",)
    search_fields = ("=game__id",)

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Seat]:
        return super().get_queryset(request).exclude(game__in=secrecy.with_secret_questions())


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
            super()
            .get_queryset(request)
            .exclude(game__in=secrecy.with_secret_moves())
            .exclude(visibility.is_closed("game"))
        )


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    list_display = ("game", "inviter", "user", "email", "state", "created_at", "answered_at")
    list_filter = ("state",)
    list_select_related = ("game", "inviter", "user")
    search_fields = ("=game__id", "user__display_name", "email")
    exclude = ("token",)


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    """What people have reported, with what was said around it. Other lines of a table's talk stand nowhere on these pages. A report
    is settled by an action, or with a note by saving it; an action takes the line away as well."""

    list_display = ("at", "reason", "line", "author", "reporter", "words", "settled_at", "settled_by", "note")
    list_filter = (SETTLED, "reason")
    actions = ("settle", "settle_and_remove")
    list_select_related = ("line__author", "reporter", "settled_by")
    search_fields = ("=line__game__id", "words")
    fields = ("at", "reporter", "reason", "words", "line", "author", "said_around", "settled_at", "settled_by", "note")
    readonly_fields = tuple(name for name in fields if name != "note")

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Report]:
        """Without those of his own lines and of games in which he has a part."""
        return super().get_queryset(request).filter(pk__in=services.not_own(person_of(request)).values("pk"))

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Its note is all that can be changed."""
        return admin.ModelAdmin.has_change_permission(self, request, obj)

    def save_model(self, request: HttpRequest, obj: Report, form: object, change: bool) -> None:
        services.settle_report(report_id=obj.pk, staff=person_of(request), note=obj.note, now=now())

    @admin.action(description=_("Resolve and keep the message"), permissions=["change"])
    def settle(self, request: HttpRequest, queryset: models.QuerySet[Report]) -> None:
        self._settle(request, queryset, removes=False)

    @admin.action(description=_("Resolve and remove the message"), permissions=["change"])
    def settle_and_remove(self, request: HttpRequest, queryset: models.QuerySet[Report]) -> None:
        self._settle(request, queryset, removes=True)

    def _settle(self, request: HttpRequest, found: models.QuerySet[Report], *, removes: bool) -> None:
        for report in found:
            services.settle_report(report_id=report.pk, staff=person_of(request), removes=removes, now=now())

    @admin.display(description=_("author"))
    def author(self, report: Report) -> str:
        return report.line.author.name

    @admin.display(description=_("surrounding messages"))
    def said_around(self, report: Report) -> SafeString:
        """Names of today: somebody who has left is a former player here, too."""
        names = {user.pk: user.name for user in User.objects.filter(pk__in={one["author"] for one in report.context})}
        said = ((f"{one['number']}. {names.get(one['author'], '?')}", one["text"]) for one in report.context)
        return format_html_join(mark_safe("<br>"), "<b>{}</b>: {}", said)
