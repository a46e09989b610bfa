"""The game of these tests."""

import pytest

from games.models.notification import game_subject
from notifications.models import Notification
from tests.games.mail_builders import quiet_start
from tests.games.mail_commands.replying import LATER, tell
from tests.games.play_builders import first_phase_over, play_on


@pytest.fixture
def game(anna, boris, mailbox):
    """The first Workers are bought; whoever is asked has his mail."""
    made = quiet_start(anna, boris, pace="14d")
    play_on(made, until=first_phase_over)
    Notification.objects.filter(subject=game_subject(made.pk)).exclude(kind="your_turn").update(
        due_at=None, dropped="test"
    )
    tell(LATER)
    return made
