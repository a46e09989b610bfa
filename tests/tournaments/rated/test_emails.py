"""The mail about the end of a rated game says what it changed, and waits for that a minute at most."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import translation

from notifications.bundling import PATIENCE, bundle_due
from notifications.deliveries import deliver_due
from notifications.models import Delivery, Notification
from tests.games.play_builders import NOON
from tests.mails import html_of, text_of
from tournaments.rated.changes import rating_of, sentences
from tournaments.rated.services import hide_own, take

from ..lifecycle.rated_builders import played_out, rated

pytestmark = pytest.mark.django_db
OVER = {"kind": "over"}


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


@pytest.fixture
def over(anna, boris):
    """A rated game that has just ended, with nothing else to tell."""
    game = played_out(anna, boris)
    Notification.objects.exclude(**OVER).update(due_at=None, dropped="test")
    return game


def test_the_mail_waits_until_the_game_is_rated(over):
    bundle_due(NOON)
    assert not Delivery.objects.exists()
    assert set(Notification.objects.filter(**OVER).values_list("due_at", flat=True)) == {NOON + seconds(5)}
    take()
    bundle_due(NOON + seconds(5))
    assert Delivery.objects.filter(**OVER).count() == 2


def test_it_waits_a_minute_at_most(over):
    for moment in range(0, 55, 5):
        bundle_due(NOON + seconds(moment))
    assert not Delivery.objects.exists()
    bundle_due(NOON + PATIENCE)
    assert Delivery.objects.filter(**OVER).count() == 2
    assert seconds(5) + PATIENCE <= seconds(60)


def test_it_says_what_changed_and_how(over, anna, boris, mailbox):
    hide_own(user=boris, hidden=True)
    take()
    bundle_due(NOON)
    deliver_due(NOON, 100)
    mails = {mail["To"]: mail for mail in mailbox.wait_for(2)}
    won = over.result["seats"][over.seats.get(tenures__user=anna).index]["winner"]
    change, after = ("+30", 1530) if won else ("−30", 1470)
    said = " ".join(text_of(mails["anna@example.org"]).split())
    assert f"you 1500? → {after}? ({change})" in said
    assert "expected" not in said, "the page has the arithmetic"
    assert "×" not in said
    assert "Boris 1500? →" in said
    assert "Boris 1500? →" in html_of(mails["anna@example.org"])
    said = " ".join(text_of(mails["boris@example.org"]).split())
    assert "Anna 1500? →" in said
    assert "you 1500?" not in said


def test_at_a_table_it_says_everybodys_change(anna, boris, clara):
    row = rated(anna, boris, clara)
    with translation.override("de"):
        summary, *_pool = sentences(rating_of(row.game, anna))
    assert all(one in summary for one in ("(+42)", "(±0)", "(−42)"))
