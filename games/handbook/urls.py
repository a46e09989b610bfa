"""The players' rules. Their first page is `rules` of the site."""

from django.urls import path, register_converter

from . import views
from .library import PAGES


class SlugOfPage:
    """One of the pages beside the first."""

    regex = "|".join(slug for slug in PAGES if slug != "base")

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(SlugOfPage, "handbook")

urlpatterns = [
    path("rules/exact/", views.exact, name="exact"),
    path("rules/<handbook:slug>/", views.handbook, name="handbook"),
]
