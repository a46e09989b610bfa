"""What is not yet told about a game or an invitation goes with it."""

from datetime import timedelta

import pytest

from games.emails import TURNS
from games.models import Game, Invitation
from games.models.notification import game_subject, invitation_subject
from games.play.notifications import GameNotificationKind
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.models import Delivery, DeliveryState, Notification
from notifications.preferences import wish
from tests.games.mail_builders import answer, asked, quiet_start
from tests.games.play_builders import DAY, NOON
from tests.games.table_builders import table

pytestmark = pytest.mark.django_db
DELAY = timedelta(seconds=120)


def test_a_deleted_game_tells_nothing_any_more(anna, boris, mailbox):
    game, other = quiet_start(anna, boris), quiet_start(anna, boris)
    assert bundle_due(NOON + DELAY) == 2
    Game.objects.filter(pk=game.pk).delete()
    assert deliver_due(NOON + DELAY) == 1
    assert Delivery.objects.get(subject=game_subject(game.pk)).state == DeliveryState.DROPPED
    assert Delivery.objects.get(subject=game_subject(other.pk)).state == DeliveryState.SENT
    about = Notification.objects.filter(subject=game_subject(game.pk)).exclude(dropped="test")
    assert set(about.values_list("dropped", "due_at")) == {("gone", None)}


def test_a_reminder_of_several_games_goes_out_without_the_one_that_is_gone(anna, boris, mailbox):
    games = [quiet_start(anna, boris, pace="2d") for _ in range(3)]
    for game in games:
        while asked(game)[1] != anna:
            answer(game)
    wish(anna, TURNS, wanted=False)
    at = NOON + 2 * DAY - timedelta(hours=9)
    assert bundle_due(at) == 1
    games[0].delete()
    assert deliver_due(at) == 1
    assert mailbox.messages[0]["Subject"] == "[St Pete] Reminder: 2 games are waiting for you"


def test_a_deleted_invitation_tells_nothing_any_more(anna):
    table(anna, "emil@example.org", players=3, now=NOON)
    invitation = Invitation.objects.get(email="emil@example.org")
    invitation_id = invitation.pk
    invitation.delete()
    notification = Notification.objects.get(
        kind=GameNotificationKind.INVITATION, subject=invitation_subject(invitation_id)
    )
    assert (notification.dropped, notification.due_at) == ("gone", None)
    assert bundle_due(NOON) == 0
