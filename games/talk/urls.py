"""What people say beside a game, and what they note for themselves."""

from django.urls import path

from games.talk import views

urlpatterns = [
    path("games/<int:game_id>/talk/", views.table, name="talk"),
    path("games/<int:game_id>/talk/say/", views.say, name="say"),
    path("games/<int:game_id>/talk/watchers/", views.watchers, name="watchers"),
    path("games/<int:game_id>/notes/", views.notes, name="notes"),
    path("talk/lines/<int:line_id>/remove/", views.remove, name="line-remove"),
    path("talk/lines/<int:line_id>/report/", views.report, name="line-report"),
    path("players/<int:user_id>/mute/", views.mute, name="mute"),
    path("talk/mine.json", views.mine, name="talk-export"),
]
