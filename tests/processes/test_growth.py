"""No statement of a page, an API answer or a task reads a table that grows from end to end (docs/performance.md).

The database of a test is small, so it is told to prefer an index to reading a table, and to join row by row: what
then still goes through all rows does so because no index leads to what is asked. `benchmarks.growth` measures the same in a
large database.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from benchmarks.growth import Asked, listening, tasks
from tests.infrastructure.addresses import API, House, every_address
from tests.large_tables import plan_as_if_large

pytestmark = pytest.mark.django_db

GROWS = {
    *("accounts_user", "games_game", "games_seat", "games_tenure", "games_participant", "games_logrow", "games_line"),
    *("games_seen", "games_finishedset", "games_soloresult", "games_deadlinesum", "games_rankstep"),
    *("games_gamefact", "games_seatfact", "games_cardfact", "games_movenote", "accounts_followed", "games_volunteer"),
    *("games_vacationday", "games_playertotal"),
    *("notifications_notification", "notifications_delivery", "tournaments_opponent"),
    *("tournaments_chair", "tournaments_entry", "tournaments_rating", "tournaments_ratedgame"),
    *("tournaments_ratingchange", "tournaments_monthgain"),
}
"""Tables with a row for each person, game, move or message."""

FORCED = ("enable_seqscan", "enable_hashjoin", "enable_mergejoin")

GAMES = {"games_game"}
READS_ALL = {
    "": GAMES,
    "players/<int:user_id>/": GAMES,
    "puzzles/": GAMES,
    "puzzles/all/": GAMES,
    "tournaments/": GAMES,
    "tournaments/new/": GAMES,
    "leagues/new/": GAMES,
    "health/": {*GAMES, "games_logrow"},
    "alarms": {*GAMES, "games_logrow"},
}
"""Addresses and tasks, and what a database as small as this one prefers to read whole: an index leads from a person, or from what
is overdue. A line less is an improvement; a new one wants a reason."""

WAITING = {
    "notification_unplanned",
    "rated_game_waits",
    "game_starts_at",
    "game_beacon_due_at",
    "game_expires_at",
    "entry_away",
    "seat_offer_look",
}
"""Indexes of rows that wait for a task: they are as small as what waits."""


def scans(asked: Asked) -> set[str]:
    """The tables that grow of which the statement goes through all rows, in the best of some plans: which one a small database
    prefers hangs on what was in it before, so it is also told that these tables are large."""
    best = _scans(asked)
    for plan in ({"forced": (*FORCED, "enable_sort")}, {"is_large": True}, {"is_large": True, "has_values": True}):
        if best:
            best = min(best, _scans(asked, **plan), key=len)
    return best


def _scans(
    asked: Asked, *, forced: Sequence[str] = FORCED, is_large: bool = False, has_values: bool = False
) -> set[str]:
    with transaction.atomic(), connection.cursor() as cursor:
        for name in forced:
            cursor.execute(f"SET LOCAL {name} = off")
        if is_large:
            plan_as_if_large(cursor, GROWS, has_values=has_values)
        try:
            cursor.execute(f"EXPLAIN (FORMAT JSON) {asked.sql}", asked.parameters)
        except DatabaseError as error:
            raise AssertionError(f"{asked.sql}: {error}") from error
        told = cursor.fetchone()[0]
        transaction.set_rollback(True)
    plan = (json.loads(told) if isinstance(told, str) else told)[0]["Plan"]
    return {
        node["Relation Name"] for node in _whole(plan, is_limited=False) if CLUB not in str(node.get("Filter"))
    } & GROWS


CLUB = "Club, sealed"
"""The made-up app of the tests (`tests/club`) finds its games by their title."""


def _whole(node: dict[str, Any], *, is_limited: bool) -> Iterator[dict[str, Any]]:
    """The nodes that read a table without a condition on an index, but for those of which a limit takes the first rows."""
    kind = node["Node Type"]
    reads_all = kind in ("Seq Scan", "Index Scan", "Index Only Scan") and "Index Cond" not in node
    if reads_all and not is_limited and node.get("Index Name") not in WAITING:
        yield node
    passes_on = kind in ("Nested Loop", "Subquery Scan", "LockRows", "Append", "Result", "Incremental Sort")
    below = kind == "Limit" or (is_limited and passes_on)
    for part in node.get("Plans", ()):
        yield from _whole(part, is_limited=below and part.get("Parent Relationship") in ("Outer", "Member", "Subquery"))


@pytest.mark.parametrize("of_api", [False, True])
def test_pages_and_answers_of_the_api_find_their_rows_by_an_index(of_api: bool) -> None:
    """As somebody asks who plays: what a visitor is asked for is a part of it."""
    house, found, known = House(), [], {}
    for address, _methods in every_address():
        if address.startswith("admin/") or address.startswith(API) is not of_api:
            continue
        with listening() as heard:
            house._answer("player", house.path(address), "GET")
        for one in heard:
            if one.sql not in known:
                known[one.sql] = scans(one)
            if wrong := known[one.sql] - READS_ALL.get(address.removeprefix(API), set()):
                found.append(f"{address}\n{wrong}: {one.sql}")
    assert not found, "\n\n".join(found)


@pytest.mark.parametrize("name", tasks())
def test_tasks_find_what_is_due_by_an_index(name: str) -> None:
    with listening() as heard:
        tasks()[name]()
    assert heard
    for one in heard:
        assert not scans(one) - READS_ALL.get(name, set()), one.sql
