"""Webhooks of a table and of a tournament: one message a turn, as a visitor sees it, and never anything hidden."""

from __future__ import annotations

import json
from datetime import timedelta
from random import Random

import pytest
from django.db import transaction

import engine
from arbiter.progression.plan import Plan, Swiss
from games.models import Game, Source
from games.play import secrecy
from games.play.advance import Advance
from games.play.positions import load
from notifications.channels.send import queue_news
from notifications.deliveries import post_due
from notifications.models import Delivery, Endpoint
from tests.games.mail_builders import answer, asked, quiet_start
from tests.games.play_builders import HOUR, NOON
from tests.people import signed_in
from tests.tournaments.lifecycle.club import people, started
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
DELAY = timedelta(seconds=121)


def listen(user, subject: str, url: str) -> None:
    made = signed_in(user).post("/profile/notifications/hooks/", {"form": "json", "url": url, "subject": subject})
    assert made.status_code == 200, made.content


def tell(at):
    queue_news(at)
    queue_news(at + DELAY)
    return post_due(at + DELAY)


@pytest.fixture
def game(anna, boris):
    found = quiet_start(anna, boris)
    Game.objects.filter(pk=found.pk).update(host=anna)
    return found


def test_a_turn_is_told_once_by_name_with_its_deadline(game, anna, theirs):
    listen(anna, f"game:{game.pk}", theirs.url)
    assert tell(NOON) == 1
    told = json.loads(theirs.came[-1][2])
    _play, user = asked(game)
    assert told["text"].startswith(f"Waiting for {user.display_name}.")
    assert "Until" in told["text"]
    assert told["url"].endswith(f"/games/{game.pk}/")
    assert tell(NOON + HOUR) == 0, "nothing has changed"
    now_asked = answer(game, NOON + 2 * HOUR)
    assert tell(NOON + 2 * HOUR) == 1
    assert json.loads(theirs.came[-1][2])["text"].startswith(f"Waiting for {now_asked.display_name}.")
    assert Delivery.objects.filter(user=None, subject=f"game:{game.pk}").count() == 2


def test_only_the_host_sets_it(game, boris, clara, theirs):
    for user in (boris, clara):
        client = signed_in(user)
        made = client.post(
            "/profile/notifications/hooks/", {"form": "json", "url": theirs.url, "subject": f"game:{game.pk}"}
        )
        assert made.status_code == 404
    assert not Endpoint.objects.exists()


def test_of_a_game_that_one_may_not_see_there_is_no_page(game, anna, boris, clara):
    Game.objects.filter(pk=game.pk).update(visibility="link")
    there, nowhere = f"/profile/notifications/about/game:{game.pk}/", "/profile/notifications/about/game:987654/"
    assert [signed_in(user).get(there).status_code for user in (anna, boris, clara)] == [200, 200, 404]
    assert signed_in(clara).get(nowhere).status_code == 404


def test_when_nobody_may_know_who_is_asked_nobody_is_named(anna, boris, clara, theirs):
    game = quiet_start(anna, boris, clara, sets=["banquet"], open_hands=False)
    Game.objects.filter(pk=game.pk).update(host=anna)
    listen(anna, f"game:{game.pk}", theirs.url)
    _to_secret(game)
    play = load(game.pk)
    assert secrecy.open_window(play, play.state) is not None
    assert tell(NOON + HOUR) == 1
    text = json.loads(theirs.came[-1][2])["text"]
    assert text.startswith("Waiting for a decision, until")
    assert not any(name in theirs.came[-1][2].decode() for name in ("Anna", "Boris", "Clara"))


def _to_secret(game: Game) -> None:
    """Play on at random until a secret question is open."""
    for seed in range(60):
        chance = Random(seed)
        with transaction.atomic():
            advance = Advance(load(game.pk, lock=True), NOON)
            for _ in range(600):
                if advance.state.is_over or secrecy.is_secret(advance.state):
                    break
                index = engine.waiting_for(advance.state)[0]
                move = chance.choice(engine.view_for(advance.state, index).moves)
                advance.move(index, engine.parse_move(move, advance.state), Source.PAGE)
            if secrecy.is_secret(advance.state):
                advance.commit()
                return
            transaction.set_rollback(True)
    pytest.fail("no secret question came up")


def test_of_tables_that_are_closed_to_visitors_only_numbers_are_told(theirs):
    """A duplicate deal still lies on other tables."""
    users = people(8)
    tournament = started(users[0], users, Plan(stages=(Swiss(1),), is_duplicate=True))
    listen(users[0], f"tournament:{tournament.pk}", theirs.url)
    assert tell(NOON + HOUR) == 1
    told = json.loads(theirs.came[-1][2])
    assert "Round 1" in told["text"]
    assert told["lines"] == []


def test_a_tournament_tells_its_round_and_whose_turn_it_is_at_each_table_in_one_message(theirs):
    users = people(4)
    tournament: Tournament = started(users[0], users, Plan(stages=(Swiss(1),), sizes=None))
    listen(users[0], f"tournament:{tournament.pk}", theirs.url)
    at = NOON + HOUR
    assert tell(at) == 1
    told = json.loads(theirs.came[-1][2])
    assert "Round 1" in told["text"]
    assert [line[:8] for line in told["lines"]] == ["Table 1:", "Table 2:"]
    assert told["url"].endswith(f"/tournaments/{tournament.pk}/")
    assert tell(at + HOUR) == 0
