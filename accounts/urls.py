"""Addresses about people. Signing up and in is allauth's; deleting an account is the site's, because it ends games."""

from __future__ import annotations

from django.urls import path

from accounts import token_views, views

app_name = "accounts"
urlpatterns = [
    path("profile/", views.profile, name="profile"),
    path("profile/token/", token_views.token, name="token"),
    path("profile/token/make/", token_views.make_token, name="make-token"),
    path("profile/token/revoke/", token_views.revoke_token, name="revoke-token"),
    path("players/<int:user_id>/", views.player, name="player"),
    path("language/", views.set_language, name="language"),
]
