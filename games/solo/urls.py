"""Best results of one player alone."""

from django.urls import path

from games.solo import views

urlpatterns = [
    path("solo/", views.overview, name="solo"),
    path("solo/<slug:key>/", views.results, name="solo-results"),
    path("solo/<slug:key>/play/", views.play, name="solo-play"),
]
