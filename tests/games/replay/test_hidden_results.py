"""Who wants results hidden reads none in lists, emails and replays before they have come to it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.emails.results import GameOver
from games.models import Seen
from games.play.positions import Play
from tests.games.boards import Page, wander_on
from tests.games.play_builders import NOON, begun
from tests.people import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(anna: User, boris: User, clara: User) -> Play:
    """Clara watches and wants results hidden, and so does Boris, who played."""
    for user in (boris, clara):
        user.hide_results = True
        user.save()
    return wander_on(begun(anna, boris), seed=2)


def figures(play: Play) -> list[str]:
    return [f"<b>{row['points']}</b>" for row in play.game.result["seats"]]


def shown(client: Client, path: str) -> str:
    return client.get(path).content.decode()


def test_lists_show_a_result_only_to_who_has_come_to_it(finished: Play, anna: User, boris: User, clara: User) -> None:
    paths = {"archive": "/archive/", "player": f"/players/{anna.pk}/"}
    for user, is_hidden in ((anna, False), (boris, True), (clara, True)):
        for path in paths.values():
            text = shown(signed_in(user), path)
            assert ("Result hidden" in text) == is_hidden
            assert all((one in text) != is_hidden for one in figures(finished))
    assert "Result hidden" in shown(signed_in(boris), reverse("games:mine"))
    signed_in(clara).post(f"/games/{finished.game.pk}/result/")
    assert "Result hidden" not in shown(signed_in(clara), "/archive/")
    assert "Result hidden" in shown(signed_in(boris), "/archive/"), "it is each reader's own"


@pytest.mark.parametrize("path", ["", "log/", "charts/", "review/", "text/"])
def test_pages_that_tell_the_result_lead_to_the_replay(finished: Play, clara: User, path: str) -> None:
    client, here = signed_in(clara), f"/games/{finished.game.pk}/"
    assert client.get(here + path).headers["Location"] == f"{here}replay/"
    page = Page.of(client.get(f"{here}replay/"))
    assert "The result stays hidden until you reach the end." in page.words
    assert "data-reached" not in page.text
    last = Page.of(client.get(f"{here}replay/?at=99999"))
    assert "data-reached" in last.text, "the script reports it"
    assert not Seen.objects.filter(user=clara).exists(), "no GET writes"
    assert client.post(f"{here}result/").headers["Location"] == here
    assert client.get(here + path).status_code == 200
    assert "stays hidden" not in Page.of(client.get(f"{here}replay/")).words


def test_the_email_says_that_it_is_over_and_not_how(finished: Play, anna: User, boris: User) -> None:
    letters = {}
    for user in (anna, boris):
        seat = next(one for one in finished.seats if finished.owner(one.index) == user)
        letters[user] = GameOver().letter(finished, seat, 0, NOON)
    points = [str(row["points"]) for row in finished.game.result["seats"]]
    assert all(one in letters[anna].preview for one in points)
    said = f"{letters[boris].subject} {letters[boris].heading} {letters[boris].lead} {letters[boris].preview} {letters[boris].body}"
    assert not any(f" {one} " in said or "won" in said for one in points)
    assert "replay" in said


def test_nobody_reveals_a_game_that_goes_on_or_that_they_may_not_see(anna: User, boris: User, clara: User) -> None:
    game = begun(anna, boris)
    assert signed_in(clara).post(f"/games/{game.pk}/result/").status_code == 404
    assert signed_in(clara).post("/games/999999/result/").status_code == 404
