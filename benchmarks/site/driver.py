"""Sends requests to one server over connections that stay open and says what they cost it."""

from __future__ import annotations

import http.client
import itertools
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from threading import Lock

from .asks import Ask
from .cost import Meter

BROWSER = {"Accept-Encoding": "gzip, deflate, br, zstd"}
"""What a browser takes."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What some requests cost on average: milliseconds of the server's CPU, statements, milliseconds in the database,
    bytes of the body as sent; None where the database does not count."""

    requests: int
    cpu: float
    statements: float | None
    database: float | None
    bytes: float
    is_compressed: bool


class Unexpected(Exception):
    """An answer of another status than a site that works gives."""


@dataclass
class Driver:
    """Drives one server. `connections` is how many browsers ask at once."""

    port: int
    meter: Meter
    connections: int = 1

    def sample(
        self, asks: Iterable[Ask], *, most: int, seconds: float, headers: dict[str, str] | None = None
    ) -> Sample:
        """Send these asks, at most so many and for so long, and see what they cost."""
        todo, lock = itertools.islice(asks, most), Lock()
        until = time.monotonic() + seconds

        def drawn() -> Iterator[Ask]:
            while time.monotonic() < until:
                with lock:
                    ask = next(todo, None)
                if ask is None:
                    return
                yield ask

        before = self.meter.read()
        with ThreadPoolExecutor(self.connections) as threads:
            jobs = [threads.submit(self._drive, drawn(), headers or {}) for _ in range(self.connections)]
            answers = [answer for job in jobs for answer in job.result()]
        spent = self.meter.read_idle() - before
        number = len(answers)
        return Sample(
            number,
            spent.cpu / number,
            None if spent.statements is None else spent.statements / number,
            None if spent.database is None else spent.database / number,
            sum(size for size, _encoding in answers) / number,
            any(encoding for _size, encoding in answers),
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

    def _drive(self, asks: Iterator[Ask], headers: dict[str, str]) -> list[tuple[int, str]]:
        """Size and encoding of each answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        answers = []
        for ask in asks:
            connection.request(ask.method, ask.path, ask.body or None, {**ask.headers, **headers})
            response = connection.getresponse()
            body = response.read()
            if response.status != ask.status:
                raise Unexpected(f"{ask.method} {ask.path} answers {response.status}, not {ask.status}: {body[:300]!r}")
            answers.append((len(body), response.headers.get("Content-Encoding", "")))
        connection.close()
        return answers
