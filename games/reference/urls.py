"""Rules and cards to look up."""

from django.urls import path

from games.reference import views

urlpatterns = [
    path("rules/search/", views.search, name="rules-search"),
    path("rules/<int:number>/", views.section, name="section"),
    path("rules/<str:id>/", views.rule, name="rule"),
    path("cards/", views.cards, name="cards"),
    path("cards/<slug:shelf>/<slug:id>/", views.card, name="card"),
    path("cards/<slug:shelf>/<slug:id>/sheet/", views.sheet, name="card-sheet"),
]
