"""Who has a game open."""

from __future__ import annotations

from django.core.cache import cache

from games.play import presence
from streams.app import CHECK


def test_a_game_is_open_for_who_looks_at_it_until_it_is_forgotten():
    presence.touch(1, 7)
    assert presence.is_open(1, 7)
    assert not presence.is_open(1, 8)
    cache.clear()
    assert not presence.is_open(1, 7)
    assert max(CHECK, presence.PULSE) < presence.OPEN_FOR - 10, "a page that asks as seldom as it may stays open"
