"""Choosing on the page of notices what one is told."""

from django.http import HttpResponse
from django.test import Client


def choose(client: Client, **changes: object) -> HttpResponse:
    """Send the form as it stands on the page, but for these fields."""
    form = client.get("/profile/notices/").context["form"]
    sent = {name: form[name].value() for name in form.fields}
    values = {name: "" if value is None else value for name, value in {**sent, **changes}.items()}
    answer: HttpResponse = client.post("/profile/notices/", values)
    return answer
