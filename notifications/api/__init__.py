"""Notifications, their settings and webhooks, for programs."""

from django.urls import path

from . import hooks, wishes

urlpatterns = [
    path("notifications/", wishes.NotificationList.as_view(), name="notifications"),
    path("notifications/<int:notification_id>/again/", wishes.Again.as_view(), name="notification-again"),
    path("notifications/preferences/", wishes.Wishes.as_view(), name="preferences"),
    path("notifications/about/", wishes.Abouts.as_view(), name="abouts"),
    path("notifications/about/<str:subject>/", wishes.About.as_view(), name="about"),
    path("notifications/test/", wishes.TestMail.as_view(), name="notification-test"),
    path("notifications/push/", hooks.Browsers.as_view(), name="browsers"),
    path("notifications/push/key/", hooks.PushKey.as_view(), name="push-key"),
    path("notifications/push/<int:browser_id>/", hooks.Browser.as_view(), name="browser"),
    path("webhooks/", hooks.Hooks.as_view(), name="hooks"),
    path("webhooks/<int:hook_id>/", hooks.Hook.as_view(), name="hook"),
    path("webhooks/<int:hook_id>/test/", hooks.HookTest.as_view(), name="hook-test"),
    path("webhooks/<int:hook_id>/deliveries/", hooks.Deliveries.as_view(), name="hook-deliveries"),
]
