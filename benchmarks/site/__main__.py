"""What requests cost the site, beside the floor of Django alone: `python -m benchmarks.site [--database sqlite]`.

Fills a database, runs the production server on it and the floor beside it, and prints server CPU, the ratio to the floor,
statements and bytes (docs/performance.md).
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.servers import psycopg_connection

from .asks import Ask
from .cost import Meter
from .driver import Driver
from .kept import keep, kept
from .kinds import FLOORS, KINDS, MOVE_FLOOR, PAGE_FLOOR, VISIT_FLOOR, Kind
from .rounds import Figures, Objects, measure_round
from .servers import Machine, Server
from .table import lines

FLOOR_GAMES = 600


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # whoever is told to end stops his servers first
    chosen = _arguments()
    kinds = [kind for kind in KINDS if any(part in kind.name or part in kind.key for part in chosen.only)]
    with machine(chosen.database, chosen.keep) as here:
        site = Server("site", here, processes=chosen.processes)
        bare = Server("floor", here, "benchmarks.floor.wsgi", processes=chosen.processes)
        servers = {"site": site, "floor": bare}
        asks = {"site": filled(site, chosen.games, 5 * chosen.games, chosen.rounds), "floor": floor(bare)}
        figures = measured(kinds, servers, asks, rounds=chosen.rounds, connections=chosen.connections)
        print(
            f"{chosen.database}, {chosen.processes} web process(es), {chosen.games} games in turn, {chosen.rounds} rounds"
        )
        print("\n".join(lines(figures)), flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.site", description=__doc__)
    parser.add_argument("--database", choices=("postgres", "sqlite"), default="postgres")
    parser.add_argument("--games", type=int, default=600, help="games of each kind that are asked for in turn")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--processes", type=int, choices=(1, 2), default=1, help="web processes")
    parser.add_argument(
        "--only",
        nargs="+",
        default=[""],
        metavar="NAME",
        help="requests whose name contains one of these, such as lobby",
    )
    parser.add_argument("--connections", type=int, choices=(1, 2, 3, 4), default=1)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the filled databases there for later runs")
    return parser.parse_args()


@contextmanager
def machine(kind: str, folder: Path | None) -> Iterator[Machine]:
    """The servers of a run, which end with it."""
    with ExitStack() as stack:
        folder = folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="stpete-bench-")))
        here = Machine(folder.resolve(), kind)
        stack.callback(here.stop)
        here.start()
        yield here


def filled(server: Server, games: int, finished: int, rounds: int) -> Mapping[str, Objects]:
    """Fill the server's database, or take it as an earlier run has left it. Returns what may be asked of it."""
    began = time.monotonic()
    arguments = [str(games), str(finished), str(rounds)]
    printed = kept(server, arguments)
    if printed is None:
        server.machine.make_database(server.name)
        printed = server.run("-m", "benchmarks.site.asks", *arguments)
        keep(server, arguments, printed)
    say(f"{server.name}: filled in {time.monotonic() - began:.0f} s")
    return {key: [[Ask(**ask) for ask in one] for one in objects] for key, objects in json.loads(printed).items()}


def floor(server: Server) -> Mapping[str, Objects]:
    """Make the floor's rows. Returns its page, its move, and both as a visit."""
    server.machine.make_database(server.name)
    cookie = {"Cookie": server.run("-m", "benchmarks.floor.setup", str(FLOOR_GAMES)).strip()}
    games = range(1, FLOOR_GAMES + 1)
    pages = [Ask(f"/auth/game/{number}/", cookie) for number in games]
    moves = [Ask(f"/auth/game/{number}/move/", cookie, "POST", status=204) for number in games]
    visits = [ask for page, move in zip(pages, moves, strict=True) for ask in (page, move, page)]
    return {PAGE_FLOOR: [pages], MOVE_FLOOR: [moves], VISIT_FLOOR: [visits]}


def measured(
    kinds: Sequence[Kind],
    servers: Mapping[str, Server],
    asks: Mapping[str, Mapping[str, Objects]],
    *,
    rounds: int,
    connections: int,
) -> dict[Kind, Figures]:
    """All rounds. The site's processes begin anew with each."""
    figures = {kind: Figures() for kind in (*FLOORS, *kinds)}
    with ExitStack() as stack:
        for name in servers:
            stack.callback(servers[name].stop)
            servers[name].start()
        for number in range(rounds):
            began = time.monotonic()
            if number:
                servers["site"].restart()
            drivers = {name: driver(server, connections, stack) for name, server in servers.items()}
            read_sessions(drivers["site"], asks["site"])
            for kind, column, sample in measure_round(number, kinds, drivers, asks):
                figures[kind].columns[column][number].append(sample)
            say(f"round {number + 1} of {rounds}: {time.monotonic() - began:.0f} s")
    return figures


def driver(server: Server, connections: int, stack: ExitStack) -> Driver:
    """What asks this server and sees what it spends."""
    assert server.process
    postgres = server.machine.postgres
    connection = stack.enter_context(psycopg_connection(postgres.folder)) if postgres else None
    return Driver(server.port, Meter(server.process.pid, connection, server.name), connections, server.processes > 1)


def read_sessions(driver: Driver, asks: Mapping[str, Objects]) -> None:
    """Let each session be read once: on a site that runs, the cache holds those of people who are there."""
    every = (ask for objects in asks.values() for one in objects for ask in one)
    cookies = {cookie for ask in every if "sessionid=" in (cookie := ask.headers.get("Cookie", ""))}
    driver.sample(Ask("/benchmark/empty-session/", {"Cookie": cookie}, status=204) for cookie in sorted(cookies))


def say(sentence: str) -> None:
    """Tell the person at the terminal how far it is; the table alone goes to stdout."""
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
