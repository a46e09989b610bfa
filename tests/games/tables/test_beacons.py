"""A round of a public beacon goes into a deal: named when the table closes, taken from a real server, counted where it was away."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.test import Client

from engine.record import from_record, verify
from games.imports.services import read_line
from games.models import Game, Status
from games.play.positions import load
from games.play.starts import start_from
from games.replay.checks import fault_in
from games.replay.record import record_of
from games.tables import contributions, tables
from games.tables.contributions import OPENING, PATIENCE, published
from stpete_site.tasks import due_tasks
from tests.people import signed_in

from ..page_reading import text_of
from ..table_builders import agreed_over
from .test_contributions import FULL, OWN, full, opens

pytestmark = pytest.mark.django_db
PERIOD = 30
SIGNATURE = bytes(range(96))
BETWEEN = FULL + timedelta(seconds=2 * PERIOD)
"""When the named round has been published."""


@dataclass
class Beacon:
    """What was asked, and what is answered beside a true round."""

    port: int = 0
    asked: list[str] = field(default_factory=list)
    status: int = 200
    lies: dict[str, object] = field(default_factory=dict)


@pytest.fixture
def beacon(settings) -> Iterator[Beacon]:
    told = Beacon()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            told.asked.append(self.path)
            randomness = hashlib.sha256(SIGNATURE).hexdigest()
            said = {"round": int(self.path[8:]), "randomness": randomness, "signature": SIGNATURE.hex(), **told.lies}
            self.send_response(told.status)
            self.end_headers()
            self.wfile.write(json.dumps(said).encode())

        def log_message(self, format: str, *values: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    told.port = server.server_port
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    settings.BEACON = (f"http://127.0.0.1:{told.port}/public/{{round}}", int(FULL.timestamp()) - 1000 * PERIOD, PERIOD)
    yield told
    server.shutdown()
    server.server_close()


def test_the_round_named_at_the_closing_goes_into_the_deal_and_its_record_is_proven(beacon, anna, boris, dmitri):
    game = full(anna, boris)
    address = f"http://127.0.0.1:{beacon.port}/public/1002"
    assert game.beacon == {"address": address, "round": 1002, "signature": None}, "the first after ten seconds"
    assert game.beacon_due_at == FULL + timedelta(seconds=PERIOD)
    assert contributions.awaited_of(boris)[0].beacon == address, "which browsers see before they open"
    table = text_of(signed_in(dmitri).get(f"/tables/{game.pk}/"))
    assert f"Round 1002 of a public random source: {address}" in table

    contributions.take_rounds(FULL + timedelta(seconds=PERIOD - 1))
    assert beacon.asked == [], "it is not published yet"
    for user in (anna, boris):
        opens(game, user)
    assert (game.status, game.starts_at) == (Status.FULL, FULL + PATIENCE), "only the round is missing"
    assert "games.tasks.ask_beacon" in due_tasks(BETWEEN)
    contributions.take_rounds(BETWEEN)
    assert beacon.asked == ["/public/1002"]
    game.refresh_from_db()
    assert game.status == Status.RUNNING
    assert "games.tasks.ask_beacon" not in due_tasks(BETWEEN)

    page = f"/games/{game.pk}/proof/"
    running = Client().get(page).content.decode()
    assert address in running
    assert hashlib.sha256(SIGNATURE).hexdigest() not in running
    record = from_record(record_of(load(agreed_over(game).pk)))
    told = record.to_json()
    assert told["format"] == "stpete-record/4"
    assert told["deal"]["beacon"]["signature"] == SIGNATURE.hex()
    assert read_line(json.dumps(told).encode()).record == record, "another site imports it"
    said = "\n".join(verify(record))
    assert f"compare it with {address}" in said
    assert "2 opened, 0 withheld, 0 without; one deal" in said
    assert load(game.pk).deal == record.deal, "the cards played are those of the proof"
    over = text_of(Client().get(page))
    assert "Nobody" in over
    assert "not even the server and all players together" in over
    assert hashlib.sha256(SIGNATURE).hexdigest() in over
    assert fault_in(load(game.pk)) is None

    Game.objects.filter(pk=game.pk).update(start=start_from(record))
    assert fault_in(load(game.pk)) is None, "also of an imported game"
    spoilt = start_from(record)
    spoilt["record"]["deal"]["beacon"]["signature"] = "00" * 96
    Game.objects.filter(pk=game.pk).update(start=spoilt)
    assert fault_in(load(game.pk)).code == "not-proven"


def test_a_round_that_came_first_waits_for_the_contributions_and_one_answer_serves_all_tables(beacon, anna, boris):
    games = [full(anna, boris), full(anna, boris)]
    contributions.take_rounds(BETWEEN)
    assert beacon.asked == ["/public/1002"]
    for game in games:
        game.refresh_from_db()
        assert (game.status, game.beacon["signature"]) == (Status.FULL, SIGNATURE.hex())
        for user in (anna, boris):
            opens(game, user, now=BETWEEN)
        assert game.status == Status.RUNNING
    opened = OWN["Anna"].hex()
    assert opened in json.dumps(record_of(load(agreed_over(games[0]).pk)))


@pytest.mark.parametrize(
    ("status", "lies"),
    [
        (200, {}),
        (404, {}),
        (200, {"round": 1001}),
        (200, {"randomness": "00" * 32}),
        (200, {"signature": "00" * 95, "randomness": hashlib.sha256(bytes(95)).hexdigest()}),
        (200, {"signature": None}),
        (200, {"more": "x" * 3000}),
    ],
)
def test_only_the_round_that_was_named_counts_with_its_signature(beacon, settings, status, lies):
    beacon.status, beacon.lies = status, lies
    address = settings.BEACON[0].format(round=7)
    assert published(address, 7) == (SIGNATURE if (status, lies) == (200, {}) else None)
    settings.WEBHOOK_NETWORKS = []
    assert published(address, 7) is None, "it leads into a private network"
    assert beacon.asked == ["/public/7"]


def test_where_the_beacon_is_away_the_game_begins_without_it_and_the_proof_counts_it(beacon, anna, boris):
    beacon.status = 503
    game = full(anna, boris)
    for user in (anna, boris):
        opens(game, user)
    contributions.take_rounds(BETWEEN)
    game.refresh_from_db()
    assert (game.status, game.beacon_due_at) == (Status.FULL, BETWEEN + contributions.PAUSE), "asked again later"
    assert tables.start_due(now=FULL + PATIENCE - timedelta(seconds=1)) == 0
    assert tables.start_due(now=FULL + PATIENCE) == 1
    game.refresh_from_db()
    assert (game.status, game.beacon_due_at) == (Status.RUNNING, None)
    beacon.status = 200
    contributions.take_rounds(FULL + OPENING)
    record = from_record(record_of(load(agreed_over(game).pk)))
    assert record.chance.beacon.signature is None, "what comes later changes nothing"
    said = "\n".join(verify(record))
    assert "round 1002" in said
    assert "was not available" in said
    assert "2 opened, 0 withheld, 0 without; at most 2 deals" in said
    assert "Round 1002 was not available" in text_of(Client().get(f"/games/{game.pk}/proof/"))
