"""What requests cost the site, beside the floor of Django alone: `python -m benchmarks.site [--database sqlite]`.

Fills a database with running and finished games, runs the production server with one worker on it, and the floor
beside it, and prints server CPU, statements, bytes and the ratio to the floor (docs/performance.md).
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path

from tests.servers import psycopg_connection

from .asks import Ask
from .cost import Meter
from .driver import Driver
from .kept import keep, kept
from .kinds import FLOORS, GROWTH, KINDS, MOVE_FLOOR, PAGE_FLOOR, Kind
from .rounds import Figures, Objects, measure_round
from .servers import Machine, Server
from .table import lines

FLOOR_GAMES = 2000
ASKED = 500
"""Games of the floor that are asked for, in turn."""


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # whoever is told to end stops his servers first
    chosen = _arguments()
    kinds = [kind for kind in (*KINDS, *GROWTH) if any(part in kind.name or part in kind.key for part in chosen.only)]
    with machine(chosen.database, chosen.keep) as here:
        servers = {name: Server(name, here) for name in ("site", "small")}
        servers["floor"] = Server("floor", here, "benchmarks.floor.wsgi")
        finished = 4 * chosen.games
        asks = {"site": filled(servers["site"], chosen.games, finished, chosen.rounds)}
        if any(kind.server == "small" for kind in kinds):
            asks["small"] = filled(servers["small"], chosen.games // 10, finished // 10, 0)
        asks["floor"] = floor(servers["floor"])
        counted = count(servers["site"], kinds, asks["site"])
        figures = measured(kinds, servers, asks, rounds=chosen.rounds, connections=chosen.connections)
        print(f"{chosen.database}, {chosen.games} running and {finished} finished games, {chosen.rounds} rounds")
        print("\n".join(lines(figures, counted)), flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.site", description=__doc__)
    parser.add_argument("--database", choices=("postgres", "sqlite"), default="postgres")
    parser.add_argument("--games", type=int, default=2000, help="running games; four times as many are finished")
    parser.add_argument("--rounds", type=int, default=5)
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


def filled(server: Server, running: int, finished: int, rounds: int) -> Mapping[str, Objects]:
    """Fill the server's database, or take it as an earlier run has left it. Returns what may be asked of it."""
    began = time.monotonic()
    arguments = [str(running), str(finished), str(rounds)]
    printed = kept(server, arguments)
    if printed is None:
        server.machine.make_database(server.name)
        printed = server.run("-m", "benchmarks.site.asks", *arguments)
        keep(server, arguments, printed)
    say(f"{server.name}: filled in {time.monotonic() - began:.0f} s")
    return {key: [[Ask(**ask) for ask in one] for one in objects] for key, objects in json.loads(printed).items()}


def floor(server: Server) -> Mapping[str, Objects]:
    """Make the floor's rows and start it. Returns its page and its move."""
    server.machine.make_database(server.name)
    cookie = {"Cookie": server.run("-m", "benchmarks.floor.setup", str(FLOOR_GAMES)).strip()}
    games = range(1, ASKED + 1)
    pages = [Ask(f"/auth/game/{number}/", cookie) for number in games]
    moves = [Ask(f"/auth/game/{number}/move/", cookie, "POST", status=204) for number in games]
    return {PAGE_FLOOR: [pages], MOVE_FLOOR: [moves]}


def count(server: Server, kinds: Sequence[Kind], asks: Mapping[str, Objects]) -> dict[str, int]:
    """Statements of each kind as the tests count them, in a process of their own. Moves are the reserve's."""
    todo = {}
    for kind in kinds:
        if kind.server == "site":
            objects = asks[kind.key]
            todo[kind.key] = [asdict(ask) for ask in (objects[-1][:2] if objects[0][0].once else [objects[0][0]] * 2)]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.site.count"],
        env=dict(server.environment),
        input=json.dumps(todo),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    counted: dict[str, int] = json.loads(done.stdout)
    return counted


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
    used = {"floor", *(kind.server for kind in kinds)}
    with ExitStack() as stack:
        for name in used:
            stack.callback(servers[name].stop)
            servers[name].start()
        for number in range(rounds):
            began = time.monotonic()
            for name in used - {"floor"} if number else ():
                servers[name].restart()
            drivers = {name: driver(servers[name], connections, stack) for name in used}
            signed_in(drivers, asks)
            for kind, column, sample in measure_round(number, kinds, drivers, asks):
                getattr(figures[kind], column)[number] = sample
            say(f"round {number + 1} of {rounds}: {time.monotonic() - began:.0f} s")
    return figures


def driver(server: Server, connections: int, stack: ExitStack) -> Driver:
    """What asks this server and sees what it spends."""
    assert server.process
    postgres = server.machine.postgres
    connection = stack.enter_context(psycopg_connection(postgres.folder)) if postgres else None
    return Driver(server.port, Meter(server.process.pid, connection, server.name), connections)


def signed_in(drivers: Mapping[str, Driver], asks: Mapping[str, Mapping[str, Objects]]) -> None:
    """Let each session be read once: on a site that runs, the cache holds those of people who are there."""
    for name in drivers.keys() - {"floor"}:
        cookies = {
            ask.headers["Cookie"]
            for objects in asks[name].values()
            for one in objects
            for ask in one
            if "sessionid=" in ask.headers.get("Cookie", "")
        }
        seen = [Ask("/benchmark/empty-session/", {"Cookie": cookie}, status=204) for cookie in sorted(cookies)]
        drivers[name].sample(seen, most=len(seen), seconds=30)


def say(sentence: str) -> None:
    """Tell the person at the terminal how far it is; the table alone goes to stdout."""
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
