"""What open pages cost that listen: `python -m benchmarks.streams [--streams 500] [--games 100] [--seconds 30]`, on PostgreSQL.

Memory of the process of the streams, milliseconds that a game page takes alone, beside so many pages that listen, and beside as
many that ask every ten seconds instead; the CPU of the web process meanwhile; and how long news take to the last page of a game.
The site runs with one web process, as `benchmarks.site` runs it. Nobody here fetches the page that the news are about.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import itertools
import os
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

from stpete_site.supervisor import plan
from stpete_site.supervisor.process import start, stop, wait_until

from .site.__main__ import filled, machine
from .site.asks import Ask
from .site.cost import cpu
from .site.rounds import Objects
from .site.servers import ROOT, Server

TARGETS = "500 streams within 150 MB; page times stay level"
EVERY = 10.0
"""Seconds between two questions of a page that does not listen (games/page/pulse.py)."""
MOST_MEMORY, LEVEL = 150.0, 1.2
ROUNDS = 3
"""In each the three are measured one after the other, so that whatever else the machine does meets them alike."""


@dataclass
class Pages:
    """So many open pages that listen, in a thread of their own."""

    port: int
    asks: Sequence[Ask]
    open: int = 0
    refused: int = 0
    heard: dict[str, list[float]] = field(default_factory=dict)
    """When which game's news came to each of its pages."""

    @contextmanager
    def listening(self) -> Iterator[None]:
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_forever, daemon=True)
        thread.start()
        leaves = asyncio.Event()
        job = asyncio.run_coroutine_threadsafe(self._listen_all(leaves), loop)
        if not wait_until(lambda: self.open + self.refused == len(self.asks), seconds=120):
            raise RuntimeError(f"{self.open} of {len(self.asks)} listen")
        try:
            yield
        finally:
            loop.call_soon_threadsafe(leaves.set)
            job.result(30)
            loop.call_soon_threadsafe(loop.stop)
            thread.join()

    async def _listen_all(self, leaves: asyncio.Event) -> None:
        tasks = [asyncio.create_task(self._listen(place, ask)) for place, ask in enumerate(self.asks)]
        await leaves.wait()
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)

    async def _listen(self, place: int, ask: Ask) -> None:
        number = game_of(ask)
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        headers = f"Host: 127.0.0.1\r\nCookie: {ask.headers['Cookie']}\r\nX-Forwarded-For: 10.0.{place // 250}.{place % 250}\r\n"
        writer.write(f"GET /streams/{number}/ HTTP/1.1\r\n{headers}\r\n".encode())
        if b" 200 " not in await reader.readline():
            self.refused += 1
            return
        is_new = True
        try:
            while line := await reader.readline():
                if line.startswith(b"event:") and is_new:
                    self.open, is_new = self.open + 1, False
                elif line.startswith(b"event: look"):
                    self.heard.setdefault(number, []).append(time.monotonic())
        finally:
            writer.close()


def game_of(ask: Ask) -> str:
    """The number of the game that is asked for."""
    return ask.path.split("/")[2]


def timed(port: int, asks: Sequence[Ask], seconds: float) -> list[float]:
    """Milliseconds of each answer to these asks, one after the other, with a pause between two."""
    took, until = [], time.monotonic() + seconds
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    for ask in itertools.cycle(asks):
        if time.monotonic() > until:
            return took
        began = time.perf_counter()
        connection.request(ask.method, ask.path, headers=ask.headers)
        connection.getresponse().read()
        took.append(1000 * (time.perf_counter() - began))
        time.sleep(0.05)
    return took


@contextmanager
def asking(port: int, asks: Sequence[Ask]) -> Iterator[None]:
    """As many pages that ask for themselves."""
    over = threading.Event()

    def ask_all() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        began = time.monotonic()
        for number, ask in enumerate(itertools.cycle(asks)):
            if over.wait(max(0.0, began + number * EVERY / len(asks) - time.monotonic())):
                return
            connection.request("GET", f"/games/{game_of(ask)}/pulse/", headers={"Cookie": ask.headers["Cookie"]})
            connection.getresponse().read()

    thread = threading.Thread(target=ask_all, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@contextmanager
def streams_of(server: Server) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The process of the streams, as the supervisor starts it, behind a proxy that says who asks."""
    port = plan.any_free_port()
    os.environ["REDIS_URL"] = server.environment["REDIS_URL"]
    place = plan.Installation(ROOT, server.machine.folder / "home", "127.0.0.1", server.port, 0, port)
    environment = {**server.environment, "TRUSTED_PROXIES": "1"}
    with (server.machine.folder / "streams.log").open("ab") as output:
        process = start(plan.streams(place).command, environment=environment, folder=ROOT, output=output)
    try:
        if not wait_until(lambda: plan.listens("127.0.0.1", port), seconds=30):
            raise RuntimeError((server.machine.folder / "streams.log").read_text()[-2000:])
        yield process, port
    finally:
        stop(process)


def memory(pid: int) -> float:
    """Megabytes of a process that it holds for itself or has its share of."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(text.split("\nPss:")[1].split()[0]) / 1000


def latency(server: Server, pages: Pages, moves: Sequence[Ask]) -> list[float]:
    """Milliseconds from the sending of a move to the last page of its game that hears of it."""
    took = []
    for ask in moves:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        number = game_of(ask)
        listeners = sum(game_of(one) == number for one in pages.asks)
        pages.heard.pop(number, None)
        began = time.monotonic()
        connection.request(ask.method, ask.path, ask.body, ask.headers)
        connection.getresponse().read()
        if wait_until(lambda: len(pages.heard.get(number, ())) >= listeners, seconds=5, every=0.005):  # noqa: B023
            took.append(1000 * (max(pages.heard[number]) - began))
    return took


def main() -> None:
    chosen = _arguments()
    with machine("postgres", None) as here:
        server = Server("site", here)
        asks = filled(server, chosen.games, 2 * chosen.games, 1)
        server.start()
        try:
            _measure(server, asks, chosen)
        finally:
            server.stop()


def _measure(server: Server, asks: Mapping[str, Objects], chosen: argparse.Namespace) -> None:
    assert server.process
    web = server.process.pid
    moves = [one[1] for one in asks["base"]]
    viewed = [one[0] for key in ("base", "everything") for one in asks[key]]
    listened = list(itertools.islice(itertools.cycle(viewed), chosen.streams))

    took: dict[str, list[float]] = {"alone": [], "beside pages that listen": [], "beside pages that ask": []}
    spent = dict.fromkeys(took, 0.0)

    def pages(what: str) -> None:
        before, began = cpu(web), time.monotonic()
        took[what] += timed(server.port, [one[0] for one in asks["base"]], chosen.seconds)
        spent[what] += (cpu(web) - before) / (time.monotonic() - began) / 10 / ROUNDS

    timed(server.port, viewed, 10)
    news: list[float] = []
    with streams_of(server) as (process, port):
        empty, full, share = memory(process.pid), 0.0, 0.0
        for number in range(ROUNDS):
            pages("alone")
            listeners = Pages(port, listened)
            with listeners.listening():
                before, since = cpu(process.pid), time.monotonic()
                pages("beside pages that listen")
                share += (cpu(process.pid) - before) / (time.monotonic() - since) / 10 / ROUNDS
                news += latency(server, listeners, moves[number::ROUNDS])
                full = max(full, memory(process.pid))
            with asking(server.port, listened):
                pages("beside pages that ask")
    for what, found in took.items():
        print(f"game page, {what:26} {_told(found)}; web process {spent[what]:4.1f} % of a core")
    print(f"{listeners.open} streams, {listeners.refused} refused; {share:.1f} % of a core for them")
    print(f"memory: {empty:.0f} MB empty, {full:.0f} MB with them (aim: {MOST_MEMORY:.0f})")
    print(f"from a move's POST to the last of its pages: {_told(news)}")
    alone, beside, asked = (median(found) for found in took.values())
    print(
        f"page beside streams over alone: {beside / alone:.2f} (aim: {LEVEL}); beside as many that ask: {asked / alone:.2f}"
    )


def _told(found: Sequence[float]) -> str:
    return f"median {median(found):5.1f} ms, nine of ten within {quantiles(found, n=10)[-1]:5.1f} ms, of {len(found)}"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.streams", description=__doc__, epilog=TARGETS)
    parser.add_argument("--streams", type=int, default=500)
    parser.add_argument("--games", type=int, default=100, help="games of each kind")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each of the three, in each round")
    return parser.parse_args()


if __name__ == "__main__":
    main()
