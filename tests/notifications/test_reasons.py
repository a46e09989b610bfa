"""Why nothing was sent: each code has one sentence, whichever app it comes from."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from games.emails.subjects import REASONS as OF_GAMES
from notifications.registry import reasons_of_all
from tests.club import emails


def test_what_games_give_as_reason_is_what_is_told():
    assert OF_GAMES.items() <= reasons_of_all().items()


@pytest.mark.usefixtures("looks_again")
def test_a_code_of_two_apps_is_refused(monkeypatch):
    monkeypatch.setattr(emails, "REASONS", {"answered": "The evening had."})
    with pytest.raises(ImproperlyConfigured, match="answered"):
        reasons_of_all()
