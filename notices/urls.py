"""Addresses that stand in mails, the pages on which people choose what they are told, and samples of all mails."""

from django.urls import path

from notices import views
from notices.pages import views as pages
from notices.pages import ways
from notices.told import views as told

app_name = "notices"
urlpatterns = [
    path("mail/unsubscribe/<str:token>/", views.unsubscribe, name="unsubscribe"),
    path("mail/arrived/<str:token>/", told.arrived, name="arrived"),
    path("profile/told/", told.told, name="told"),
    path("profile/told/test/", told.test, name="test"),
    path("profile/told/<int:notice_id>/again/", told.again, name="again"),
    path("profile/notices/", pages.wishes, name="wishes"),
    path("profile/notices/about/<str:subject>/", pages.subject, name="subject"),
    path("profile/notices/hooks/", pages.make_hook, name="make-hook"),
    path("profile/notices/hooks/act/", pages.act_on_hook, name="act-on-hook"),
    path("profile/notices/push/", ways.subscribe, name="push-subscribe"),
    path("profile/notices/push/forget/", ways.unsubscribe, name="push-unsubscribe"),
    path("mail/samples/", views.samples, name="samples"),
    path("mail/samples/<slug:language>/<slug:name>.<slug:form>", views.sample, name="sample"),
]
