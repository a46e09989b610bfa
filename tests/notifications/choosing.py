"""Choosing on the page of notifications what one is told."""

from django.http import HttpResponse
from django.test import Client


def choose(client: Client, **changes: object) -> HttpResponse:
    """Send the form as it stands on the page, but for these fields."""
    form = client.get("/profile/notifications/").context["form"]
    sent = {name: form[name].value() for name in form.fields}
    values = {name: "" if value is None else value for name, value in {**sent, **changes}.items()}
    answer: HttpResponse = client.post("/profile/notifications/", values)
    return answer
