"""The form of a table in three steps: what one click makes, what is folded and when it opens, and the last table again."""

import re

import pytest
from django.utils.timezone import now

import engine
from games.models import Game, Participant, Visibility
from games.tables import sitting, tables
from tests.people import signed_in

from ..page_reading import NEW_TABLE, text_of
from ..play_builders import HOUR
from ..table_builders import table, terms

pytestmark = pytest.mark.django_db

HURDLED = {**NEW_TABLE, "sets": ["market", "hurdles"], "real_hurdles": "free"}


def filled_in(page: str) -> dict[str, object]:
    """What a browser would send of the form as it stands."""
    form = page[page.index('<form class="terms"') : page.index("</form>", page.index('<form class="terms"'))]
    sent: dict[str, object] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name, value = re.search(r'name="(\w+)"', tag), re.search(r'value="([^"]*)"', tag)
        if name and (('type="radio"' not in tag and 'type="checkbox"' not in tag) or " checked" in tag):
            sent.setdefault(name[1], []).append(value[1] if value else "on")  # type: ignore[attr-defined]
    for name, body in re.findall(r'<select name="(\w+)".*?>(.*?)</select>', form, re.S):
        chosen = re.search(r'value="([^"]*)" selected', body) or re.search(r'value="([^"]*)"', body)
        sent[name] = chosen[1]
    return sent


def folds(page: str) -> dict[str, bool]:
    """Whether each fold of the form is open, by the first field in it."""
    found = re.findall(r'<details class="fold[^"]*"( open)?>(.*?)</details>', page, re.S)
    return {name[1]: bool(is_open) for is_open, body in found if (name := re.search(r'name="(\w+)"', body))}


def test_the_button_alone_opens_a_table_for_two(anna):
    host = signed_in(anna)
    page = host.get("/tables/new/").content.decode()
    steps = [page.index(f"</span>{step}</h2>") for step in ("Who plays", "Game options", "How fast")]
    assert steps == sorted(steps)
    assert host.post("/tables/new/", filled_in(page)).status_code == 302
    game = Game.objects.get()
    assert game.engine_options == engine.Options(edition=2, players=2)
    assert (game.visibility, game.rated, game.participants.count()) == (Visibility.PUBLIC, True, 1)


def test_each_seat_has_a_bot_of_its_own_strength_and_seats_that_are_not_played_do_not_count(anna):
    wish = {**NEW_TABLE, "players": "3", "seat_2": "rung-6", "seat_3": "rung-1", "seat_4": "rung-3"}
    assert signed_in(anna).post("/tables/new/", wish).status_code == 302
    seated = Participant.objects.exclude(bot="").values_list("bot", flat=True)
    assert list(seated) == ["rung-6", "rung-1"]


def test_what_is_folded_opens_where_something_is_wrong_and_keeps_what_was_typed(anna):
    host = signed_in(anna)
    shut = folds(host.get("/tables/new/").content.decode())
    shut_fields = ("guests", "sets", "open_hands", "hours", "nights", "undo_when_rated")
    assert shut == dict.fromkeys(shut_fields, False)
    for wish, fold in (
        ({"guests": "Zoe"}, "guests"),
        ({"sets": ["market"], "edition": "1"}, "sets"),
        ({"real_hurdles": "2"}, "sets"),
        ({"first_workers": "often"}, "open_hands"),
        ({"misses_before_bot": "9"}, "nights"),
        ({"pace": "own", "hours": "0"}, "hours"),
    ):
        refused = host.post("/tables/new/", {**NEW_TABLE, "title": "Kept as typed", **wish})
        page = refused.content.decode()
        assert refused.status_code == 422
        assert [name for name, is_open in folds(page).items() if is_open] == [fold]
        assert 'value="Kept as typed"' in page
        assert filled_in(page).get("sets", []) == wish.get("sets", [])
        assert wish.get("guests", "") in page


@pytest.mark.parametrize("edition", ["1", "2"])
def test_the_first_workers_may_be_free_in_both_editions(anna, edition):
    """FIRST-10."""
    wish = {**NEW_TABLE, "edition": edition, "first_workers": "free"}
    assert signed_in(anna).post("/tables/new/", wish).status_code == 302
    game = Game.objects.get()
    assert game.engine_options.first_workers == "free"
    page = text_of(signed_in(anna).get(f"/tables/{game.pk}/change/"))
    assert "Rule variants free first Worker phase" in page


def test_a_table_composes_its_hurdles_and_everybody_reads_which(anna, boris):
    """HURD-24."""
    wish = {"hurdle_10": "bonus-card", "hurdle_20": "real", "hurdle_70": "real-exchange"}
    assert signed_in(anna).post("/tables/new/", {**HURDLED, **wish}).status_code == 302
    game = Game.objects.get()
    chosen = ("bonus-card", "real", "any", "any", "real-exchange")
    assert game.engine_options.hurdles == chosen
    told = text_of(signed_in(boris).get(f"/tables/{game.pk}/"))
    assert "Module 6: Hurdles (custom)" in told
    assert "10: Bonus hurdle: Card, 20: random real hurdle, 35: random hurdle" in told
    page = signed_in(anna).get(f"/tables/{game.pk}/change/").content.decode()
    assert {name: filled_in(page)[name] for name in wish} == wish
    signed_in(anna).post(f"/tables/{game.pk}/change/", {**HURDLED, "real_hurdles": "1"})
    game.refresh_from_db()
    assert (game.engine_options.hurdles, game.engine_options.real_hurdles) == (None, 1)


def test_no_hurdle_stands_on_two_spaces(anna):
    twice = dict.fromkeys(("hurdle_10", "hurdle_35"), "bonus-card")
    refused = signed_in(anna).post("/tables/new/", {**HURDLED, **twice})
    assert refused.status_code == 422
    assert "A hurdle can be used on one space only. (" in text_of(refused)
    assert filled_in(refused.content.decode())["hurdle_35"] == "bonus-card"


def test_the_last_table_is_a_template_for_the_next(anna, boris):
    host = signed_in(anna)
    assert "Same as last time" not in text_of(host.get("/tables/new/"))
    wish = {**NEW_TABLE, "sets": ["market"], "players": "4", "seat_2": "rung-6", "pace": "5d", "visibility": "link"}
    host.post("/tables/new/", {**wish, "title": "Ice", "guests": "Boris", "first_workers": "free", "rated": ""})
    tables.quick_game(user=anna, terms=terms(players=3), now=now())
    table(boris, players=3, now=now() + HOUR)
    words = "4 players, 2nd edition, Market, free first Worker phase, 5 days per move"
    assert words in text_of(host.get("/tables/new/"))
    page = host.get("/tables/new/?like=last").content.decode()
    again = filled_in(page)
    assert "Filled in from your last table." in page
    for name in ("players", "edition", "sets", "seat_2", "seat_3", "pace", "visibility", "first_workers"):
        expected = {**wish, "first_workers": "free"}[name]
        assert again[name] in (expected, [expected]), name
    assert "rated" not in again
    assert again["title"] != ["Ice"]
    assert "Boris" not in page, "nobody is invited without being named"
    assert host.post("/tables/new/", again).status_code == 302
    first, _quick, _theirs, second = Game.objects.order_by("pk")
    assert second.engine_options == first.engine_options
    assert signed_in(boris).get("/tables/new/?like=last").status_code == 200


def test_a_bot_that_is_no_longer_offered_is_not_in_the_template(anna):
    game = table(anna, players=3, now=now())
    sitting.add_bots(game_id=game.pk, host=anna, now=now())
    game.participants.exclude(bot="").update(bot="of-old")
    assert filled_in(signed_in(anna).get("/tables/new/?like=last").content.decode())["seat_2"] == ""
