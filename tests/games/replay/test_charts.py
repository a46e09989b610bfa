"""The charts of a finished game say what its positions and its log say."""

from __future__ import annotations

import re

import pytest
from django.test import Client

import engine
from accounts.models import User
from games.board.people import people
from games.replay.charts import charts_of, game_figures
from tests.games.boards import Page, wander_on
from tests.games.play_builders import begun

pytestmark = pytest.mark.django_db

EVERYTHING = ["market", "banquet", "orders", "helpers", "events", "module-2", "hurdles"]


@pytest.mark.parametrize("sets", [[], EVERYTHING], ids=["base", "everything"])
def test_the_course_of_a_game_agrees_with_its_log(anna: User, boris: User, clara: User, sets: list[str]) -> None:
    play = wander_on(begun(anna, boris, clara, sets=sets, open_hands=False), seed=2)
    course, last = game_figures(play), play.steps[-1].step.state
    scored = [one for step in play.steps for one in step.step.entries if isinstance(one, engine.Scored)]
    view = engine.view_for(last, None)
    for seat in range(3):
        assert course.points[seat][-1] == last.points(seat)
        assert course.rubles[seat][-1] == last.rubles(seat)
        assert sum(course.income[seat]) == sum(
            change.rubles for one in scored for change in one.changes() if change.seat == seat
        )
        assert sum(by_seat[seat][-1] for by_seat in course.cards.values()) == len(view.seats[seat].display)
    assert [play.steps[end].step.state.round for end in course.ends] == list(range(1, last.round + 1))
    spent = play.steps[-1].row.at - play.game.started_at
    assert sum(line[-1] for line in course.hours) == pytest.approx(spent.total_seconds() / 3600)


def test_every_chart_stands_beside_its_figures(anna: User, boris: User) -> None:
    play = wander_on(begun(anna, boris), seed=2)
    page = Page.of(Client().get(f"/games/{play.game.pk}/charts/"))
    charts = charts_of(play, people(play, None))
    assert page.text.count('class="chart"') == page.text.count("<table") == len(charts) == 7
    assert [one.key for one in charts] == ["points", "rubles", "income", "green", "blue", "red", "time"]
    for one in charts:
        assert one.title in page.words
        for _round, cells in one.rows:
            assert all(f"<td>{cell}</td>" in page.text for cell in cells)
    assert not re.search("polyline[^>]*style", page.text), "dashes come from the sheet"


def test_a_running_game_has_no_charts(anna: User, boris: User) -> None:
    """Who holds how many rubles may be hidden there."""
    game = begun(anna, boris, open_hands=False)
    assert Client().get(f"/games/{game.pk}/charts/").headers["Location"] == f"/games/{game.pk}/"
