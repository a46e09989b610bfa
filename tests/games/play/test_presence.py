"""Who has a game open."""

from __future__ import annotations

from django.core.cache import cache

from games.play import seen
from streams.app import CHECK


def test_a_game_is_open_for_who_looks_at_it_until_it_is_forgotten():
    seen.mark_open(1, 7)
    assert seen.is_open(1, 7)
    assert not seen.is_open(1, 8)
    cache.clear()
    assert not seen.is_open(1, 7)
    assert max(CHECK, seen.PULSE) < seen.OPEN_FOR - 10, "a page that asks as seldom as it may stays open"
