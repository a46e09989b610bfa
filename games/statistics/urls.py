"""The statistics of the site."""

from django.urls import path

from games.statistics import views

urlpatterns = [path("statistics/", views.show, name="statistics")]
