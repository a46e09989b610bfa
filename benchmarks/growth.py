"""What pages, API answers and tasks ask of a database that has grown: `python -m benchmarks.growth [--games 20000]`.

Fills a PostgreSQL database by SQL: some real rows, made by the services of the site, and copies of them. Then it asks for
each page, runs each statement of it again under EXPLAIN ANALYZE, and prints time, rows read over rows shown, and plan.
`--keep` leaves the database for later runs, `--plans` prints the plans of statements over a limit.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.site.servers import Machine

if TYPE_CHECKING:
    from benchmarks.growth_rows import Grown, Size

MOST_MS, MOST_READ = 5.0, 20
"""Limits of a statement: milliseconds in the database, and rows read for each row shown."""
FEW = 200
"""So many rows may be read for nothing: a person's running games, the seats of a table."""
SMALL = 1000
"""A table with fewer rows is best read whole, and says nothing of how a large one is read: so that is not counted.
`tests/processes/test_growth.py` looks at all tables that grow."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A statement as it was sent."""

    sql: str
    parameters: Sequence[Any] | Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Cost:
    """What a statement cost: milliseconds, rows that it read and rows that it gave, the nodes of its plan, and the tables it
    read from end to end."""

    ms: float
    read: int
    shown: int
    nodes: tuple[str, ...]
    scans: tuple[str, ...]

    @property
    def ratio(self) -> float:
        return self.read / max(self.shown, 1)

    @property
    def is_over(self) -> bool:
        return self.ms > MOST_MS or (self.read > FEW and self.ratio > MOST_READ)


@contextmanager
def listening() -> Iterator[list[Asked]]:
    """The statements that read rows while the block runs, each once."""
    from django.db import connection

    heard: dict[str, Asked] = {}

    def note(execute: Callable[..., Any], sql: str, parameters: Any, *rest: Any) -> Any:
        if sql.lstrip("( ").startswith(("SELECT", "WITH")):
            heard.setdefault(sql, Asked(sql, parameters))
        return execute(sql, parameters, *rest)

    found: list[Asked] = []
    with connection.execute_wrapper(note):
        yield found
    found += heard.values()


def cost_of(asked: Asked, *, runs: int = 3) -> Cost:
    """Run the statement again, and say what the quickest run cost: the first one may have read from the disk."""
    return min((_explained(asked) for _ in range(runs)), key=lambda cost: cost.ms)


def _explained(asked: Asked) -> Cost:
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:  # some lock the rows that they read
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {asked.sql}", asked.parameters)
        told = cursor.fetchone()[0][0]
    nodes = list(nodes_of(told["Plan"]))
    read = sum(
        _read(node) for node in nodes if "Scan" in node["Node Type"] and "Relation Name" in node and not _is_small(node)
    )
    return Cost(
        told["Execution Time"],
        int(read),
        int(told["Plan"]["Actual Rows"]),
        tuple(
            f"{node['Node Type']} {node.get('Index Name') or node.get('Relation Name', '')}".strip() for node in nodes
        ),
        tuple(node["Relation Name"] for node in nodes if node["Node Type"] == "Seq Scan"),
    )


def nodes_of(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every node of a plan."""
    yield plan
    for part in plan.get("Plans", ()):
        yield from nodes_of(part)


def _is_small(node: dict[str, Any]) -> bool:
    """A small table that is read from end to end."""
    return node["Node Type"] == "Seq Scan" and _rows_in(node) < SMALL


def _rows_in(node: dict[str, Any]) -> float:
    return float(node["Actual Rows"] + node.get("Rows Removed by Filter", 0))


def _read(node: dict[str, Any]) -> float:
    removed = sum(node.get(f"Rows Removed by {why}", 0) for why in ("Filter", "Index Recheck"))
    return float(node["Actual Rows"] + removed) * float(node["Actual Loops"])


def pages_of(grown: Grown) -> dict[str, tuple[str, int | None]]:
    """What is asked for, by its name: the path, and the user who asks, None for a visitor."""
    me, player = grown.busy, grown.busy_name
    return {
        "front page": ("/", None),
        "header's badge": ("/about/", me),
        "lobby": ("/lobby/", None),
        "My games": ("/games/", me),
        "game page (chain)": (f"/games/{grown.running}/", me),
        "replay": (f"/games/{grown.finished}/replay/", None),
        "next game": ("/games/next/", me),
        "archive": ("/archive/", None),
        "archive by edition": ("/archive/?edition=1", None),
        "archive by expansion": ("/archive/?set=market", None),
        "archive by both": ("/archive/?set=market&edition=2", None),
        "archive by player": (f"/archive/?player={player}", None),
        "archive, oldest": ("/archive/?after=0.0", None),
        "best results alone": ("/solo/", me),
        "best results of a selection": ("/solo/2/", me),
        "best results, further down": ("/solo/2/?from=1.0_1", me),
        "a player": (f"/players/{me}/", None),
        "ratings": ("/ratings/", me),
        "ratings, far down": ("/ratings/?from=1100.0_1", None),
        "ratings, own place": ("/ratings/?at=me", me + 40),
        "ratings of a player": (f"/players/{me}/ratings/", None),
        "two players": (f"/players/{me}/against/{me + 1}/", None),
        "tournaments": ("/tournaments/", me),
        **({"round of a tournament": (grown.round, grown.entrant)} if grown.round else {}),
        "API: games": ("/api/v1/games/", me),
        "API: games, waiting": ("/api/v1/games/?waiting=true", me),
        "API: pulse": ("/api/v1/pulse/", me),
        "API: pulse, few games": ("/api/v1/pulse/", me + 1),
        "API: next": ("/api/v1/next/", me),
        "API: archive": (f"/api/v1/archive/?player={player}", None),
        "API: best results alone": ("/api/v1/solo/", me),
        "API: leaderboard": ("/api/v1/ratings/leaderboard/", me),
    }


def tasks() -> dict[str, Callable[[], object]]:
    """What looks for due work, by its name."""
    from django.utils.timezone import now

    from games import due
    from games.play import automatic, seats
    from notifications.scheduling import plan_due
    from stpete_site.tasks import due_tasks
    from tournaments.rated import services as ratings

    return {
        "what is due": lambda: due_tasks(now()),
        "deadlines": lambda: automatic.overdue_seats(now(), 200),
        "bots": lambda: automatic.due_bots(now(), 200),
        "deserted games": lambda: seats.deserted_games(now(), 200),
        "alarms": lambda: due.alarm(now()),
        "reminders": lambda: plan_due(now(), 200),
        "games to rate": lambda: list(ratings.waiting()[:1]),
    }


def asked_by_page(path: str, user: int | None) -> list[Asked]:
    """The statements of one page, with a cache that knows nothing. Raises RuntimeError where there is no such page."""
    from django.core.cache import caches
    from django.test import Client

    from accounts.models import User

    client = Client(SERVER_NAME="127.0.0.1")
    if user is not None:
        client.force_login(User.objects.get(pk=user), backend="django.contrib.auth.backends.ModelBackend")
    for cache in caches.all():
        if cache is not caches["default"]:
            cache.clear()
    with listening() as found:
        status = client.get(path).status_code
    if status not in (200, 302):
        raise RuntimeError(f"{path}: {status}")
    return found


def measure(grown: Grown, *, only: str, with_plans: bool) -> None:
    """Print a line for each page, answer and task: its dearest statement in time and in rows."""
    print(f"{'':<30} statements    ms in all   dearest ms   read/shown")
    asked: dict[str, Callable[[], list[Asked]]] = {
        name: (lambda path=path, user=user: asked_by_page(path, user)) for name, (path, user) in pages_of(grown).items()
    }
    for name, look in tasks().items():
        asked[name] = lambda look=look: _of_task(look)  # type: ignore[misc]
    for name, find in asked.items():
        if only not in name:
            continue
        costs = [(one, cost_of(one)) for one in find()]
        if not costs:
            continue
        dearest = max(costs, key=lambda one: one[1].ms)[1]
        widest = max(costs, key=lambda one: (one[1].read > FEW) * one[1].ratio)[1]
        mark = " !" if any(cost.is_over for _one, cost in costs) else ""
        total = sum(cost.ms for _one, cost in costs)
        figures = f"{len(costs):>10} {total:>12.1f} {dearest.ms:>12.1f} {widest.read:>8}/{widest.shown}"
        print(f"{name:<30} {figures}{mark}", flush=True)
        for one, cost in costs if with_plans else ():
            if cost.is_over:
                print(f"    {cost.ms:.1f} ms, {cost.read}/{cost.shown}: {one.sql[:1500]} {one.parameters}")
                print(f"    {' < '.join(cost.nodes)}", flush=True)


def _of_task(look: Callable[[], object]) -> list[Asked]:
    with listening() as found:
        look()
    return found


def main() -> None:
    """Fill, or take what an earlier run has kept, and measure."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    parser.add_argument(
        "--games", type=int, default=260_000, help="games in all; finished ones and people in proportion"
    )
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the filled database there for later runs")
    parser.add_argument("--only", default="", metavar="NAME", help="pages and tasks whose name contains this")
    parser.add_argument("--plans", action="store_true", help="print the plans of statements over a limit")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="stpete-growth-") as folder:
        here = Machine((chosen.keep or Path(folder)).resolve(), "postgres")
        here.start()
        try:
            print(f"limits: {MOST_MS:.0f} ms, {MOST_READ} rows read for each row shown", flush=True)
            measure(_grown(here, chosen.games), only=chosen.only, with_plans=chosen.plans)
        finally:
            here.stop()


def _grown(here: Machine, games: int) -> Grown:
    """The filled database, made anew unless it is there with so many games."""
    os.environ.update(here.environment("site", 8000), DJANGO_SETTINGS_MODULE="stpete_site.settings")
    kept = here.folder / f"growth-{games}.json"
    if not kept.exists():
        here.make_database("site")
    import django

    django.setup()
    from django.core.management import call_command

    from benchmarks.growth_rows import Grown, Size, fill

    call_command("prepare", "--no-demo", stdout=sys.stderr)
    if kept.exists():
        return Grown.read(kept)
    size: Size = Size.of(games)
    grown = fill(size)
    grown.write(kept)
    return grown


if __name__ == "__main__":
    main()
