"""The archive is replayed, some games every night; what does not follow from its moves is an alarm, and no rule changes unseen."""

import shutil
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client

from engine import RULES_VERSION
from games import due
from games.models import ArchiveCheck, BrokenGame, Game, LogRow
from games.replay import checks
from games.tasks import check_archive
from tests.games.play.test_facts import over
from tests.games.play_builders import NOON, begun, play_on

pytestmark = pytest.mark.django_db


def spoil(game: Game) -> None:
    game.result["seats"][0]["points"] += 1
    game.save(update_fields=["result"])


def night(most: int) -> None:
    checks.check_some(most, NOON)


def test_a_walk_goes_on_night_by_night_until_all_games_were_replayed(anna, boris, monkeypatch):
    first, game = (over(anna, boris, seed=seed) for seed in range(2))
    begun(anna, boris)
    spoil(game)
    monkeypatch.setattr(checks, "BATCH", 1)
    night(1)
    walk = ArchiveCheck.objects.get()
    assert (walk.games, walk.failures, walk.last, walk.finished_at) == (1, 0, first.pk, None)
    night(2)
    walk.refresh_from_db()
    assert (walk.games, walk.failures, walk.finished_at) == (2, 1, NOON)
    broken = BrokenGame.objects.get()
    assert (broken.game_id, broken.ply, broken.code) == (game.pk, game.ply, "result")
    assert due.counts(NOON)["broken_games"] == 1
    assert Client().get("/health/").status_code == 503
    game.result["seats"][0]["points"] -= 1
    game.save(update_fields=["result"])
    check_archive()
    assert not BrokenGame.objects.exists(), "what was broken is looked at first in every night"
    assert ArchiveCheck.objects.count() == 2


def test_what_does_not_follow_is_told_with_its_move(anna, boris):
    game = over(anna, boris)

    def told() -> tuple[int, str, bool]:
        checks.check(game.pk, NOON)
        return BrokenGame.objects.values_list("ply", "code", "is_older").get()

    spoil(game)
    Game.objects.filter(pk=game.pk).update(rules_version=RULES_VERSION - 1)
    assert told() == (game.ply, "result", True)
    assert not due.counts(NOON)["broken_games"], "those were other rules"
    LogRow.objects.filter(game=game, ply=7).update(text="buy nonsense")
    assert told()[0] == 7
    Game.objects.filter(pk=game.pk).update(commitment="0" * 64)
    assert told() == (0, "not-proven", False)
    assert due.counts(NOON)["broken_games"] == 1


def test_rules_are_tried_before_they_ship(anna, boris, tmp_path):
    game = over(anna, boris)
    running = begun(anna, boris)
    play_on(running, until=lambda play: len(play.moves) > 3)
    said = StringIO()
    call_command("try_rules", stdout=said)
    assert said.getvalue() == "All games end as they did.\n"
    spoil(game)
    LogRow.objects.filter(game=running, ply=3).update(text="buy nonsense")
    with pytest.raises(CommandError, match="2 games would end differently"):
        call_command("try_rules", stdout=said)
    assert f"{game}: move {game.ply}, result: Points were [" in said.getvalue()
    assert f"{running}: move 3, " in said.getvalue()
    shutil.copytree(settings.BASE_DIR / "engine", tmp_path / "engine")
    cards = tmp_path / "engine/data/base2.toml"
    changed = cards.read_text().replace("rubles = 3", "rubles = 2")
    assert changed != cards.read_text()
    cards.write_text(changed)
    with pytest.raises(CommandError):
        call_command("try_rules", before=tmp_path, stdout=said)
    line = said.getvalue().splitlines()[-2]
    assert line.startswith(f"{game}: move ")
    assert 3 < int(line.split("move ")[1].split(",")[0]) < 20, "the first scoring of workers shows it"
