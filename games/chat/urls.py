"""What people say beside a game, and what they note for themselves."""

from django.urls import path

from games.chat import views

urlpatterns = [
    path("games/<int:game_id>/chat/", views.table, name="chat"),
    path("games/<int:game_id>/chat/say/", views.say, name="say"),
    path("games/<int:game_id>/chat/watchers/", views.watchers, name="watchers"),
    path("games/<int:game_id>/notes/", views.notes, name="notes"),
    path("chat/messages/<int:line_id>/remove/", views.remove, name="message-remove"),
    path("chat/messages/<int:line_id>/report/", views.report, name="message-report"),
    path("players/<int:user_id>/mute/", views.mute, name="mute"),
    path("chat/mine.json", views.mine, name="chat-export"),
]
