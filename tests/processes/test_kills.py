"""Every part of the site is killed and frozen at random under twenty players: no move is lost or doubled, no mail is given
up, nobody sees a 500, and deadlines are at most twenty seconds late."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from tests.mails import Mailbox
from tests.migrated import Migrated
from tests.processes.kill_stage import EVERY, FIRST
from tests.processes.kills import HTML, Harness, harness
from tests.web_server import free_port

logger = logging.getLogger(__name__)
LATEST = 20.0


@pytest.fixture
def under_fire(
    request: pytest.FixtureRequest, mailbox: Mailbox, tmp_path: Path, _migrated: Migrated, django_db_setup: None
) -> Iterator[Harness]:
    one = harness(tmp_path, free_port(), mailbox.port, seed=request.param)
    try:
        _migrated.fill("stpete", one.postgres.folder)
        one.run.start("--no-demo")
        yield one
    finally:
        one.over.set()
        one.run.end()
        one.postgres.stop()


def hold_out(one: Harness, *, seconds: float) -> None:
    """Play and kill for so long, and see that nothing was lost."""
    one.begin(players=20, deadlines=int(max(seconds - FIRST, 6) / EVERY))
    one.fire(seconds)
    one.settle(40)
    found = one.check()
    statuses = sum((player.statuses for player in one.players), Counter())
    late = {game: _seconds(found["first_timeouts"].get(game), due) for game, due in one.due.items()}
    told = {"killed": Counter(one.killed), "statuses": statuses, "mails": found["deliveries"]}
    logger.warning("%s, deadlines late by %s s", told, sorted(round(seconds, 1) for seconds in late.values()))

    assert statuses[500] == statuses[HTML] == 0, (statuses, one.run.tracebacks())
    assert {status for status in statuses if status >= 500} <= {503}
    assert statuses[201] > seconds / 2, "nobody got to play"

    api = Counter((game, text) for game, _number, text, source in found["rows"] if source == "api")
    rows = {(game, number): text for game, number, text, _source in found["rows"]}
    accepted = [row for player in one.players for row in player.accepted]
    lost = [row for row in accepted if rows.get(row[:2]) != row[2]]
    assert lost == []
    sent = sum((player.sent for player in one.players), Counter())
    assert api - sent == Counter(), "a move stands in the log more often than it was sent"

    assert found["deliveries"].get("failed", 0) == 0, found["errors"]
    assert found["deliveries"].get("sent", 0) > 0
    assert len(late) >= 2
    assert max(late.values()) <= LATEST, (late, one.killed)


def _seconds(at: str | None, due: str) -> float:
    return (datetime.fromisoformat(at) - datetime.fromisoformat(due)).total_seconds() if at else float("inf")


@pytest.mark.parametrize("under_fire", [1], indirect=True)
def test_a_site_under_fire_for_a_moment_loses_nothing(under_fire: Harness) -> None:
    hold_out(under_fire, seconds=30)


@pytest.mark.slow
@pytest.mark.parametrize("under_fire", [2, 3, 4], indirect=True)
def test_a_site_under_fire_for_minutes_loses_nothing(under_fire: Harness) -> None:
    hold_out(under_fire, seconds=150)
