"""The replay of a game, and of a finished one its charts and its record."""

from django.urls import path

from games.replay import views

urlpatterns = [
    path("games/<int:game_id>/replay/", views.replay, name="replay"),
    path("games/<int:game_id>/embed/", views.embed, name="embed"),
    path("games/<int:game_id>/replay/<int:ply>/note/", views.note, name="move-note"),
    path("games/<int:game_id>/result/", views.reveal, name="reveal"),
    path("games/<int:game_id>/charts/", views.charts, name="charts"),
    path("games/<int:game_id>/proof/", views.proof, name="proof"),
    path("games/<int:game_id>/record.json", views.record, name="record"),
]
