"""The review of a finished game: made once by a task, read by whoever may see the game, and right in its figures."""

from __future__ import annotations

import pytest

from engine.bots import judge
from games.play.positions import Play
from games.review.figures import figures_of
from tests.games.boards import wander_on
from tests.games.play_builders import begun

pytestmark = pytest.mark.django_db
EVERYTHING = ["market", "module-2", "good-company", "banquet", "helpers", "events", "orders", "hurdles"]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of the work: what is said of a move is less sure, and as true."""
    monkeypatch.setattr(judge, "CANDIDATES", 3)
    monkeypatch.setattr(judge, "LOOKING_MOVES", 1)
    monkeypatch.setattr(judge, "JUDGING_MOVES", 9_000)


@pytest.fixture
def over(anna, boris) -> Play:
    return wander_on(begun(anna, boris), seed=2)


@pytest.mark.parametrize("sets", [[], EVERYTHING], ids=["base", "everything"])
def test_points_add_up_and_cards_say_what_they_paid(anna, boris, clara, sets: list[str]) -> None:
    play = wander_on(begun(anna, boris, clara, sets=sets, open_hands=False), seed=1)
    found = figures_of(play)
    for row in play.game.result["seats"]:
        assert sum(one["points"] for one in found["points"] if one["seat"] == row["seat"]) == row["points"]
    assert [len(left) for left in found["rubles_left"]] == [play.state.round] * 3
    if not sets:
        income = sum(one["points"] for one in found["points"] if one["source"].startswith(("scoring", "pub")))
        assert sum(one["points"] for one in found["cards"]) == income
