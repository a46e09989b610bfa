"""The trail, measures, notes and reports in the admin pages: to be read; a report is settled with a note."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.activity import person_of
from accounts.admin_site import ReadOnlyAdmin, filter_of
from accounts.models import User
from moderation import reading, services
from moderation.actions import about_link, actions, links_of, own_keys
from moderation.models import Complaint, FailedTask, Measure, StaffNote, TrailRow
from moderation.notifications import PERSON
from moderation.reading import linked


class NamedRows(ChangeList):
    """A page of rows that know what the keys in them are called (`links`), in one statement for each kind."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        self.result_list = list(self.result_list)
        self.model_admin.name_rows(self.result_list, person_of(request))  # type: ignore[attr-defined]


class NamedAdmin(ReadOnlyAdmin):
    def get_changelist(self, request: HttpRequest, **options: Any) -> type[ChangeList]:
        return NamedRows

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        found = super().get_object(request, object_id, from_field)
        if found is not None:
            self.name_rows([found], person_of(request))
        return found

    def name_rows(self, rows: Sequence[Any], reader: User) -> None:
        links = links_of({row.about for row in rows}, reader)
        for row in rows:
            row.links = links

    @admin.display(description=pgettext_lazy("whom", "about"))
    def subject(self, row: Any) -> SafeString | str:
        return linked(row.links[row.about])


@admin.register(TrailRow)
class TrailRowAdmin(NamedAdmin):
    list_display = ("number", "at", "who", "done", "subject", "changes", "reason")
    list_filter = ("act",)
    list_select_related = ("by",)
    search_fields = ("=about", "by__display_name")
    fields = ("number", "at", "who", "done", "subject", "changes", "reason", "digest")
    ordering = ("-number",)

    def name_rows(self, rows: Sequence[Any], reader: User) -> None:
        links = reading.links_in(rows, reader)
        for row in rows:
            row.links = links

    @admin.display(description=_("person"), ordering="by")
    def who(self, row: TrailRow) -> SafeString | str:
        return linked(about_link(row.by.name, PERSON, row.by_id))

    @admin.display(description=_("action"))
    def done(self, row: TrailRow) -> str:
        one = actions().get(row.act)
        return str(one.title) if one else row.act

    @admin.display(description=_("changes"))
    def changes(self, row: Any) -> SafeString:
        return reading.changes(row, row.links)


APPEALS = filter_of(
    _("appeal"), "appeals", {"open": (_("Awaiting reply"), Q(appealed_at__isnull=False, answered_at=None))}
)


@admin.register(Measure)
class MeasureAdmin(ReadOnlyAdmin):
    """Taken, lifted and answered on the page of the person."""

    list_display = ("user", "kind", "since", "until", "ended_at", "by", "appealed_at", "answered_at")
    list_filter = ("kind", APPEALS)
    list_select_related = ("user", "by")
    search_fields = ("user__display_name",)


@admin.register(FailedTask)
class FailedTaskAdmin(ReadOnlyAdmin):
    list_display = ("at", "name", "error")
    list_filter = ("name", "error")


class NothingOfOneself(NamedAdmin):
    """Without rows about the reader, or about games and tournaments in which they have a part: others deal with those, and the
    reader does not learn who wrote them."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        found: QuerySet[Model] = super().get_queryset(request)
        return found.exclude(about__in=own_keys(person_of(request)))


@admin.register(StaffNote)
class StaffNoteAdmin(NothingOfOneself):
    list_display = ("at", "by", "subject", "text")
    list_select_related = ("by",)
    search_fields = ("=about",)


SETTLED = filter_of(
    _("report status"),
    "settled",
    {"no": (_("Open reports"), Q(settled_at=None)), "yes": (_("Resolved reports"), Q(settled_at__isnull=False))},
)


@admin.register(Complaint)
class ComplaintAdmin(NothingOfOneself):
    """Settled by saving its note."""

    list_display = ("at", "reason", "subject", "reporter", "words", "settled_at", "settled_by", "note")
    list_filter = (SETTLED, "reason")
    list_select_related = ("reporter", "settled_by")
    search_fields = ("=about", "reporter__display_name")
    fields = ("at", "reporter", "reason", "words", "subject", "as_it_stood", "settled_at", "settled_by", "note")
    readonly_fields = tuple(name for name in fields if name != "note")

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return admin.ModelAdmin.has_change_permission(self, request, obj)

    def save_model(self, request: HttpRequest, obj: Complaint, form: object, change: bool) -> None:
        services.settle_complaint(complaint_id=obj.pk, staff=person_of(request), note=obj.note, now=now())

    @admin.display(description=_("as reported"))
    def as_it_stood(self, row: Complaint) -> SafeString:
        return format_html_join(mark_safe("<br>"), "{}", ((line,) for line in row.context))
