"""Addresses that stand in mails, the pages on which people choose what they are told, and samples of all mails."""

from django.urls import path

from notifications import views
from notifications.history import views as told
from notifications.pages import views as pages
from notifications.pages import ways

app_name = "notifications"
urlpatterns = [
    path("mail/unsubscribe/<str:token>/", views.unsubscribe, name="unsubscribe"),
    path("mail/arrived/<str:token>/", told.arrived, name="arrived"),
    path("profile/notifications/history/", told.told, name="history"),
    path("profile/notifications/history/test/", told.test, name="test"),
    path("profile/notifications/history/<int:notification_id>/again/", told.again, name="again"),
    path("profile/notifications/", pages.wishes, name="preferences"),
    path("profile/notifications/about/<str:subject>/", pages.subject, name="subject"),
    path("profile/notifications/hooks/", pages.make_hook, name="make-hook"),
    path("profile/notifications/hooks/act/", pages.act_on_hook, name="act-on-hook"),
    path("profile/notifications/push/", ways.subscribe, name="push-subscribe"),
    path("profile/notifications/push/forget/", ways.unsubscribe, name="push-unsubscribe"),
    path("mail/samples/", views.samples, name="samples"),
    path("mail/samples/<slug:language>/<slug:name>.<slug:form>", views.sample, name="sample"),
]
