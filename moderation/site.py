"""The admin pages with what staff do: actions about people, games and tournaments, the search, and notes. Whatever is written
through them is recorded in the audit log.
"""

from typing import Any

from django.contrib import admin
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from accounts.activity import person_of
from accounts.admin_site import ListedLookups, Site
from moderation import actions as declared
from moderation import trail
from moderation.models import TrailRow

PANEL = "panel"
"""The act of such rows."""
MOST = 100


class Trailed(admin.ModelAdmin[Model]):
    """Mixed into every class of the admin pages by the site (`moderation.site`)."""

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        self._row(request, _key(obj), {"added": str(message)})
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        self._row(request, _key(obj), {"changed": message if isinstance(message, list) else str(message)})
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Model]) -> Any:
        for obj in queryset:
            self._row(request, _key(obj), {"deleted": True})
        return super().log_deletions(request, queryset)

    def response_action(
        self, request: HttpRequest, queryset: QuerySet[Model], *args: Any, **kwargs: Any
    ) -> HttpResponse | None:
        """An action on rows that were ticked; deleting them is logged by itself."""
        name, chosen = request.POST.get("action", ""), request.POST.getlist("_selected_action")[:MOST]
        with transaction.atomic():
            answer: HttpResponse | None = super().response_action(request, queryset, *args, **kwargs)
            if name in self.get_actions(request) and chosen and name != "delete_selected":
                self._row(request, self.opts.label_lower, {"action": name, "rows": chosen})
        return answer

    def _row(self, request: HttpRequest, about: str, after: dict[str, Any]) -> None:
        with transaction.atomic():
            trail.write(TrailRow(act=PANEL, by=person_of(request), about=about, at=now(), after=after))


def _key(row: Model) -> str:
    """As acts call it where it is a subject of theirs, else by its model: `person:12`, `auth.group:3`."""
    label = row._meta.label_lower
    name = next((one.name for one in declared.subjects().values() if one.model == label), label)
    return f"{name}:{row.pk}"


class StaffSite(Site):
    mixed_in = (ListedLookups, Trailed)
    index_template = "moderation/index.html"
    site_header = site_title = "St Pete"
    index_title = _("Needs attention")

    def get_urls(self) -> list[URLPattern | URLResolver]:
        from moderation import views

        own: list[URLPattern | URLResolver] = [
            path("search/", self.admin_view(views.search), name="search"),
            path("needs/<slug:name>/", self.admin_view(views.need), name="need"),
            path("about/<str:subject>/<int:number>/", self.admin_view(views.about), name="about"),
            path("about/<str:subject>/<int:number>/note/", self.admin_view(views.note), name="note"),
            path("about/<str:subject>/<int:number>/<slug:act>/", self.admin_view(views.act), name="act"),
        ]
        return [*own, *super().get_urls()]
