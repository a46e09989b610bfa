"""What a table that gathers players tells: who is asked, who is asked again, and that it is about to close."""

from datetime import timedelta

import pytest

import engine
from games.models import Game, Invitation
from games.play import notifications
from tests.games.play_builders import DAY, NOON

pytestmark = pytest.mark.django_db
DELAY = timedelta(seconds=120)


def test_an_invitation_names_its_user_or_only_its_address(anna, boris):
    game = Game.objects.create(title="x", host=anna, options=engine.Options().to_dict(), pace_base=DAY)
    to_user = Invitation.objects.create(game=game, inviter=anna, user=boris, created_at=NOON)
    to_address = Invitation.objects.create(game=game, inviter=anna, email="emil@example.org", created_at=NOON)
    first, second = notifications.invitation(to_user), notifications.invitation(to_address)
    assert (first.user_id, first.address, first.due_at) == (boris.pk, "", NOON)
    assert (second.user_id, second.address, second.due_at) == (None, "emil@example.org", NOON)
    assert (first.subject, second.subject) == (f"invitation:{to_user.pk}", f"invitation:{to_address.pk}")


def test_changed_options_wait_for_the_next_change_and_expiry_warns_two_days_before(anna, boris):
    game = Game.objects.create(
        title="x", host=anna, options=engine.Options().to_dict(), pace_base=DAY, expires_at=NOON + 10 * DAY
    )
    with pytest.raises(ValueError, match="not set"):
        notifications.options_changed(game, [boris.pk])
    game.options_changed_at = NOON
    (change,) = notifications.options_changed(game, [boris.pk])
    assert change.due_at == NOON + DELAY
    (warning,) = notifications.expiry_warning(game)
    assert (warning.user_id, warning.due_at) == (anna.pk, NOON + 8 * DAY)
    assert notifications.expiry_warning(Game(host=anna, options={}, pace_base=DAY)) == []
