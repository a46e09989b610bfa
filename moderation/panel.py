"""Whatever is written through the admin pages leaves a row in the trail, too: who, what and when, and which fields, but not what
they held."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now

from accounts.activity import person_of
from moderation import registry
from moderation.services import trail

PANEL = "panel"
"""The act of such rows."""
MOST = 100


class Trailed(admin.ModelAdmin[Model]):
    """Mixed into every class of the admin pages by the site (`moderation.site`)."""

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        self._row(request, _key(obj), {"added": str(message)})
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        """`message` names the fields that were changed."""
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
            trail.write(act=PANEL, by=person_of(request), about=about, reason="", now=now(), before={}, after=after)


def _key(row: Model) -> str:
    """As acts call it where it is a subject of theirs, else by its model: `person:12`, `auth.group:3`."""
    label = row._meta.label_lower
    name = next((one.name for one in registry.subjects().values() if one.model == label), label)
    return f"{name}:{row.pk}"


__all__: Sequence[str] = ("PANEL", "Trailed")
