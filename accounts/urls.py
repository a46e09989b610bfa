"""Addresses about people. Signing up and in is allauth's; deleting an account is the site's, because it ends games."""

from django.urls import path

from accounts import export, views, window

app_name = "accounts"
urlpatterns = [
    path("profile/", views.profile, name="profile"),
    path("profile/token/", views.token, name="token"),
    path("profile/token/make/", views.make_token, name="make-token"),
    path("profile/token/revoke/", views.revoke_token, name="revoke-token"),
    path("profile/devices/", views.devices, name="devices"),
    path("profile/devices/end/", views.end_devices, name="devices-end"),
    path("profile/export/", export.export, name="export"),
    path("profile/household/", views.name_household, name="household"),
    path("profile/household/answer/", views.answer_household, name="household-answer"),
    path("players/<int:user_id>/", views.player, name="player"),
    path("players/<int:user_id>/block/", views.block, name="block"),
    path("players/<int:user_id>/follow/", views.follow, name="follow"),
    path("window.css", window.sheet, name="window"),
    path("language/", views.set_language, name="language"),
]
