"""Links in emails, the settings pages, and samples of all emails."""

from django.urls import path

from notifications import views

app_name = "notifications"
urlpatterns = [
    path("mail/unsubscribe/<str:token>/", views.unsubscribe, name="unsubscribe"),
    path("mail/arrived/<str:token>/", views.arrived, name="arrived"),
    path("profile/notifications/history/", views.history, name="history"),
    path("profile/notifications/history/test/", views.test_email, name="test"),
    path("profile/notifications/history/<int:notification_id>/again/", views.resend, name="again"),
    path("profile/notifications/", views.wishes, name="preferences"),
    path("profile/notifications/about/<str:subject>/", views.subject, name="subject"),
    path("profile/notifications/hooks/", views.make_hook, name="make-hook"),
    path("profile/notifications/hooks/act/", views.act_on_hook, name="act-on-hook"),
    path("profile/notifications/push/", views.subscribe_browser, name="push-subscribe"),
    path("profile/notifications/push/forget/", views.unsubscribe_browser, name="push-unsubscribe"),
    path("mail/samples/", views.samples, name="samples"),
    path("mail/samples/<slug:language>/<slug:name>.<slug:form>", views.sample, name="sample"),
]
