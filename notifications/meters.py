"""What every process counts of its requests and tasks, and what it says of itself, summed up in Redis for `/metrics`.

A row in the database for each request would cost more than the request; files of one process each would not add up over containers.
So each process keeps its counts and adds them to one hash every few seconds, while there are any. A lost Redis begins at nothing,
which Prometheus knows from restarts; one that is away gets them later. Names of routes and tasks are ours: none names a person.
"""

import json
import os
import socket
import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Any

import redis
from django.conf import settings

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Seconds: the upper ends of the histogram; beyond the last one nothing is told apart."""
EVERY, BEAT, GONE = 5.0, 30.0, 75
"""Seconds between two additions, between two words of a process, and until one that says nothing counts as gone."""
COUNTS, PROCESSES = "stpete:meters", "stpete:processes:"


class _Unsent:
    """What this process has counted and not added yet, and whether that is on its way."""

    def __init__(self) -> None:
        self.lock, self.counts, self.is_planned = threading.Lock(), Counter[str](), False

    def add(self, counts: Mapping[str, float]) -> None:
        with self.lock:
            for name, count in counts.items():
                self.counts[name] += count  # type: ignore[assignment]
            is_planned, self.is_planned = self.is_planned, True
        if not is_planned:
            later = threading.Timer(EVERY, flush)
            later.daemon = True
            later.start()

    def take(self) -> Mapping[str, float]:
        with self.lock:
            taken, self.counts, self.is_planned = self.counts, Counter(), False
        return taken


_unsent = _Unsent()
os.register_at_fork(after_in_child=lambda: _unsent.__init__())  # type: ignore[misc]  # the parent adds its own


def observe(kind: str, name: str, outcome: str, seconds: float) -> None:
    """A request or task (`kind`) of this name has ended so, after so long."""
    place = bisect_left(BOUNDS, seconds)
    bound = str(BOUNDS[place]) if place < len(BOUNDS) else "+Inf"
    _unsent.add({f"{kind}|{name}|{outcome}": 1, f"{kind}-in|{name}|{bound}": 1, f"{kind}-s|{name}": seconds})


def count(kind: str, name: str, outcome: str = "", by: float = 1) -> None:
    _unsent.add({f"{kind}|{name}|{outcome}": by})


@cache
def server() -> redis.Redis:
    """Its connections know when their process has forked."""
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1, decode_responses=True)


def flush() -> None:
    """Add what was counted. What does not arrive is kept and tried again with the next count."""
    taken = _unsent.take()
    try:
        with server().pipeline(transaction=True) as adding:
            for name, number in taken.items():
                adding.hincrbyfloat(COUNTS, name, number)
            adding.execute()
    except (redis.RedisError, OSError):
        with _unsent.lock:
            _unsent.counts.update(taken)  # a Counter adds


def counted() -> list[tuple[list[str], float]]:
    """All counts of all processes, each by its parts. Raises RedisError."""
    found: Mapping[str, str] = server().hgetall(COUNTS)  # type: ignore[assignment]
    return [(name.split("|"), float(number)) for name, number in found.items()]


def processes() -> list[Mapping[str, Any]]:
    """What the processes that live said last. Raises RedisError."""
    asked = server()
    keys = list(asked.scan_iter(f"{PROCESSES}*", count=1000))
    return [json.loads(said) for said in (asked.mget(keys) if keys else []) if said]


_name = ""


def report(name: str = "") -> None:
    """Say from now on that this process lives and what it takes. A fork without a name has that of its parent."""
    global _name
    _name = name or _name
    count("process", _name, "started")
    threading.Thread(target=_go_on_saying, args=(_name,), daemon=True).start()


def _go_on_saying(name: str) -> None:
    taken = 0.0
    while True:
        used = time.process_time()
        count("process", name, "cpu", used - taken)
        taken = used
        with suppress(redis.RedisError, OSError):
            said = {"name": name, "memory": memory()}
            server().set(f"{PROCESSES}{socket.gethostname()}:{os.getpid()}", json.dumps(said), ex=GONE)
        time.sleep(BEAT)


def memory() -> int:
    """Bytes of this process, with its share of what it has in common with others, so that they add up."""
    with open("/proc/self/smaps_rollup") as lines:
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


def forget() -> None:
    """Say that this process ends, with its last counts."""
    flush()
    with suppress(redis.RedisError, OSError):
        server().delete(f"{PROCESSES}{socket.gethostname()}:{os.getpid()}")
