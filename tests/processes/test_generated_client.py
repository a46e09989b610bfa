"""A client that somebody else's generator makes of the served description plays a whole game against a bot, web and worker as
processes: it knows nothing of the API but what the description says."""

import importlib
import subprocess
import sys
import time

import pytest

from games.models import Game, LogRow, Source
from tests.people import person, token_of

pytestmark = pytest.mark.django_db(transaction=True)
SECONDS = 240


@pytest.fixture
def made(site, tmp_path, monkeypatch):
    """What finds a module of the generated package."""
    site.web()
    settings = tmp_path / "settings.yaml"
    settings.write_text("post_hooks: []\n")
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--fail-on-warning"]
    where = ["--url", f"{site.url}/api/v1/schema/", "--output-path", str(tmp_path / "generated_client")]
    done = subprocess.run([*command, *where, "--config", str(settings)], capture_output=True, text=True, check=False)
    assert (done.returncode, "Warning" in done.stdout) == (0, False), done.stdout + done.stderr
    monkeypatch.syspath_prepend(tmp_path)
    return lambda name: importlib.import_module(f"generated_client.{name}")


def test_a_generated_client_plays_a_whole_game(site, made):
    site.worker(concurrency=1)
    models, games = made("models"), "api.games"
    client = made("client").AuthenticatedClient(base_url=site.url, token=token_of(person("Anna")))
    body = models.NewTableInput(players=models.NewTableInputPlayers.VALUE_2, bots=[models.NewTableInputBotsItem.RUNG_1])
    table = made("api.tables.post_tables").sync(client=client, body=body)
    assert table.status == "running", table
    get_game, post_move = made(f"{games}.get_game").sync, made(f"{games}.post_game_moves").sync
    deadline = time.monotonic() + SECONDS
    while (state := get_game(table.id, client=client)).status is models.StateOutputStatus.RUNNING:
        assert time.monotonic() < deadline, state
        if state.your_seat not in state.view.asked:
            time.sleep(0.1)
            continue
        assert isinstance(state.view.question.kind, models.QuestionKind)
        done = post_move(table.id, client=client, body=models.MoveInput(text=chosen(state.view), version=state.version))
        assert isinstance(done.rows[0], models.MoveOutput), done
    game = Game.objects.get(pk=table.id)
    assert game.is_finished
    assert state.result.ended is models.GameResultEnded.PLAYED_OUT
    assert [seat.total for seat in state.view.scores] == [seat.points for seat in state.result.seats]
    assert set(LogRow.objects.values_list("source", flat=True)) >= {Source.API, Source.BOT}
    record = made(f"{games}.get_game_record").sync(table.id, client=client)
    assert [move.text for move in record.moves] == list(
        LogRow.objects.filter(kind="move").order_by("number").values_list("text", flat=True)
    )
    assert record.deal.commitment == state.commitment


def chosen(view):
    """The dearest card that can be bought, as its offers say, else to pass."""
    slots = [slot for slot in (*view.upper, *view.lower) if slot is not None]
    offers = [offer for slot in slots for offer in slot.offers if offer.legal]
    if view.question.kind == "turn" and offers:
        return max(offers, key=lambda offer: (offer.price, offer.move)).move
    return "pass" if "pass" in view.moves else view.moves[0]
