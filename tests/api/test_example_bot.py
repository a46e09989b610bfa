"""The bot of examples/ plays over the network: against another one of its kind while somebody reads along, so that no answer mixes
two moments of the game, and a whole game alone."""

from __future__ import annotations

import importlib.util
import json
import threading
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import TCPServer
from types import ModuleType
from typing import Any

import pytest
from django.utils.timezone import now

import engine
from accounts import services
from accounts.models import User
from api.rates import Rate
from games.models import Game, LogRow, Source, Status
from games.play.positions import Play, load
from games.tables.tables import start_due
from tests.people import person, token_of

TURNS = 8
"""Of each of the two, while somebody reads; a whole game of two was read in the same way when this was written."""
ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def bot() -> ModuleType:
    spec = importlib.util.spec_from_file_location("example_bot", ROOT / "examples" / "bot.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_looks_when_the_site_says_so_and_by_itself_where_nothing_is_said(
    bot: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot, "PAUSE", 0.1)
    said = [
        b"event: beat\ndata: {}\n\nevent: beat\ndata: {}\n\nevent: look\ndata: {}\n\nevent: beat\ndata: {}\n\n",
        None,
    ]
    asked: list[str] = []

    class Streams(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(f"{self.path} {self.headers['Authorization']}")
            body = said[len(asked) > 1]
            self.send_response(200 if body else 404)
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, *_told: Any) -> None:
            pass

    with TCPServer(("127.0.0.1", 0), Streams) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        news = bot.Site(f"http://127.0.0.1:{server.server_address[1]}", "stp_x").news()
        for _look in range(5):  # at the beginning, when it is told, at the end of the stream, and twice without one
            next(news)
        server.shutdown()
    assert asked == ["/streams/mine/ Bearer stp_x"] * 3


class Reader(threading.Thread):
    """Reads the state of a game again and again, as fast as it is answered."""

    def __init__(self, site: Any, game: int) -> None:
        super().__init__()
        self.site, self.game, self.stops = site, game, threading.Event()
        self.seen: dict[int, Any] = {}
        self.differing: list[int] = []
        self.answers = 0

    def run(self) -> None:
        while not self.stops.wait(0.05):
            state = self.site.get(f"games/{self.game}/")
            self.answers += 1
            if self.seen.setdefault(state["version"], state) != state:
                self.differing.append(state["version"])


@pytest.mark.django_db(transaction=True)
def test_the_example_bot_plays_and_every_answer_is_of_one_moment(
    live_server: Any, bot: ModuleType, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.START_GUARD = 0
    monkeypatch.setattr(Rate, "THROTTLE_RATES", dict.fromkeys(Rate.THROTTLE_RATES, "100000/min"))
    names = ("Knut", "Rosa")
    for name in names:
        services.allow(person(name), now=now())
    users = [User.objects.get(display_name=f"{name}{services.MARK}") for name in names]
    knut, rosa = (bot.Site(live_server.url, token_of(user)) for user in users)
    table = knut.post("tables/", {"players": 2, "edition": 2, "guests": [users[1].name], "title": "Of two bots"})
    bot.accept(rosa)
    assert start_due(now=now()) == 1
    reader = Reader(bot.Site(live_server.url, token_of(person("Reader"))), table["id"])
    reader.start()
    try:
        moves = sum(bot.play(knut) + bot.play(rosa) for _turn in range(TURNS))
    finally:
        reader.stops.set()
        reader.join()
    game = Game.objects.get(pk=table["id"])
    assert game.version >= moves >= TURNS
    assert not game.rated
    assert set(LogRow.objects.filter(kind="move").values_list("source", flat=True)) <= {Source.API, Source.AUTO}
    check(reader, load(game.pk))
    whole = rosa.post("tables/quick/", {"bots": 0})
    seen = rosa.get(f"games/{whole['id']}/")
    assert bot.play(rosa) > 20, "alone it plays to the end in one go"
    assert Game.objects.get(pk=whole["id"]).status == Status.FINISHED
    assert rosa.get(f"games/{whole['id']}/")["version"] > seen["version"]
    assert rosa.get(f"games/{whole['id']}/record/")["result"]
    with pytest.raises(bot.Problem) as refused:
        rosa.post(f"games/{whole['id']}/moves/", {"text": "pass", "version": 0})
    assert refused.value.code == "not_running"


def check(reader: Reader, play: Play) -> None:
    """Whatever was read at a version is what the log says of that version, and all of it."""
    assert reader.answers > 5
    assert reader.differing == []
    for version, state in reader.seen.items():
        step = [one for one in play.steps if one.number <= version][-1].step
        view = engine.view_for(step.state, None).to_json()
        assert json.loads(json.dumps(view)) == state["view"], version
        assert {seat["seat"] for seat in state["seats"] if seat["waiting"]} == set(view["asked"]), version
