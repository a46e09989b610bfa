"""Addresses of notifications in the API."""

from django.urls import path

from . import history, hooks, subjects

urlpatterns = [
    path("notifications/", history.Told.as_view(), name="notifications"),
    path("notifications/<int:notification_id>/again/", history.Again.as_view(), name="notification-again"),
    path("notifications/preferences/", history.Wishes.as_view(), name="preferences"),
    path("notifications/about/", subjects.Abouts.as_view(), name="abouts"),
    path("notifications/about/<str:subject>/", subjects.About.as_view(), name="about"),
    path("notifications/test/", subjects.TestMail.as_view(), name="notification-test"),
    path("notifications/push/", subjects.Browsers.as_view(), name="browsers"),
    path("notifications/push/key/", subjects.PushKey.as_view(), name="push-key"),
    path("notifications/push/<int:browser_id>/", subjects.Browser.as_view(), name="browser"),
    path("webhooks/", hooks.Hooks.as_view(), name="hooks"),
    path("webhooks/<int:hook_id>/", hooks.Hook.as_view(), name="hook"),
    path("webhooks/<int:hook_id>/test/", hooks.HookTest.as_view(), name="hook-test"),
    path("webhooks/<int:hook_id>/deliveries/", hooks.Deliveries.as_view(), name="hook-deliveries"),
]
