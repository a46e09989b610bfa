"""What programs look up: cards, rules, games as text, what to look at next, best results of one player alone."""

import pytest
from django.core.cache import cache
from django.utils.timezone import now

from accounts.models import Scope
from games.models import Mute, Visibility
from games.play.positions import load
from tests.programs import Program

from ..boards import first_workers_bought, until_asked, wander_on
from ..play_builders import begun

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_counted():
    cache.clear()


@pytest.fixture
def game(anna, boris):
    """Anna is asked, in a phase in which she may do anything."""
    found = begun(anna, boris, now=now())
    until_asked(found, "Anna", also=first_workers_bought)
    return found


def test_cards_and_rules_are_looked_up_by_anybody():
    ask = Program()
    (found,) = ask("GET", "cards/?box=base2&name=observat")["results"]
    assert (found["id"], found["cost"], found["group"], found["copies"]) == ("observatory", 7, "blue", 2)
    whole = ask("GET", "cards/base2/observatory/", **{"Accept-Language": "de"})
    assert (whole["name"], whole["rules"][0]) == ("Sternwarte", "CARD-OBS")
    assert ask("GET", "cards/?box=events")["results"][0]["cost"] is None
    ask("GET", "cards/base2/nothing/", status=404)
    assert ask("GET", "cards/?box=nothing", status=400)["errors"][0]["field"] == "box"
    first = ask("GET", "rules/?limit=2")
    assert (len(first["results"]), bool(first["next"])) == (2, True)
    rule = ask("GET", "rules/cost-4/")
    assert rule["id"] == "COST-4"
    assert rule["text"]
    assert rule["id"] in [one["id"] for one in ask("GET", "rules/?words=COST-4")["results"]]
    ask("GET", "rules/NO-SUCH/", status=404)


def test_a_card_of_a_game_is_told_through_the_readers_eyes(game, anna, boris, clara):
    card = load(game.pk).view(0).moves[0].split()[1]
    said = [Program(who)("GET", f"games/{game.pk}/cards/base2/{card}/") for who in (anna, boris)]
    assert {one["version"] for one in said} == {load(game.pk).game.version}
    assert [one["what"] for one in said[0]["here"]]
    type(game).objects.filter(pk=game.pk).update(visibility=Visibility.LINK)
    Program(clara)("GET", f"games/{game.pk}/cards/base2/{card}/", status=404)


def test_an_earlier_position_is_no_programs_choice_while_the_game_runs(game, anna, boris):
    path = f"games/{game.pk}/cards/base2/author/"
    assert Program(anna)("GET", f"{path}?at=1&seat=1") == Program(anna)("GET", path)
    wander_on(game, now=now())
    assert (Program()("GET", f"{path}?at=3&seat=0")["ply"], Program()("GET", path)["ply"] > 3) == (3, True)


def test_a_line_of_text_plays_as_far_as_it_is_right(game, anna, boris):
    ask = Program(anna)
    told = ask("GET", f"games/{game.pk}/text/")
    assert told["version"] == load(game.pk).game.version
    assert told["moves"]
    assert "1. " in told["text"]
    assert Program(boris)("GET", f"games/{game.pk}/text/")["moves"] == []
    path, sent = f"games/{game.pk}/text/", {"version": told["version"]}
    assert ask("POST", path, {"line": "99", **sent}, 422)["code"] == "no_such_number"
    assert ask("POST", path, {"line": "1", "version": 0}, 409)["code"] == "stale_position"
    assert Program(boris)("POST", path, {"line": "pass", **sent}, 409)["code"] == "not_your_turn"
    Program(anna, scopes=[Scope.READ])("POST", path, {"line": "1", **sent}, 403)
    assert load(game.pk).game.version == told["version"]
    done = ask("POST", path, {"line": "1; buy nothing-at-all lower upper; pass phase", **sent}, 422)
    assert done["code"] == "not_a_move"
    done = ask("POST", path, {"line": "pass until change; 1", **sent}, 422)
    assert done["code"] in ("order_not_last", "number_after_first")
    done = ask("POST", path, {"line": "1", **sent}, 201)
    assert (len(done["played"]), done["ordered"], done["unplayed"]) == (1, None, None)
    assert done["version"] == done["rows"][-1]["number"] > told["version"]


def test_what_to_look_at_next(game, anna, boris):
    assert Program(anna)("GET", "next/") == {"next": game.pk, "moves": [game.pk], "results": [], "talks": []}
    assert Program(boris)("GET", "next/")["next"] is None


def test_best_results_alone_and_one_more_try(anna, boris):
    game = begun(anna, now=now())
    wander_on(game, now=now())
    (line,) = Program(boris)("GET", "solo/")["results"]
    assert (line["key"], line["total"], line["best"]["player"], line["your_best"]) == ("2", 1, anna.pk, None)
    (result,) = Program(anna)("GET", "solo/2/")["results"]
    assert (result["rank"], result["game"], result["is_you"]) == (1, game.pk, True)
    assert result["points"] == line["best"]["points"]
    begun_one = Program(boris)("POST", "solo/2_market/", status=201)
    options = load(begun_one["id"]).options
    assert (options.players, options.sets) == (1, ("market",))
    Program(boris)("POST", "solo/3/", status=404)


def test_whom_one_has_muted(anna, boris):
    Mute.objects.create(user=anna, muted=boris)
    (one,) = Program(anna)("GET", "profile/muted/")["results"]
    assert (one["player"], one["name"]) == (boris.pk, "Boris")
    assert Program(boris)("GET", "profile/muted/")["results"] == []
    Program(anna, scopes=[Scope.READ])("GET", "profile/muted/", status=403)
