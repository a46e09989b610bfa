"""The archive: searched, saved, followed and taken along."""

from django.urls import path

from games.search import views
from games.search.exporting import FORMS

urlpatterns = [
    path("archive/", views.archive, name="archive"),
    path("archive/saved/", views.change_saved, name="saved-searches"),
    path("archive/feed/<str:token>/", views.feed, name="search-feed"),
    *(path(f"archive/records.{form}", views.records, {"form": form}, f"records-{form}") for form in FORMS),
]
