"""Addresses of the API, version 1."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from . import presets, views

app_name = "api"
urlpatterns = [
    path("games/", views.GameList.as_view(), name="games"),
    path("games/<int:game_id>/", views.GameState.as_view(), name="game"),
    path("games/<int:game_id>/moves/", views.MoveList.as_view(), name="moves"),
    path("games/<int:game_id>/presets/", presets.PresetList.as_view(), name="presets"),
    path("games/<int:game_id>/presets/<slug:name>/", presets.PresetDetail.as_view(), name="preset"),
    path("games/<int:game_id>/record/", views.GameRecord.as_view(), name="record"),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", SpectacularSwaggerSplitView.as_view(url_name="api:schema"), name="docs"),
]
