"""Profile and players for programs, and accounts for which a program plays."""

import pytest
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.utils.timezone import now

from accounts import services
from accounts.models import Block, Household, User
from games.models import Game
from tests.games.play_builders import begun
from tests.people import person, signed_in
from tests.programs import Program

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_counted():
    cache.clear()


def test_the_profile_is_read_and_changed_by_the_form_of_the_page(anna, boris):
    ask = Program(anna)
    told = ask("GET", "profile/")
    assert (told["name"], told["mail"], told["language"]) == ("Anna", "anna@example.org", "en")
    changed = ask("PATCH", "profile/", {"language": "de", "confirm_moves": True, "pass_by_itself": False})
    assert changed == told | {"language": "de", "confirm_moves": True, "pass_by_itself": False}
    assert ask("PATCH", "profile/", {"name": "Anna K."})["name"] == "Anna K."
    refused = ask("PATCH", "profile/", {"name": "Boris"}, 400)
    assert [(one["field"], one["code"]) for one in refused["errors"]] == [("display_name", "name_taken")]
    assert User.objects.get(pk=anna.pk).window_width, "what is not named stays"


def test_players_show_what_everybody_sees(anna, boris):
    ask = Program()
    told = ask("GET", f"players/{anna.pk}/")
    assert (told["name"], told["is_bot"], told["has_left"]) == ("Anna", False, False)
    assert "example.org" not in str(told)
    assert [one["id"] for one in ask("GET", "players/?name=BORIS")["results"]] == [boris.pk]
    assert ask("GET", "players/?name=Nobody")["results"] == []
    Program(anna)("PUT", f"players/{boris.pk}/block/", status=204)
    assert Block.objects.filter(blocker=anna, blocked=boris).exists()
    Program(anna)("DELETE", f"players/{boris.pk}/block/", status=204)
    assert not Block.objects.exists()
    Program(anna)("PUT", f"players/{boris.pk}/mute/", status=204)
    Program(anna)("PUT", f"players/{anna.pk}/mute/", status=404)


def test_an_operator_makes_an_account_a_bot_and_everybody_sees_it(anna, boris):
    game = begun(anna, boris)
    call_command("bot_account", "ANNA@example.org")
    call_command("bot_account", "anna@example.org")
    anna = User.objects.get(pk=anna.pk)
    assert (anna.name, anna.is_bot) == ("Anna (bot)", True)
    assert Program()("GET", f"players/{anna.pk}/")["is_bot"]
    state = Program()("GET", f"games/{game.pk}/")
    assert sorted((seat["name"], seat["is_program"]) for seat in state["seats"]) == [
        ("Anna (bot)", True),
        ("Boris", False),
    ]
    assert "Anna (bot)" in signed_in(boris).get(f"/games/{game.pk}/").content.decode()
    assert Program(anna)("PATCH", "profile/", {"name": "Anna"})["name"] == "Anna (bot)"
    call_command("bot_account", "anna@example.org", "--end")
    assert User.objects.get(pk=anna.pk).name == "Anna"
    with pytest.raises(CommandError):
        call_command("bot_account", "nobody@example.org")


def test_nobody_calls_himself_a_bot(anna):
    assert Program(anna)("PATCH", "profile/", {"name": "Anna (bot)"}, 400)["errors"][0]["code"] == "name_signs"
    with pytest.raises(ValidationError):
        services.allow(anna, name="Rastrelli", now=now())


def test_a_bot_plays_no_rated_game(anna, boris):
    knut = person("Knut")
    services.allow(knut, now=now())
    ask, host = Program(User.objects.get(pk=knut.pk)), Program(anna)
    table = host("POST", "tables/", {"players": 2, "rated": True, "pace": "1d"}, 201)
    joined = ask("POST", f"tables/{table['id']}/seat/", {"seen": table["terms"]}, 201)
    words = {one["name"]: one["value"] for one in joined["facts"]}
    assert words["Rated"].lower().startswith("no"), words
    other = host("POST", "tables/", {"players": 2, "rated": True, "pace": "1d"}, 201)
    told = Program(boris)("POST", f"tables/{other['id']}/seat/", {"seen": other["terms"]}, 201)
    assert {one["name"]: one["value"] for one in told["facts"]}["Rated"] != words["Rated"]
    assert Game.objects.get(pk=table["id"]).participants.count() == 2


def test_a_household_is_named_agreed_to_and_ended_by_the_word_of_both(anna, boris, clara):
    ask, other = Program(anna), Program(boris)
    assert ask("POST", "profile/households/", {"name": "Nobody"}, 400)["errors"][0]["code"] == "unknown"
    asked = ask("POST", "profile/households/", {"name": "boris"}, 201)
    assert (asked["player"], asked["name"], asked["asked_by_you"], asked["since"]) == (boris.pk, "Boris", True, None)
    path = f"profile/households/{asked['id']}/"
    for method in ("PUT", "DELETE"):
        Program(clara)(method, path, status=404)
    ask("PUT", path, status=204)
    (told,) = other("GET", "profile/households/")["results"]
    assert (told["name"], told["asked_by_you"], told["since"]) == ("Anna", False, None), (
        "who asks cannot agree for both"
    )
    other("PUT", path, status=204)
    (told,) = ask("GET", "profile/households/")["results"]
    assert told["since"] is not None
    ask("DELETE", path, status=204)
    assert other("GET", "profile/households/")["results"] == []
    assert Household.objects.get().until is not None


def test_whom_somebody_blocks_is_told_to_him_alone(anna, boris):
    ask = Program(anna)
    ask("PUT", f"players/{boris.pk}/block/", status=204)
    assert [one["id"] for one in ask("GET", "profile/blocked/")["results"]] == [boris.pk]
    assert Program(boris)("GET", "profile/blocked/")["results"] == []
    Program(anna, ["read"])("GET", "profile/blocked/", status=403)
