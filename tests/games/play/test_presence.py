"""Who has a game open: said to all processes now and then, and not at each of many questions."""

from __future__ import annotations

from django.core.cache import cache

from games.play import presence
from streams.app import CHECK


def test_it_is_said_again_before_it_is_forgotten_and_not_before_that(monkeypatch):
    clock = iter([0.0, 1.0, presence.AGAIN - 0.1, presence.AGAIN])
    monkeypatch.setattr(presence, "monotonic", lambda: next(clock))
    presence.touch(1, 7)
    assert presence.is_open(1, 7)
    assert not presence.is_open(1, 8)
    cache.clear()
    for _soon in range(2):
        presence.touch(1, 7)
        assert not presence.is_open(1, 7)
    presence.touch(1, 7)
    assert presence.is_open(1, 7)
    assert presence.AGAIN + presence.PULSE < presence.OPEN_FOR, "a page that asks as seldom as it may stays open"
    seldom, often = CHECK, 0.8 * CHECK  # for a page that listens
    assert presence.AGAIN < often < seldom < presence.OPEN_FOR - 10


def test_so_many_are_remembered(monkeypatch):
    monkeypatch.setattr(presence, "MOST", 2)
    for game in range(4):
        presence.touch(1, game)
    assert len(presence._said) == 2
