"""Pages, polls, steps, moves and the API with 1, 10 and 50 clients at once, beside a bare Django page under the same load:
`python -m benchmarks.site.load [--clients 1 10 50] [--seconds 5]`.

Each client keeps its connection and asks again as soon as it has its answer, which no person does: what is printed is how many
answers one process gives in a second, and how long each waits when it gives no more. Clients and server share this machine.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from threading import Lock

from .__main__ import filled, floor, machine
from .asks import Ask
from .kinds import MOVE_FLOOR, PAGE_FLOOR
from .rounds import Objects
from .servers import Server

ASKED = (
    ("game page", "base-120"),
    ("replay, a step on", "replay-step"),
    ("pulse, nothing new", "pulse"),
    ("My games, 10 games", "mine-10"),
    ("lobby", "lobby"),
    ("API: state of a game", "api"),
    ("move (POST)", "move"),
)
WARM = 30
"""Requests of each kind that are not counted."""


@dataclass(frozen=True)
class Load:
    """What so many clients got in some seconds. Waits are in milliseconds."""

    answers: int
    seconds: float
    waits: Sequence[float]
    wrong: int

    @property
    def rate(self) -> float:
        return self.answers / self.seconds

    def line(self, name: str, clients: int, bare: Load) -> str:
        middle, late = _parts(self.waits)
        ratio = bare.rate / self.rate if self.rate else float("inf")
        return f"{name:28} {clients:7} {self.rate:9.0f} {middle:8.1f} {late:8.1f} {ratio:7.2f} {self.wrong:6}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.site.load", description=__doc__)
    parser.add_argument("--database", choices=("postgres", "sqlite"), default="postgres")
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 10, 50])
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    chosen = parser.parse_args()
    with machine(chosen.database, chosen.keep) as here:
        site, bare = Server("site", here), Server("floor", here, "benchmarks.floor.wsgi")
        asks = filled(site, chosen.games, 4 * chosen.games, 30)
        floors = floor(bare)
        site.start()
        bare.start()
        try:
            print("request                      clients answers/s  ms (50 %) (95 %)   ratio  wrong", flush=True)
            moves = iter(asks["move"])
            for clients in chosen.clients:
                measure(site, bare, asks, floors, moves, clients=clients, seconds=chosen.seconds)
        finally:
            site.stop()
            bare.stop()
    print("ratio: answers a second of the bare page, or move, over those of this one, with as many clients.")


def measure(
    site: Server,
    bare: Server,
    asks: Mapping[str, Objects],
    floors: Mapping[str, Objects],
    moves: Iterator[Sequence[Ask]],
    *,
    clients: int,
    seconds: float,
) -> None:
    """All kinds with so many clients, the bare ones first."""
    page = load(bare.port, itertools.cycle(floors[PAGE_FLOOR][0]), clients=clients, seconds=seconds)
    move = load(bare.port, itertools.cycle(floors[MOVE_FLOOR][0]), clients=clients, seconds=seconds)
    print(page.line("bare page", clients, page))
    print(move.line("bare move", clients, move), flush=True)
    for name, key in ASKED:
        if key == "move":  # each game is played by one client at a time, in its order, and no move is sent twice
            games = list(itertools.islice(moves, 2 * clients))
            got = _played(site.port, games, clients=clients, seconds=seconds)
        else:
            every = list(itertools.chain.from_iterable(asks[key]))
            load(site.port, iter(every[:WARM]), clients=1, seconds=seconds)
            got = load(site.port, itertools.cycle(every), clients=clients, seconds=seconds)
        print(got.line(name, clients, move if key == "move" else page), flush=True)


def load(port: int, asks: Iterator[Ask], *, clients: int, seconds: float) -> Load:
    """So many clients that ask whatever comes next."""
    lock = Lock()

    def drawn() -> Iterator[Ask]:
        while True:
            with lock:
                ask = next(asks, None)
            if ask is None:
                return
            yield ask

    return _together(port, [drawn() for _ in range(clients)], seconds)


def _played(port: int, games: Sequence[Sequence[Ask]], *, clients: int, seconds: float) -> Load:
    """So many clients, each with games of his own."""
    return _together(port, [itertools.chain.from_iterable(games[one::clients]) for one in range(clients)], seconds)


def _together(port: int, each: Sequence[Iterator[Ask]], seconds: float) -> Load:
    began = time.monotonic()
    with ThreadPoolExecutor(len(each)) as threads:
        found = list(threads.map(lambda asks: _ask(port, asks, began + seconds), each))
    waits = [wait for one, _wrong in found for wait in one]
    return Load(len(waits), time.monotonic() - began, waits, sum(wrong for _waits, wrong in found))


def _ask(port: int, asks: Iterator[Ask], until: float) -> tuple[list[float], int]:
    """How long each answer took, and how many were not the ones expected. A pulse may say that something is new."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    waits, wrong = [], 0
    for ask in asks:
        began = time.monotonic()
        if began > until:
            break
        connection.request(ask.method, ask.path, ask.body or None, ask.headers)
        response = connection.getresponse()
        response.read()
        waits.append(1000 * (time.monotonic() - began))
        wrong += response.status != ask.status and not (ask.conditional and response.status == 200)
    connection.close()
    return waits, wrong


def _parts(waits: Sequence[float]) -> tuple[float, float]:
    if len(waits) < 2:
        return (waits[0], waits[0]) if waits else (0.0, 0.0)
    parts = quantiles(waits, n=20)
    return parts[9], parts[18]


if __name__ == "__main__":
    main()
