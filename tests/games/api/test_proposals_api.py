"""Proposals for programs: made, seen by all, answered, and time given."""

import pytest

from games.play.positions import load
from tests.programs import Program

from ..play_builders import asked_user, begun

pytestmark = pytest.mark.django_db


def test_a_proposal_is_made_seen_and_answered(anna, boris, dmitri):
    game = begun(anna, boris)
    ask, other, watcher = Program(anna), Program(boris), Program(dmitri)
    path = f"games/{game.pk}/proposal/"
    made = ask("POST", path, {"kind": "pause", "value": 7})["proposal"]
    assert (made["kind"], made["value"], made["agreed"]) == ("pause", 7, [load(game.pk).seat_of(anna).index])
    assert watcher("GET", f"games/{game.pk}/")["proposal"] == made
    assert watcher("PUT", path, {"number": made["number"], "agrees": True}, 403)["code"] == "not_seated"
    assert other("POST", path, {"kind": "time", "value": 1}, 409)["code"] == "proposal_open"
    assert other("PUT", path, {"number": made["number"] + 1, "agrees": True}, 409)["code"] == "no_proposal"
    state = other("PUT", path, {"number": made["number"], "agrees": True})
    assert state["proposal"] is None
    assert state["paused_until"] > state["paused_at"]
    assert ask("POST", path, {"kind": "undo", "value": 0}, 409)["code"] == "not_proposable"


def test_time_is_given_once(anna, boris):
    game = begun(anna, boris)
    play = load(game.pk)
    asked = asked_user(play)
    give = Program(boris if asked == anna else anna)
    body = {"seat": play.seat_of(asked).index}
    before = give("GET", f"games/{game.pk}/")["seats"][body["seat"]]["due_at"]
    assert give("POST", f"games/{game.pk}/gift/", body)["seats"][body["seat"]]["due_at"] > before
    assert give("POST", f"games/{game.pk}/gift/", body, 409)["code"] == "no_gift"
