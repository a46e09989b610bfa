"""The admin pages with what staff do: acts about people, games and tournaments, the search, and notes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models.base import ModelBase
from django.urls import URLPattern, URLResolver, path
from django.utils.translation import gettext_lazy as _

from accounts.admin_site import Site


class StaffSite(Site):
    index_template = "moderation/index.html"
    site_header = site_title = "St Pete"
    index_title = _("Needs attention")

    def register(
        self,
        model_or_iterable: ModelBase | Iterable[ModelBase],
        admin_class: type[admin.ModelAdmin[Any]] | None = None,
        **options: Any,
    ) -> None:
        """Whatever a class writes, also one of a library, leaves a row in the trail."""
        from moderation.panel import Trailed

        given = admin_class or admin.ModelAdmin
        made = type(given.__name__, (Trailed, given), {"__module__": given.__module__})
        super().register(model_or_iterable, made, **options)

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
