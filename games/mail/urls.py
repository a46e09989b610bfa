"""Addresses that stand in mails, and the page that shows what mails look like."""

from django.urls import path

from games.mail import views as mail

urlpatterns = [
    path("mail/unsubscribe/<str:token>/", mail.unsubscribe, name="unsubscribe"),
    path("mail/samples/", mail.samples, name="mail-samples"),
    path("mail/samples/<slug:language>/<slug:name>.<slug:form>", mail.sample, name="mail-sample"),
]
