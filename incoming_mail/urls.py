"""Addresses for mail services: incoming email, and events about ours.

The word `inbound_mime` makes Mailgun send the raw email.
"""

from django.urls import path

from incoming_mail import webhooks

app_name = "incoming_mail"
urlpatterns = [
    path("mail/by/<slug:service>/tracking/", webhooks.hear, name="tracking"),
    path("mail/by/<slug:service>/inbound_mime/", webhooks.arrive, name="webhook"),
]
