"""What the privacy page says about periods is what the night does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db.models import Model
from django.test import Client
from django.utils.timezone import now
from pytest_django.fixtures import Settings

from accounts.models import User
from api.models import KeptAnswer
from inbound.models import InboundMail, MailState, ReplyToken
from stpete_site.retention import periods
from stpete_site.tasks import tidy
from tests.people import person, signed_in

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def session(days: int, older: timedelta) -> Model:
    """One that was last saved so long ago."""
    signed_in(User.objects.first() or person("Anna"))
    found = Session.objects.order_by("-expire_date").first()
    assert found is not None
    assert abs(found.expire_date - now() - timedelta(days=days)) < HOUR, "a new one lasts as long as is said"
    Session.objects.filter(pk=found.pk).update(expire_date=found.expire_date - timedelta(days=days) - older)
    return found


def sign_up(days: int, older: timedelta) -> Model:
    user = User.objects.create_user(f"{days}{older.days}@example.org", "pw", display_name=f"New {older.days}")
    User.objects.filter(pk=user.pk).update(created_at=now() - timedelta(days=days) - older)
    return user


def guest(days: int, older: timedelta) -> Model:
    """One who began his only game so long ago."""
    assert Client().post("/play-now/").status_code == 302
    found = User.objects.filter(guest_until__isnull=False).latest("pk")
    assert found.guest_until is not None
    assert abs(found.guest_until - now() - timedelta(days=days)) < HOUR, "a new one is kept as long as is said"
    User.objects.filter(pk=found.pk).update(guest_until=found.guest_until - timedelta(days=days) - older)
    return found


def mail(days: int, older: timedelta) -> Model:
    received = now() - timedelta(days=days) - older
    return InboundMail.objects.create(
        digest=f"{older}", size=1, way="page", state=MailState.HANDLED, received_at=received, handled_at=received
    )


def reply_address(days: int, older: timedelta) -> Model:
    user = User.objects.first() or person("Anna")
    made = ReplyToken.objects.create(user=user, handler="h", subject="game:1", content=f"{older}", proof="p", data={})
    ReplyToken.objects.filter(pk=made.pk).update(made_at=now() - timedelta(days=days) - older)
    return made


def answer(days: int, older: timedelta) -> Model:
    """Of the API, to a request with a key."""
    user = User.objects.first() or person("Anna")
    made = now() - timedelta(days=days) - older
    return KeptAnswer.objects.create(user=user, key=f"{older}", request="r", status=201, created_at=made)


KEPT: list[Callable[[int, timedelta], Model]] = [session, sign_up, guest, mail, answer, reply_address]


@pytest.mark.parametrize("made", KEPT)
def test_what_is_older_than_is_said_is_gone_in_the_morning(
    made: Callable[[int, timedelta], Model], settings: Settings
) -> None:
    settings.GUEST_DAYS, settings.INBOUND_KEEP_DAYS = 41, 43  # as the page would say then
    days = periods()[KEPT.index(made)].days
    old, young = made(days, HOUR), made(days, -2 * HOUR)
    tidy()
    assert not type(old)._default_manager.filter(pk=old.pk).exists()
    assert type(young)._default_manager.filter(pk=young.pk).exists()


def test_the_page_states_every_period(settings: Settings) -> None:
    settings.GUEST_DAYS, settings.INBOUND_KEEP_DAYS = 41, 1
    page = Client().get("/privacy/").content.decode()
    assert len(periods()) == len(KEPT)
    for period in periods():
        assert f"{period.what}: {period.days} day{'s' if period.days != 1 else ''}</li>" in page
