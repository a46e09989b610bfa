"""Titles of tables: no two alike among those that gather people or play, and none that is wrong about the players."""

import pytest
from django.utils import translation
from django.utils.timezone import now

from games.models import Game, Status
from games.options.titles import LONGEST, TITLES, next_free, players_claimed
from games.tables import tables
from tests.people import signed_in

from ..page_reading import NEW_TABLE, text_of
from ..play_builders import NOON, begun
from ..table_builders import agreed_over, table, terms


def test_the_sites_own_titles_differ_fit_and_claim_nothing():
    for language in ("en", "de"):
        with translation.override(language):
            said = [str(title) for title in TITLES]
            assert len(set(said)) == len(said)
            assert max(map(len, said)) <= LONGEST - 10
            assert {players_claimed(title) for title in said} == {None}


def test_a_title_that_is_taken_gets_the_next_numeral():
    assert next_free("White nights", []) == "White nights"
    assert next_free("white Nights", ["White nights"]) == "white Nights II"
    taken = ["White nights", *(f"White nights {sign}" for sign in ("II", "III", "IV", "V", "VI", "VII", "VIII"))]
    assert next_free("White nights", taken) == "White nights IX"
    assert next_free("White nights III", taken) == "White nights IX", "a rematch counts on"
    long = next_free("n" * LONGEST, ["N" * LONGEST])
    assert (len(long), long[-3:]) == (LONGEST, " II")


@pytest.mark.parametrize(
    ("title", "claimed"),
    [
        ("Five players, slow", 5),
        ("3-player evening", 3),
        ("4p", 4),
        ("Für 2 Spieler", 2),
        ("4er-Runde", 4),
        ("Zu dritt am Kai", 3),
        ("Zweierpartie", 2),
        ("Five at court", None),
        ("White nights II", None),
        ("The player's choice", None),
        ("2nd edition, please", None),
        ("Zu Hause", None),
        ("", None),
    ],
)
def test_what_a_title_says_of_the_players(title, claimed):
    assert players_claimed(title) == claimed


@pytest.mark.django_db
def test_no_two_tables_that_gather_people_or_play_have_the_same_title(anna, boris):
    first = table(anna, title="White nights", now=now())
    second = table(boris, title="white nights", now=now())
    quick = tables.quick_game(user=anna, terms=terms(title="White nights"), now=now())
    assert [one.title for one in (first, second, quick)] == ["White nights", "white nights II", "White nights III"]
    tables.change_table(game_id=second.pk, host=boris, terms=terms(title="White nights III"), now=now())
    second.refresh_from_db()
    assert second.title == "White nights II", "its own place is free for it"
    tables.change_table(game_id=second.pk, host=boris, terms=terms(title="White nights II", players=3), now=now())
    second.refresh_from_db()
    assert second.title == "White nights II", "who changes something else keeps it"


@pytest.mark.django_db
def test_a_title_is_free_again_when_its_game_is_over(anna, boris):
    game = agreed_over(begun(anna, boris))
    assert tables.rematch(game_id=game.pk, user=anna, now=NOON).title == game.title
    assert Game.objects.filter(status=Status.OPEN).get().title == game.title


@pytest.mark.django_db
def test_a_title_that_is_wrong_about_the_players_is_refused_at_its_field(anna):
    refused = signed_in(anna).post("/tables/new/", {**NEW_TABLE, "title": "Five players", "players": "3"})
    assert refused.status_code == 422
    assert "The title mentions 5, but the table has 3 seats." in text_of(refused)
    assert signed_in(anna).post("/tables/new/", {**NEW_TABLE, "title": "Three players"}).status_code == 302
