"""Sends requests to one server and says what they cost it."""

from __future__ import annotations

import http.client
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from threading import Lock

from .asks import Ask
from .cost import Meter


@dataclass(frozen=True, slots=True)
class Sample:
    """What some requests cost on average: milliseconds of the server's CPU, statements, milliseconds in the database,
    bytes of the body; None where the database does not count."""

    requests: int
    cpu: float
    statements: float | None
    database: float | None
    bytes: float


class Unexpected(Exception):
    """An answer of another status than a site that works gives."""


@dataclass
class Driver:
    """Drives one server. `connections` is how many browsers ask at once; with `spreads` each request has a connection of its
    own, so that any of several processes answers it."""

    port: int
    meter: Meter
    connections: int = 1
    spreads: bool = False

    def sample(self, asks: Iterable[Ask]) -> Sample:
        """Send these asks and see what they cost."""
        todo, lock = iter(asks), Lock()

        def drawn() -> Iterator[Ask]:
            while True:
                with lock:
                    ask = next(todo, None)
                if ask is None:
                    return
                yield ask

        before = self.meter.read()
        with ThreadPoolExecutor(self.connections) as threads:
            jobs = [threads.submit(self._drive, drawn()) for _ in range(self.connections)]
            sizes = [size for job in jobs for size in job.result()]
        spent = self.meter.read_idle() - before
        number = len(sizes)
        return Sample(
            number,
            spent.cpu / number,
            None if spent.statements is None else spent.statements / number,
            None if spent.database is None else spent.database / number,
            sum(sizes) / number,
        )

    def primed(self, asks: Sequence[Ask]) -> list[Ask]:
        """These asks, the conditional ones with the answer that their sender has."""
        return [self._conditional(ask) if ask.conditional else ask for ask in asks]

    def _conditional(self, ask: Ask) -> Ask:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request(ask.method, ask.path, ask.body or None, ask.headers)
        response = connection.getresponse()
        response.read()
        connection.close()
        return replace(ask, headers={**ask.headers, "If-None-Match": response.headers["ETag"]}, conditional=False)

    def _drive(self, asks: Iterator[Ask]) -> list[int]:
        """The size of each answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        sizes = []
        for ask in asks:
            connection.request(ask.method, ask.path, ask.body or None, ask.headers)
            response = connection.getresponse()
            body = response.read()
            if response.status != ask.status:
                raise Unexpected(f"{ask.method} {ask.path} answers {response.status}, not {ask.status}: {body[:300]!r}")
            sizes.append(len(body))
            if self.spreads:
                connection.close()  # and opened again by the next request
        connection.close()
        return sizes
