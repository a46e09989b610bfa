"""The cache on a Redis server that may be away: then it reads as empty, and the log says so once.

Nothing that counts is kept in it: sessions are rows as well, what is due are rows, tries of passwords and codes are rows
(`accounts.limits`, which is asked for the keys of those limits), and who has a page open is a guess at the best of times. So
pages, polls, forms, moves, signing in and the API go on without it. Only one question has no right answer in an empty
cache: "am I the only one?" (`add`). It raises `CacheAway`, and a page says 503. The API's limit is for the comfort of all and
counts nothing meanwhile.
"""

import logging
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from functools import cached_property, partial
from typing import Any, TypeAlias, TypeVar, cast

from django.conf import settings
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from django.utils.timezone import now
from redis import Redis
from redis.exceptions import RedisError

from accounts import limits

logger = logging.getLogger(__name__)
Answer = TypeVar("Answer")
Key: TypeAlias = str | bytes | memoryview
Expiry: TypeAlias = int | timedelta

PAUSE = 1.0
"""Seconds between two looks whether the server is back; in between nobody waits for it."""


class CacheAway(Exception):
    """Something was asked that an empty cache cannot answer."""


class Server:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_away = False
        self._look_again_at = 0.0
        self.has_missed = False  # a write did not reach it: what it holds may be out of date

    def may_be_asked(self) -> bool:
        """False while it is away; after each pause one caller may look."""
        if not self._is_away:
            return True
        with self._lock:
            if time.monotonic() < self._look_again_at:
                return False
            self._look_again_at = time.monotonic() + PAUSE
            return True

    def note_away(self, error: Exception) -> None:
        with self._lock:
            if not self._is_away:
                logger.error("the cache is away and reads as empty: %s", error)
            self._is_away, self._look_again_at = True, time.monotonic() + PAUSE

    def note_back(self) -> None:
        if self._is_away:
            with self._lock:
                self._is_away = False
            logger.info("the cache is back")


_servers: dict[str, Server] = {}


def _asking(name: str, nothing: Callable[[], Any], *, writes: bool = True) -> Any:
    """Django's method of this name; `nothing` makes its answer while nobody is there to give one."""
    method = getattr(RedisCacheClient, name)
    return lambda self, *asked: self._ask(partial(method, self, *asked), nothing(), writes=writes)


class Client(RedisCacheClient):
    """Django's client, whose every question has an answer for the time when nobody is there to give it."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._server = _servers.setdefault(servers[0], Server())

    @cached_property
    def _asked(self) -> Redis:
        return super().get_client(write=True)

    def get_client(self, key: Key | None = None, *, write: bool = False) -> Redis:
        """Always the same one, which bears many threads: making one costs more than a question to it."""
        return self._asked

    def _ask(self, question: Callable[[], Answer], otherwise: Answer, *, writes: bool = False) -> Answer:
        server = self._server
        if server.may_be_asked():
            try:
                if server.has_missed:  # such as a sign-out: better nothing than what was true before
                    self.get_client(write=True).flushdb()
                    server.has_missed = False
                answer = question()
            except (RedisError, OSError) as error:
                server.note_away(error)
            else:
                server.note_back()
                return answer
        server.has_missed |= writes
        return otherwise

    def add(self, key: Key, value: object, timeout: Expiry | None) -> bool:
        """Whether this caller is the only one. Raises CacheAway where nobody knows."""
        answer = self._ask(partial(super().add, key, value, timeout), None)
        if answer is None:
            raise CacheAway("nobody knows who is the first while the cache is away")
        return bool(answer)

    def get(self, key: Key, default: object) -> Any:
        return self._ask(partial(super().get, key, default), default)

    get_many = _asking("get_many", dict, writes=False)
    has_key = _asking("has_key", bool, writes=False)
    touch, delete, clear = (_asking(name, bool) for name in ("touch", "delete", "clear"))
    set, set_many, delete_many = (_asking(name, type(None)) for name in ("set", "set_many", "delete_many"))

    def incr(self, key: Key, delta: int) -> int:
        answer = self._ask(partial(super().incr, key, delta), None, writes=True)
        if answer is None:
            raise ValueError(f"Key {key!r} not found.")  # as of any key that is not there
        return int(answer)

    def publish(self, channel: str, text: str) -> None:
        """Publish a message. It is not missed while the server is away: pages ask by themselves then."""
        self._ask(lambda: self._asked.publish(channel, text), None)


class Cache(RedisCache):
    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = Client

    def add(self, key: str, value: object, timeout: object = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        if key.startswith(limits.PREFIXES):
            return limits.add(key, value, self._lasts(timeout), now=now())
        return bool(super().add(key, value, timeout, version))  # type: ignore[arg-type]

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        if key.startswith(limits.PREFIXES):
            found = limits.kept(key, now=now())
            return default if found is None else found
        return super().get(key, default, version)

    def set(self, key: str, value: object, timeout: object = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        if key.startswith(limits.PREFIXES):
            limits.keep(key, value, self._lasts(timeout), now=now())
        else:
            super().set(key, value, timeout, version)  # type: ignore[arg-type]

    def delete(self, key: str, version: int | None = None) -> bool:
        return limits.forget_tries(key) if key.startswith(limits.PREFIXES) else bool(super().delete(key, version))

    def _lasts(self, timeout: object) -> timedelta:
        return timedelta(seconds=float(self.default_timeout if timeout is DEFAULT_TIMEOUT else timeout))  # type: ignore[arg-type]

    def publish(self, text: str) -> None:
        """Tell the process of the streams something (streams/words.py)."""
        cast(Client, self._cache).publish(settings.STREAMS_CHANNEL, text)
