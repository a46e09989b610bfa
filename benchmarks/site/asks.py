"""Fills the database of its environment and prints what may be asked of it: `python -m benchmarks.site.asks 2000 8000 5`.

Running games, finished games, rounds. The answer is JSON: for each key of `benchmarks.site.kinds` a list of objects (a
game, or a page without any), for each object the requests that may be sent one after the other.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass, field
from urllib.parse import urlencode

import django


@dataclass(frozen=True, slots=True)
class Ask:
    """One request with the status of its answer. `once`: it changes something and cannot be sent again.

    `conditional`: it says which answer its sender has already, and is told that nothing is new.
    """

    path: str
    headers: dict[str, str] = field(default_factory=dict)
    method: str = "GET"
    body: str = ""
    status: int = 200
    once: bool = False
    conditional: bool = False


Asks = dict[str, list[list[Ask]]]
STEPS = 3
"""Steps of a replay that follow each other."""


def main(running: int, finished: int, rounds: int) -> None:
    django.setup()
    from django.core.management import call_command
    from django.utils.timezone import now

    from .stock import lay_in

    call_command("prepare", "--no-demo", stdout=sys.stderr)
    asks = asks_of(lay_in(running, finished, now(), rounds=rounds))
    _settle()
    json.dump({key: [[asdict(ask) for ask in one] for one in objects] for key, objects in asks.items()}, sys.stdout)


def _settle() -> None:
    """Let the database look at its new rows now, not in the middle of a measurement."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def asks_of(stock: object) -> Asks:
    """Every request of the table, as the people of the database send it."""
    from games.replay.views import STEP

    from .people import CSRF, cookie_of, stranger, token_of
    from .stock import Stock

    assert isinstance(stock, Stock)
    pools, someone = stock.pools, cookie_of(stock.owners[1])

    def page(path: str, cookie: str = someone, **more: object) -> list[Ask]:
        return [Ask(path, {"Cookie": cookie}, **more)]  # type: ignore[arg-type]

    def games(pool: str) -> list[list[Ask]]:
        return [page(f"/games/{one.number}/", cookie_of(one.asked)) for one in pools[pool]]

    def replays(*plies: int, **headers: str) -> list[list[Ask]]:
        return [
            [
                Ask(f"/games/{one.number}/replay/?at={ply}", {"Cookie": cookie_of(one.holders[0]), **headers})
                for ply in plies
            ]
            for one in pools["replay"]
        ]

    def moves() -> list[list[Ask]]:
        made = []
        for one in pools["moves"]:
            made.append(
                [
                    Ask(
                        f"/games/{one.number}/move/",
                        {
                            "Cookie": cookie_of(one.holders[seat]),
                            "Content-Type": "application/x-www-form-urlencoded",
                        },
                        "POST",
                        urlencode({"text": text, "version": one.version + later, "csrfmiddlewaretoken": CSRF}),
                        302,
                        once=True,
                    )
                    for later, (seat, text) in enumerate(one.course.following)
                ]
            )
        return made

    return {
        "base-120": games("base-120"),
        "base-20": games("base-20"),
        "base-345": games("base-345"),
        "everything": games("everything"),
        "replay": replays(100),
        "replay-step": replays(*range(101, 101 + STEPS), **{STEP: "yes"}),
        "replay-again": replays(100, **{STEP: "yes"}),
        "replay-next": replays(*range(101, 101 + STEPS)),
        "move": moves(),
        "pulse": [
            page(f"/games/{one.number}/pulse/", cookie_of(one.asked), status=304, conditional=True)
            for one in pools["base-120"]
        ],
        "empty": [page("/benchmark/empty/", status=204)],
        "empty-session": [page("/benchmark/empty-session/", status=204)],
        **{f"mine-{many}": [page("/games/", cookie_of(user))] for many, user in stock.owners.items()},
        "lobby": [page("/lobby/")],
        "archive": [page("/archive/")],
        "archive-last": [page("/archive/?after=0.0")],
        "front": [page("/", stranger())],
        "cards": [page("/cards/", stranger())],
        "section": [page("/rules/7/", stranger())],
        "handbook": [page("/rules/", stranger())],
        "api": [
            [Ask(f"/api/v1/games/{one.number}/", {"Authorization": f"Token {token_of(one.asked)}"})]
            for one in pools["base-120"]
        ],
    }


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:4]))
