"""Fills the database of its environment and prints what may be asked of it: `python -m benchmarks.site.asks 600 3000 3`.

Games of each kind, finished games, rounds. The answer is JSON: for each key of `benchmarks.site.kinds` a list of objects (a
game, or a page without any), for each object the requests that may be sent one after the other.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import django

if TYPE_CHECKING:
    from .fill import Begun
    from .stock import Stock


@dataclass(frozen=True, slots=True)
class Ask:
    """One request with the status of its answer. `conditional`: it says which answer its sender has already, and is told that
    nothing is new."""

    path: str
    headers: dict[str, str] = field(default_factory=dict)
    method: str = "GET"
    body: str = ""
    status: int = 200
    conditional: bool = False


Asks = dict[str, list[list[Ask]]]
STEPS, WALKS = 10, 60
"""Steps of a replay that follow each other, and in how many games."""
PEOPLE = 60
"""People whose pages are asked for in turn."""


def main(games: int, finished: int, rounds: int) -> None:
    django.setup()
    from django.core.management import call_command
    from django.utils.timezone import now

    from .stock import lay_in

    call_command("prepare", "--no-demo", stdout=sys.stderr)
    asks = asks_of(lay_in(games, finished, now(), rounds=rounds))
    _settle()
    json.dump({key: [[asdict(ask) for ask in one] for one in objects] for key, objects in asks.items()}, sys.stdout)


def _settle() -> None:
    """Let the database look at its new rows now, not in the middle of a measurement."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def asks_of(stock: Stock) -> Asks:
    """Every request of the table, as the people of the database send it."""
    from games.replay.views import STEP

    from .people import cookie_of, stranger, token_of

    pools, someone = stock.pools, cookie_of(stock.owners[1])

    def page(path: str, cookie: str = someone, **more: object) -> list[Ask]:
        return [Ask(path, {"Cookie": cookie}, **more)]  # type: ignore[arg-type]

    def everybodys(address: str) -> list[list[Ask]]:
        return [page(address.format(user), cookie_of(user)) for user in stock.people[:PEOPLE]]

    def visits(pool: str) -> list[list[Ask]]:
        return [list(_visits(one)) for one in pools[pool]]

    def replays(*plies: int, **headers: str) -> list[list[Ask]]:
        return [
            [
                Ask(f"/games/{one.number}/replay/?at={ply}", {"Cookie": cookie_of(one.holders[0]), **headers})
                for ply in plies
            ]
            for one in pools["replay"]
        ]

    def programs(address: str) -> list[list[Ask]]:
        return [
            [Ask(address.format(one.number), {"Authorization": f"Token {token_of(one.asked)}"})]
            for one in pools["base"]
        ]

    tournament, league = f"/tournaments/{stock.club.tournament}/", f"/leagues/{stock.club.league}/"
    return {
        "base": visits("base"),
        "everything": visits("everything"),
        "replay": replays(100),
        "replay-step": replays(60, **{STEP: "yes"}),
        "replay-walk": replays(*range(101, 101 + STEPS), **{STEP: "yes"})[:WALKS],
        "log": [page(f"/games/{one.number}/log/", cookie_of(one.asked)) for one in pools["base"]],
        "pulse": [
            page(f"/games/{one.number}/pulse/", cookie_of(one.asked), status=304, conditional=True)
            for one in pools["base"]
        ],
        "empty": [page("/benchmark/empty/", status=204)],
        "empty-session": [page("/benchmark/empty-session/", status=204)],
        **{f"mine-{many}": [page("/games/", cookie_of(user))] for many, user in stock.owners.items()},
        "lobby": [page("/lobby/")],
        "archive": [page("/archive/")],
        "archive-last": [page("/archive/?after=0.0")],
        "profile": everybodys("/profile/"),
        "player": everybodys("/players/{}/"),
        "tournaments": [page("/tournaments/")],
        "tournament": [page(tournament)],
        "round": [page(f"{tournament}rounds/{stock.club.round}/")],
        "standings": [page(f"{tournament}standings/")],
        "tournament-log": [page(f"{tournament}log/")],
        "league": [page(league)],
        "front": [page("/", stranger())],
        "cards": [page("/cards/", stranger())],
        "section": [page("/rules/7/", stranger())],
        "handbook": [page("/rules/", stranger())],
        "api-state": programs("/api/v1/games/{}/"),
        "api-games": programs("/api/v1/games/"),
    }


def _visits(one: Begun) -> Iterator[Ask]:
    """Page and move of whoever makes each of the moves that follow, in turn."""
    from .people import CSRF, cookie_of

    for later, (seat, text) in enumerate(one.course.following):
        cookie = cookie_of(one.holders[seat])
        yield Ask(f"/games/{one.number}/", {"Cookie": cookie})
        form = {"text": text, "version": one.version + later, "csrfmiddlewaretoken": CSRF}
        headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
        yield Ask(f"/games/{one.number}/move/", headers, "POST", urlencode(form), 302)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:4]))
