"""Addresses that stand in mails, and the page that shows what mails look like."""

from django.urls import path

from notices import views

app_name = "notices"
urlpatterns = [
    path("mail/unsubscribe/<str:token>/", views.unsubscribe, name="unsubscribe"),
    path("mail/samples/", views.samples, name="samples"),
    path("mail/samples/<slug:language>/<slug:name>.<slug:form>", views.sample, name="sample"),
]
