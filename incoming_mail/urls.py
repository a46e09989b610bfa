"""Where mail services bring what was written to the site, and tell what became of its own mails.

The word `inbound_mime` asks Mailgun for the mail as it was sent.
"""

from django.urls import path

from incoming_mail import webhooks

app_name = "incoming_mail"
urlpatterns = [
    path("mail/by/<slug:service>/tracking/", webhooks.hear, name="tracking"),
    path("mail/by/<slug:service>/inbound_mime/", webhooks.arrive, name="webhook"),
]
