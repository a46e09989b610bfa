"""What the page of a finished game says of how it ended."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.board.people import people
from games.board.score import FinalLine
from games.models import Review
from games.names import words
from games.page.content import GamePage
from games.play.positions import Play, load
from games.replay.ending import Ending
from tests.games.boards import Page, wander_on
from tests.games.play_builders import NOON, begun
from tests.games.table_builders import agreed_over
from tests.people import signed_in

pytestmark = pytest.mark.django_db

EVERYTHING = ["market", "banquet", "orders", "helpers", "events", "module-2", "hurdles"]


def ending_of(play: Play, user: User | None) -> Ending:
    return GamePage(play, user, now=NOON).ending


def figures(cells: tuple[str, ...]) -> list[int]:
    return [int(cell.replace("−", "-")) for cell in cells]


@pytest.mark.parametrize("sets", [[], EVERYTHING], ids=["base", "everything"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_sources_and_rounds_add_up_to_the_points(
    anna: User, boris: User, clara: User, sets: list[str], seed: int
) -> None:
    play = wander_on(begun(anna, boris, clara, sets=sets, open_hands=False), seed=seed)
    ending = ending_of(play, anna)
    totals = [row["points"] for row in sorted(play.game.result["seats"], key=lambda row: row["rank"])]
    assert figures(ending.total.cells) == totals
    for lines in (ending.sources, ending.rounds):
        assert [sum(column) for column in zip(*(figures(line.cells) for line in lines), strict=True)] == totals
    assert len(ending.rounds) == play.state.round + 1
    by_seat = sorted(play.game.result["seats"], key=lambda row: row["seat"])
    assert [line.said.split()[-1] for line in ending.chart.lines] == [words.figure(row["points"]) for row in by_seat]


def test_everybody_reads_his_own_place_and_what_decided(anna: User, boris: User, clara: User) -> None:
    play = wander_on(begun(anna, boris, clara), seed=2)
    ranks = {row["seat"]: row["rank"] for row in play.game.result["seats"]}
    for user in (anna, boris, clara):
        rank = ranks[play.seat_of(user).index]
        title = {1: "You won", 2: "You finished 2nd of 3", 3: "You finished 3rd of 3"}[rank]
        page = Page.of(signed_in(user).get(f"/games/{play.game.pk}/"))
        assert title in page.words
        assert ("You finished " if rank == 1 else " ahead of you. ") in page.words
        assert f'action="/games/{play.game.pk}/rematch/"' in page.text
    visitor = Page.of(Client().get(f"/games/{play.game.pk}/"))
    assert "You " not in visitor.words.partition("Points by source")[0]
    assert " wins" in visitor.words
    assert "/rematch/" not in visitor.text


def line(names: tuple, seat: int, rank: int, total: int, left: int, *, winner: bool) -> FinalLine:  # type: ignore[type-arg]
    return FinalLine(names[seat], rank, winner, total, left)


def test_equal_points_are_decided_by_rubles_or_shared(anna: User, boris: User) -> None:
    play = wander_on(begun(anna, boris))
    seat = play.seat_of(anna).index
    names = people(play, seat)
    behind = [line(names, 1 - seat, 1, 90, 7, winner=True), line(names, seat, 2, 90, 3, winner=False)]
    ending = Ending(play, behind, names, seat)
    assert ending.title == "You finished 2nd of 2"
    assert ending.says == ["Tied on points: remaining rubles decided the game, 7 ₽ to 3 ₽."]
    shared = [line(names, 0, 1, 90, 7, winner=True), line(names, 1, 1, 90, 7, winner=True)]
    ending = Ending(play, shared, names, seat)
    assert (ending.title, ending.says) == ("You share the victory", ["Tied on points and rubles."])


def test_a_game_that_its_players_ended_has_no_final_scoring(anna: User, boris: User) -> None:
    game = begun(anna, boris)
    wander_on(game, until=lambda state: state.round > 2)
    agreed_over(game)
    ending = ending_of(load(game.pk), anna)
    assert "Final scoring" not in [one.name for one in ending.rounds]
    assert sum(map(sum, (figures(one.cells) for one in ending.sources))) == sum(figures(ending.total.cells))


def test_points_by_round_are_folded_away_where_the_sources_are_many(anna: User, boris: User, clara: User) -> None:
    """With every set the table of sources alone is as long as what stands beside it."""
    few, many = begun(anna, boris, clara), begun(anna, boris, clara, sets=EVERYTHING)
    shown = {}
    for game in (few, many):
        play = wander_on(game, seed=1)
        page = signed_in(anna).get(f"/games/{game.pk}/")
        shown[game] = page.content.decode().partition('id="end"')[2].partition('id="tableau"')[0]
        assert (page.context["page"].ending.is_long, play.game.is_finished) == (game == many, True)
    assert shown[few].count('<details class="fold" open') == 2
    assert shown[many].count('<details class="fold" open') == 1
    assert "Points by round" in shown[many]


def test_the_end_has_a_podium_a_curve_by_round_and_the_costliest_move_once_there_is_a_review(
    anna: User, boris: User, clara: User
) -> None:
    play = wander_on(begun(anna, boris, clara), seed=2)
    ending = ending_of(play, anna)
    assert [place for _line, place in ending.podium] == ["1st", "2nd", "3rd"]
    assert [mark.text for mark in ending.chart.across] == [*map(str, range(play.state.round + 1)), "Final"]
    first = ending.chart.lines[0].path.split(" ")
    assert len(first) <= len(ending.chart.across), "a corner for each round at most"
    page = Page.of(signed_in(anna).get(f"/games/{play.game.pk}/"))
    assert page.text.count('<li class="pod') == 3
    assert page.text.count('<li class="pod p1 win"') == 1
    assert f'href="/games/{play.game.pk}/picture/en.png"' in page.text
    assert "The costliest move" not in page.words
    asked = next(one for one in play.steps if one.row and one.row.seat == 1)
    moments = [
        {"ply": ply, "seat": 1, "round": 1, "played": "pass", "points": cost}
        for ply, cost in ((asked.step.state and play.steps.after(asked.row.number) - 2, 3.2), (1, 0.4))
    ]
    Review.objects.update_or_create(pk=play.game.pk, defaults={"figures": {"moments": moments}, "due_at": None})
    page = Page.of(signed_in(anna).get(f"/games/{play.game.pk}/"))
    who = people(play, None)[1].name
    assert f"The costliest move: {who} in round 1, pass. It lost about 3 points." in page.words
