"""What a process keeps to spare itself work: the one kind of cache that the rooms of games have.

There are three: positions (games/play/position_cache.py), rendered parts of pages (games/board/parts.py) and preview
pictures (games/og_image/views.py).
"""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

V = TypeVar("V")


class Key:
    """Several values as one key, which is hashed once: values are deep, and lazily translated words among them hash differently
    as soon as another language is active."""

    __slots__ = ("_hash", "_values")

    def __init__(self, *values: Hashable) -> None:
        self._values = values
        self._hash = hash(values)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and self._hash == other._hash and self._values == other._values


class Cache(Generic[V]):
    """Values up to `most` in size, those that nobody has asked for longest go first. Threads may share it.

    `size` says how much a value counts; without it each counts 1.
    """

    def __init__(self, most: float, size: Callable[[V], float] | None = None) -> None:
        self._kept: LRUCache[Hashable, V] = LRUCache(most, getsizeof=size)
        self._lock = Lock()

    def get(self, key: Hashable) -> V | None:
        with self._lock:
            try:
                return self._kept[key]
            except KeyError:
                return None

    def put(self, key: Hashable, value: V) -> None:
        """Keep this; a value that is larger than the whole cache is not kept."""
        with self._lock:
            if self._kept.getsizeof(value) <= self._kept.maxsize:
                self._kept[key] = value
            else:
                self._kept.pop(key, None)

    def drop(self, key: Hashable) -> None:
        with self._lock:
            self._kept.pop(key, None)

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()

    def __len__(self) -> int:
        return len(self._kept)
