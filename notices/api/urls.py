"""Addresses of notices in the API."""

from django.urls import path

from . import hooks, subjects, told

urlpatterns = [
    path("notices/", told.Told.as_view(), name="notices"),
    path("notices/<int:notice_id>/again/", told.Again.as_view(), name="notice-again"),
    path("notices/wishes/", told.Wishes.as_view(), name="wishes"),
    path("notices/about/", subjects.Abouts.as_view(), name="abouts"),
    path("notices/about/<str:subject>/", subjects.About.as_view(), name="about"),
    path("notices/test/", subjects.TestMail.as_view(), name="notice-test"),
    path("notices/push/", subjects.Browsers.as_view(), name="browsers"),
    path("notices/push/key/", subjects.PushKey.as_view(), name="push-key"),
    path("notices/push/<int:browser_id>/", subjects.Browser.as_view(), name="browser"),
    path("webhooks/", hooks.Hooks.as_view(), name="hooks"),
    path("webhooks/<int:hook_id>/", hooks.Hook.as_view(), name="hook"),
    path("webhooks/<int:hook_id>/test/", hooks.HookTest.as_view(), name="hook-test"),
    path("webhooks/<int:hook_id>/deliveries/", hooks.Deliveries.as_view(), name="hook-deliveries"),
]
