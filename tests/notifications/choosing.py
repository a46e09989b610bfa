"""Choosing on the page of notifications what one is told."""

from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from notifications.kinds import Category
from notifications.models import Channel, When
from notifications.preferences import decide, wishes_of


def choose(client: Client, **changes: object) -> HttpResponse:
    """Send the form as it stands on the page, but for these fields."""
    form = client.get("/profile/notifications/").context["form"]
    sent = {name: form[name].value() for name in form.fields}
    values = {name: "" if value is None else value for name, value in {**sent, **changes}.items()}
    answer: HttpResponse = client.post("/profile/notifications/", values)
    return answer


def wants(user: User, category: Category, subject: str = "", channel: str = Channel.MAIL) -> bool:
    """Whether this user wants to hear of this category and subject by this channel, however late."""
    return decide(wishes_of([user.pk]).get(user.pk, {}).get(channel, {}), category, subject) is not When.NEVER
