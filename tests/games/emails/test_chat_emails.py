"""The mail about what was said: off until wanted, once until its reader was there, without links and unwelcome people."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts import separation
from accounts.models import User
from games.chat.notifications import DELAY, DIGEST, TALK
from games.chat.services import remove_line, say
from games.models import Game
from games.models.notification import game_subject
from games.play.notifications import GameNotification
from games.play.seen import record_seen
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.models import Notification
from notifications.preferences import wish
from tests.games.mail_builders import dropped, mails
from tests.games.play_builders import DAY, NOON, begun
from tests.mails import text_of
from tests.notifications.choosing import wants

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def game(anna: User, boris: User, clara: User) -> Game:
    for user in (anna, boris, clara):
        user.created_at = NOON - 30 * DAY
        user.save()
    begun_game = begun(anna, boris, clara)
    Notification.objects.update(due_at=None, dropped="test")
    return begun_game


def test_nobody_gets_it_unless_he_wants_it(game, anna, boris):
    assert not wants(anna, TALK)
    say(game_id=game.pk, user=boris, text="Hello", now=NOON)
    assert not Notification.objects.filter(kind=GameNotification.TALK).exists()


def test_lines_of_some_minutes_are_one_mail_and_the_next_comes_when_he_was_there_or_later(
    mailbox, game, anna, boris, clara
):
    wish(anna, TALK, wanted=True)
    say(game_id=game.pk, user=boris, text="# First", now=NOON)
    say(game_id=game.pk, user=clara, text="Look at https://evil.example/x\n<b>now</b>", now=NOON + MINUTE)
    say(game_id=game.pk, user=anna, text="My own", now=NOON + 2 * MINUTE)
    assert bundle_due(NOON + DELAY - MINUTE) == 0
    assert bundle_due(NOON + DELAY) == 1
    assert mails() == [("talk", "Anna", game_subject(game.pk))]
    deliver_due(NOON + DELAY)
    (sent,) = mailbox.wait_for(1)
    plain, html = (sent.get_body((kind,)).get_content().replace("\r\n", "\n") for kind in ("plain", "html"))
    assert "Boris and Clara wrote at your table" in sent["Subject"]
    assert "Boris:\n  # First\n" in plain
    assert "Clara:\n  Look at [link]\n  <b>now</b>" in plain
    assert "&lt;b&gt;now&lt;/b&gt;" in html
    assert "evil.example" not in plain + html
    assert "My own" not in plain

    say(game_id=game.pk, user=boris, text="Later", now=NOON + DELAY + MINUTE)
    assert bundle_due(NOON + DIGEST - MINUTE) == 0, "he has not been there yet"
    say(game_id=game.pk, user=boris, text="Still later", now=NOON + DIGEST - MINUTE)
    assert bundle_due(NOON + DIGEST) == 1
    deliver_due(NOON + DIGEST)
    assert all(text in text_of(mailbox.messages[-1]) for text in ("Later", "Still later"))
    record_seen(user=anna, game_id=game.pk, line=5)
    say(game_id=game.pk, user=boris, text="New", now=NOON + DAY)
    assert bundle_due(NOON + DAY + DELAY) == 1


def test_what_was_read_or_removed_meanwhile_is_no_mail(game, anna, boris, clara):
    for user in (anna, clara):
        wish(user, TALK, wanted=True)
    line = say(game_id=game.pk, user=boris, text="Hello", now=NOON)
    record_seen(user=anna, game_id=game.pk, line=1)
    remove_line(line_id=line.pk, user=boris, now=NOON)
    assert bundle_due(NOON + DELAY) == 0
    assert set(dropped().values()) == {"read"}


def test_who_is_blocked_does_not_write_by_mail_either(game, anna, boris, clara):
    wish(anna, TALK, wanted=True)
    separation.block(blocker=anna, blocked=boris, now=NOON)
    say(game_id=game.pk, user=boris, text="Hello", now=NOON)
    assert bundle_due(NOON + DELAY) == 0
    assert not Notification.objects.filter(kind=GameNotification.TALK).exists()
