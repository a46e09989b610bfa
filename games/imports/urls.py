"""Records brought from elsewhere."""

from django.urls import path

from games.imports import views

urlpatterns = [
    path("archive/imports/", views.imports, name="imports"),
    path("archive/imports/<int:number>/remove/", views.remove, name="import-remove"),
]
