"""A cache in which something happens while one looks into it: the moment between two steps of a sender."""

from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache

happens: list[Callable[[], object]] = []
"""What happens at the next look, once each."""


class InterruptedCache(LocMemCache):
    def get(self, *args: Any, **options: Any) -> Any:
        if happens:
            happens.pop()()
        return super().get(*args, **options)
