"""Addresses of moderation for everybody; those of staff lie among the admin pages (`moderation.site`)."""

from __future__ import annotations

from django.urls import path

from moderation.views import people

app_name = "moderation"
urlpatterns = [
    path("report/<str:about>/<int:number>/", people.report, name="report"),
    path("measures/<str:token>/", people.measure, name="measure"),
]
