"""The admin pages with what staff do: acts about people, games and events, the search, and notes."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from accounts.admin_site import Site


class StaffSite(Site):
    index_template = "moderation/index.html"

    def get_urls(self) -> list[URLPattern | URLResolver]:
        from moderation.views import staff

        own: list[URLPattern | URLResolver] = [
            path("search/", self.admin_view(staff.search), name="search"),
            path("needs/<slug:name>/", self.admin_view(staff.need), name="need"),
            path("about/<str:subject>/<int:number>/", self.admin_view(staff.about), name="about"),
            path("about/<str:subject>/<int:number>/note/", self.admin_view(staff.note), name="note"),
            path("about/<str:subject>/<int:number>/<slug:act>/", self.admin_view(staff.act), name="act"),
        ]
        return [*own, *super().get_urls()]
